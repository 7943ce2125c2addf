package io.dateline.sm.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.generate.TopologySpec;
import org.junit.jupiter.api.Test;

/** On a row of three switches with a host each; LIDs follow the GUIDs, switches first. */
class PathReportTest {
  private final Fabric fabric = TopologySpec.parse("mesh:3x1x1").generate();
  private final LidMap lids = lids();
  private final ForwardingTables tables = new ForwardingTables(3, 6);

  private LidMap lids() {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int lid = 1;
    for (int port : fabric.endPorts()) {
      builder.assign(port, lid++, 0);
    }
    return builder.build();
  }

  PathReportTest() {
    int last = lids.port(6);
    for (int node = 0; node < 3; node++) {
      tables.set(node, 6, towards(node, last));
    }
  }

  /** The port of a switch that leads to the host, or to the next switch of the row. */
  private int towards(int node, int host) {
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (peer == host || (peer != Fabric.NONE && fabric.nodeOf(peer) == node + 1)) {
        return number;
      }
    }
    throw new IllegalStateException("no way on");
  }

  private PathReport report(SlToVl lanes, String from, String to) {
    Routing routing = new Routing("test", tables, lanes, (source, destination) -> 2, 1);
    return PathReport.of(
        fabric,
        lids,
        routing,
        from,
        to,
        (source, destination) -> new PathReport.Terms(2, 4096, 100.0));
  }

  @Test
  void shouldTellEachHopAndThatThereIsNoShorterWay() {
    String first = fabric.description(fabric.nodeOf(lids.port(4)));
    PathReport report = report(SlToVl.IDENTITY, first, "6");

    assertThat(report.arrives()).isTrue();
    assertThat(report.what()).isEqualTo("4 cables, the fewest there can be");
    assertThat(report.hops()).hasSize(4).allMatch(hop -> hop.vl() == 2);
    assertThat(report.hops().getFirst().node()).isEqualTo(first);
    assertThat(report.hops().get(1).node()).isEqualTo(fabric.description(0));
    assertThat(report.hops().getLast().toGuid())
        .isEqualTo(Guid.format(fabric.nodeGuid(fabric.nodeOf(lids.port(6)))));
    assertThat(report.to().portGuid()).isEqualTo(Guid.format(fabric.portGuid(lids.port(6))));
  }

  @Test
  void shouldSayWhereAPacketIsLost() {
    tables.set(1, 6, ForwardingTables.NO_PORT);
    assertThat(report(SlToVl.IDENTITY, "4", "6").what())
        .isEqualTo("after 2 cables a packet is dropped: the switch has no entry for its LID");

    tables.set(1, 6, fabric.externalPortCount(1));
    assertThat(report(SlToVl.IDENTITY, "4", "6").arrives()).isFalse();

    for (int number = 1; number <= fabric.externalPortCount(1); number++) {
      int peer = fabric.peer(fabric.port(1, number));
      if (peer != Fabric.NONE && fabric.nodeOf(peer) == 0) {
        tables.set(1, 6, number);
      }
    }
    assertThat(report(SlToVl.IDENTITY, "4", "6").what()).endsWith("a packet goes in circles");
  }

  @Test
  void shouldSayThatAPacketHasNoLane() {
    SlToVl none = (node, input, output, sl) -> node == 0 ? SlToVl.DROP : sl;
    assertThat(report(none, "4", "6").what())
        .isEqualTo("after 2 cables a packet is dropped: its SL has no lane there");
  }

  @Test
  void shouldFindPortsByLidGuidAndNameAndRefuseWhatIsNone() {
    String guid = Guid.format(fabric.portGuid(lids.port(4)));
    assertThat(report(SlToVl.IDENTITY, guid, "6").from().lid()).isEqualTo(4);
    assertThatThrownBy(() -> report(SlToVl.IDENTITY, "9", "6")).hasMessage("no end port has LID 9");
    assertThatThrownBy(() -> report(SlToVl.IDENTITY, "nobody", "6"))
        .hasMessage("there is no end port 'nobody'");
    assertThatThrownBy(() -> report(SlToVl.IDENTITY, "0xzz", "6")).hasMessage("'0xzz' is no GUID");
  }

  @Test
  void shouldTellOfAPathToItself() {
    assertThat(report(SlToVl.IDENTITY, "4", "4").hops()).isEmpty();
    assertThat(report(SlToVl.IDENTITY, "4", "4").arrives()).isTrue();
  }
}
