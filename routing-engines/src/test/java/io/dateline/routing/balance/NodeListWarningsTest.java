package io.dateline.routing.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.registry.Engines;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeListWarningsTest {
  private final Fabric fabric = TopologySpec.parse("ftree:3,3:1,3").generate();

  private static TreeOptions io(List<Long> guids) {
    return new TreeOptions(
        Optional.empty(), Map.of(), false, Optional.empty(), Optional.of(guids), 0, false);
  }

  private LidMap lids() {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int lid = 1;
    for (int port : fabric.endPorts()) {
      builder.assign(port, lid++, 0);
    }
    return builder.build();
  }

  @Test
  void shouldNameTheFirstUnknownGuidsAndCountTheRest() {
    int host = fabric.endPorts()[fabric.endPorts().length - 1];
    List<Long> guids = LongStream.rangeClosed(0xdead00, 0xdead07).boxed().toList();
    assertThat(NodeListWarnings.of(fabric, io(guids)))
        .hasSize(6)
        .startsWith("io_guid_file: there is no end port 0x0000000000dead00")
        .endsWith("io_guid_file: 3 more GUIDs are no end port's");
    assertThat(NodeListWarnings.of(fabric, io(List.of(fabric.portGuid(host))))).isEmpty();
    assertThat(NodeListWarnings.of(fabric, TreeOptions.DEFAULTS)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftree", "sssp", "dfsssp"})
  void shouldBeTold(String engine) {
    RoutingOptions options =
        RoutingOptions.DEFAULTS.with(io(List.of(0xdeadL))).with(LaneOptions.QOS);
    RoutingOutcome outcome =
        Engines.named(engine)
            .orElseThrow()
            .route(new RoutingRequest(fabric, lids(), options, null));
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    assertThat(((RoutingOutcome.Routed) outcome).warnings())
        .contains("io_guid_file: there is no end port 0x000000000000dead");
  }
}
