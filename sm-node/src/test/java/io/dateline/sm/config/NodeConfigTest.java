package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeConfigTest {
  @Test
  void everyWishOfAkkaWinsOverTheLibrariesOwnDefaults() {
    Config wishes = ConfigFactory.parseResources(NodeConfig.class, "akka.conf");

    Config loaded = NodeConfig.load(ConfigFactory.empty());

    assertThat(wishes.entrySet()).isNotEmpty();
    assertThat(wishes.entrySet())
        .allSatisfy(wish -> assertThat(loaded.getValue(wish.getKey())).isEqualTo(wish.getValue()));
  }

  @Test
  void shouldRefuseAnIncludeThatLeadsNowhere(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("dateline.conf"), "include \"more.conf\"\n");
    assertThatThrownBy(() -> NodeConfig.file(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("include \"more.conf\" leads to no file");
    Path other =
        Files.writeString(
            folder.resolve("other.conf"), "include file(\"%s/none\")".formatted(folder));
    assertThatThrownBy(() -> NodeConfig.file(other)).hasMessageContaining("leads to no file");

    Files.writeString(folder.resolve("more.conf"), "");
    assertThat(NodeConfig.file(file).isEmpty()).isTrue();
    Files.writeString(folder.resolve("more.conf"), "dateline.subnet.lmc = 2");
    assertThat(NodeConfig.file(file).getInt("dateline.subnet.lmc")).isEqualTo(2);
  }

  @Test
  void shouldReadNoPipeAndNothingWithoutEnd(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> NodeConfig.file(pipe)).hasMessageContaining("is a pipe");
    assertThatThrownBy(() -> NodeConfig.file(Path.of("/dev/zero")))
        .hasMessageContaining("is a device");
    for (String setting :
        List.of(
            "opensm_conf",
            "root_guid_file",
            "partition_config_file",
            "prefix_routes_file",
            "qos_policy_file")) {
      assertThatThrownBy(() -> subnet(setting, pipe.toString()))
          .as(setting)
          .hasMessageContaining("is a pipe");
    }
    assertThat(partitionTrouble("/dev/zero")).contains("is a device");
    Path large = folder.resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(1L << 32);
    }
    assertThatThrownBy(() -> subnet("opensm_conf", large.toString()))
        .hasMessageContaining("more than");
    assertThat(partitionTrouble(large.toString())).contains("more than");
  }

  /** Whether it stops the start depends on what the journal has. */
  private static String partitionTrouble(String file) {
    return subnet("partition_config_file", file).partitions().trouble().orElseThrow();
  }

  private static SubnetSettings subnet(String setting, String file) {
    return SubnetSettings.of(
        NodeConfig.load(
            ConfigFactory.parseString(
                "dateline.subnet { qos = true, %s = \"%s\" }".formatted(setting, file))));
  }

  @Test
  void shouldTellNoKey(@TempDir Path folder) throws IOException {
    for (String wrong :
        List.of("sm_key 0x5ec4e7\nsm_key 0x5ec4e8", "sa_key 0x5ec4e7zz", "sm_key 0x5ec4e7")) {
      Path file = Files.writeString(folder.resolve("opensm.conf"), wrong + "\n");
      assertThatThrownBy(
              () ->
                  NodeConfig.load(
                      ConfigFactory.empty(),
                      ConfigFactory.parseString(
                          "dateline.subnet { opensm_conf = \"%s\", sm_key = 77 }".formatted(file))))
          .as(wrong)
          .isInstanceOf(ConfigException.class)
          .message()
          .doesNotContainIgnoringCase("5ec4e")
          .doesNotContain("6210791"); // 0x5ec4e7
    }
  }

  @Test
  void theOperatorWinsOverThem() {
    Config loaded = NodeConfig.load(ConfigFactory.parseString("akka.loglevel = DEBUG"));

    assertThat(loaded.getString("akka.loglevel")).isEqualTo("DEBUG");
  }
}
