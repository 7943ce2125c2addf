package io.dateline.sm.options;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpensmOptionsTest {
  @TempDir Path folder;

  @Test
  void shouldHaveASettingForEveryOptionThatDatelineActsOn() {
    Config defaults = ConfigFactory.load();

    assertThat(OpensmOptions.all())
        .hasSizeGreaterThan(150)
        .allSatisfy(
            option ->
                option.setting().ifPresent(key -> assertThat(defaults.hasPath(key)).isTrue()));
  }

  private String write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  /** What is in the table for engines, engines are handed. */
  @Test
  void shouldHandEnginesEveryOptionThatTheTableHasForThem() throws IOException {
    String standard = EngineOptions.read(List.of()).digest();
    String file = write("list", "0x7 1 2\n");
    Map<String, String> dumps =
        Map.of(
            "lfts_file",
            write("lfts", "Unicast lids [0-1] of switch Lid 1 guid 0x7 ('x'):\n0x0001 002 #\n"),
            "lid_matrix_dump_file",
            write("hops", "Switch: guid 0x7\n0x0001: 00 01\n"),
            "torus_config",
            write("torus", "mesh 5 1 1\nxp_link 0x7 0x8\n"),
            "pgrp_policy_file",
            write("groups", "port-group\nname: x\nport-guid: 0x7\nend-port-group\n"),
            "topo_policy_file",
            write("topologies", "topology\nid: 1\nsw-grp: ALL\nhca-grp: ALL\nend-topology\n"),
            "rch_policy_file",
            write("chain", "unicast-step\nid: 1\nengine: updn\nend-unicast-step\n"));
    for (OpensmOption option : OpensmOptions.all()) {
      if (option.isForEngines()) {
        String value =
            switch (option.kind()) {
              case FLAG -> "TRUE";
              case TEXT -> dumps.getOrDefault(option.name(), file);
              default -> "3";
            };
        EngineOptions read =
            EngineOptions.read(List.of(new GivenOption(option.name(), value, "test", 0)));
        assertThat(read.digest()).as(option.name()).isNotEqualTo(standard);
        assertThat(read.text()).isEqualTo(option.name() + " " + value);
      }
    }
  }
}
