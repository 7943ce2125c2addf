package io.dateline.sm.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoFabricTest {
  private final Fabric topology = TopologySpec.parse("torus:3x3").generate();

  @Test
  void shouldOfferChannelAdaptersBeforeSwitches() {
    try (DemoFabric fabric = DemoFabric.start(topology)) {
      assertThat(fabric.places())
          .hasSize(topology.nodeCount())
          .doesNotHaveDuplicates()
          .allSatisfy(
              place -> {
                boolean isSwitch = topology.isSwitch(topology.nodeOf(place.port()));
                int index = fabric.places().indexOf(place);
                assertThat(isSwitch).isEqualTo(index >= topology.nodeCount() - 9);
              });
      assertThat(fabric.address(fabric.places().getFirst()))
          .isEqualTo("sim://127.0.0.1:%d/0x0000000001000000".formatted(fabric.udpPort()));
    }
  }

  @Test
  void shouldRunTwoFabricsSideBySide() {
    try (DemoFabric one = DemoFabric.start(topology);
        DemoFabric other = DemoFabric.start(topology)) {
      assertThat(one.udpPort()).isNotEqualTo(other.udpPort());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--nodes 0|--nodes takes 1 to 9, not 0",
        "--nodes 10|--nodes takes 1 to 9, not 10",
        "--nodes 1 --kill-after 1s|--kill-after needs a second node",
        "--kill-after soon|--kill-after takes a time such as 10s, not 'soon'",
        "--kill-after 3|--kill-after takes a time such as 10s, not '3'",
        "--kill-after -1s|--kill-after takes a time such as 10s, not '-1s'",
        "--nodes 4 --topology mesh:2|mesh:2: 4 SM nodes and an application need 5 nodes",
      })
  void shouldSayWhatADemoCannotDo(String options, String sentence) {
    Ran ran = Ran.dateline(("demo " + options).split(" "));

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err()).contains(sentence).doesNotContain("\tat ");
  }
}
