package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that a node reads at OpenSM's own places; a host may have any of them, or none. */
class StandardFilesTest {
  private static final String PARTITIONS = "/etc/opensm/partitions.conf";
  private static final String POLICY = "/etc/opensm/qos-policy.conf";
  private static final String ROUTES = "/etc/opensm/prefix-routes.conf";

  @TempDir Path folder;

  private static List<String> present(String... files) {
    return Stream.of(files).filter(file -> Files.exists(Path.of(file))).toList();
  }

  private static List<String> noted(Config config, boolean hasQos, boolean arePartitionsManaged) {
    return StandardFiles.notes(config, hasQos, arePartitionsManaged).stream()
        .map(note -> note.substring(0, note.indexOf(" is read, the default of ")))
        .toList();
  }

  @Test
  void shouldNoteThoseThatAreReadAndThere() {
    Config config = NodeConfig.load(ConfigFactory.empty());

    assertThat(noted(config, true, true)).isEqualTo(present(PARTITIONS, POLICY, ROUTES));
    assertThat(noted(config, false, true)).isEqualTo(present(PARTITIONS, ROUTES));
    assertThat(noted(config, true, false)).isEqualTo(present(POLICY, ROUTES));
  }

  @Test
  void shouldCallThoseThatAreNamedSettings() throws IOException {
    String routes = Files.createFile(folder.resolve("routes")).toString();
    String torus = Files.createFile(folder.resolve("torus")).toString();
    Path operators = folder.resolve("dateline.conf");
    Config config =
        NodeConfig.load(
            ConfigFactory.parseMap(
                Map.of(
                    "dateline.subnet.prefix_routes_file", routes,
                    "dateline.subnet.torus_config", torus)));

    assertThat(noted(config, false, false)).isEmpty();
    assertThat(SettingsFiles.of(config, Optional.of(operators)))
        .containsExactly(operators, Path.of(routes), Path.of(torus));
    assertThat(SettingsFiles.ofSubnet(config)).contains(Path.of(routes), Path.of(torus));
  }
}
