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
        "Default=0xffff : ALL=full;"
      })
  void shouldStartWithWhatIsThereWithoutAFile(String file) throws IOException {
    assertThat(settings(file, "").routing().warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Default=0x7fff, ipoib : ALL ;\n", // limited members
        "Default=0x7fff, ipoib, rate=12 : ALL=full ;\n",
        "Default=0x7fff, ipoib : ALL=full ;\nStorage=0x8001, ipoib : 0x1, 0x2=full ;\n",
        "Storage=0x8001 : ALL=full ;\n",
        "Default=0x7fff\n"
      })
  void shouldNotOpenASiteWithPartitions(String file) {
    assertThatThrownBy(() -> settings(file, ""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("partitions.conf has partitions, and Dateline has no partitions yet")
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
        .endsWith("partitions.conf has partitions; they are ignored");
  }
}
