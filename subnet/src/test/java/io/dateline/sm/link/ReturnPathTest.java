package io.dateline.sm.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import org.junit.jupiter.api.Test;

class ReturnPathTest {
  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final int from = fabric.port(fabric.switchCount(), 1);

  /** As switches do it: each writes down the port that the SMP came in by. */
  private Mad arrived(DirectedRoute route) {
    Mad smp = Smp.get(route, AttributeId.NODE_INFO, 0, 0);
    int at = from;
    for (int hop = 1; hop <= route.hopCount(); hop++) {
      at = fabric.peer(fabric.port(fabric.nodeOf(at), smp.initialPath(hop)));
      smp.returnPath(hop, fabric.portNumber(at));
    }
    return smp;
  }

  @Test
  void shouldLeadBackToTheSenderFromEveryEndPort() {
    RouteBook routes = new RouteBook(fabric, from);
    for (int port : fabric.endPorts()) {
      if (port != from) {
        byte[] exits = ReturnPath.of(arrived(routes.toPort(port)));
        assertThat(ReturnPath.end(fabric, port, exits)).isEqualTo(from);
      }
    }
  }

  @Test
  void shouldLeadNowhereWhereThereIsNoCable() {
    assertThat(ReturnPath.end(fabric, from, new byte[] {(byte) 200})).isEqualTo(Fabric.NONE);
    assertThat(ReturnPath.end(fabric, from, new byte[] {0})).isEqualTo(Fabric.NONE);
    assertThat(ReturnPath.end(fabric, from, new byte[0])).isEqualTo(from);
  }
}
