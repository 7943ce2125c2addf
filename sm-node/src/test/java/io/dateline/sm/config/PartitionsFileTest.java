package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionsFileTest {
  @TempDir private Path folder;

  private SubnetSettings settings(String file, String more) throws IOException {
    Path written = Files.writeString(folder.resolve("partitions.conf"), file);
    return SubnetSettings.of(
        NodeConfig.load(
            ConfigFactory.parseString(
                "dateline.subnet.partition_config_file = \"%s\"\n%s".formatted(written, more))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# nothing\n",
        "Default=0x7fff, ipoib : ALL=full ;\n",
        "Default=0x7fff,ipoib:ALL=full, SELF=full;",
        "Default=0xffff : ALL=full;",
        "Default=0x7fff,ipoib,defmember=full : ALL;",
        "Default = 0x7fff : ALL = full, ALL_SWITCHES=full,\n  SELF=full;"
      })
  void shouldStartWithWhatIsThereWithoutAFile(String file) throws IOException {
    assertThat(settings(file, "").routing().warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Default=0x7fff, ipoib : ALL ;                    | line 1: ALL, which without =full has limited members
          Default=0x7fff, ipoib : ALL, SELF=full;          | line 1: ALL, which without =full has limited members
          Default=0x7fff, ipoib, rate=12 : ALL=full ;      | line 1: rate=12 of the default partition
          # shared/cases/36;Default=0x7fff,mtu=5:ALL=full; | line 2: mtu=5 of the default partition
          Default=0x7fff : ALL=full ;Storage=0x8001 : 0x1; | line 2: a second statement
          ;;Storage=0x8001 : ALL=full ;                    | line 3: partition Storage=0x8001
          Default=0x7fff : SELF=full;                      | line 1: a default partition without ALL=full
          Default=0x7fff : ALL=full, 0x2c9=full;           | line 1: member 0x2c9=full of the default partition
          Default=0x7fff                                   | line 1: "Default=0x7fff" is no partition with members
          """)
  void shouldNotOpenASiteWithPartitions(String file, String more) {
    assertThatThrownBy(
            () ->
                settings(
                    file.replaceFirst("^;;", "\n\n").replaceFirst("^(.*?);(?=[A-Z])", "$1;\n"), ""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "partitions.conf has partitions, " + more + ", and Dateline has no partitions yet")
        .hasMessageContaining("dateline.subnet.partitions = ignore");
  }

  @Test
  void shouldStartWhereItIsToldToAndSaySo() throws IOException {
    assertThat(
            settings("Storage=0x8001 : ALL=full ;", "dateline.subnet.partitions = ignore")
                .routing()
                .warnings())
        .singleElement()
        .asString()
        .endsWith(
            "partitions.conf has partitions, line 1: partition Storage=0x8001; they are ignored");
  }
}
