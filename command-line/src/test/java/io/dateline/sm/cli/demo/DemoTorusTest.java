package io.dateline.sm.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoTorusTest {
  @TempDir private Path folder;

  private List<String> options(String topology) throws IOException {
    return DemoTorus.options(topology, TopologySpec.parse(topology).generate(), folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"torus:4x4x4", "torus:3x4", "torus:5", "torus:2x3x4"})
  void shouldHaveTorus2QosRouteEveryTorusWithARing(String topology) throws IOException {
    assertThat(options(topology)).contains("-Ddateline.subnet.routing_engine.0=torus-2QoS");
    Ran ran =
        Ran.dateline(
            "route",
            "--topology",
            topology,
            "--engine",
            "torus-2QoS,no_fallback",
            "--set",
            "qos=TRUE",
            "--set",
            "torus_config=" + folder.resolve("torus-2QoS.conf"));
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).startsWith("torus-2QoS routed").contains("free of credit loops");
  }

  @Test
  void shouldAskForNoOtherEngineThanUsualElsewhere() throws IOException {
    assertThat(options("torus:2x2")).isEmpty();
    assertThat(options("ftree:2,3:1,2")).isEmpty();
    assertThat(options("mesh:4x4")).isEmpty();
  }
}
