package io.dateline.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.generate.TopologySpec;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DirectedPathsTest {
  @Provide
  Arbitrary<Fabric> fabrics() {
    return FabricArbitraries.fabrics();
  }

  @Property(tries = 300)
  void shouldLeadToEveryNodeThatCanBeReachedInTheFewestHops(
      @ForAll("fabrics") Fabric fabric, @ForAll int anyPort) {
    int origin = Math.floorMod(anyPort, fabric.portCount());
    DirectedPaths paths = DirectedPaths.from(fabric, origin);
    int[] distances = relaxedDistances(fabric, origin);
    for (int node = 0; node < fabric.nodeCount(); node++) {
      assertThat(paths.hops(node)).isEqualTo(distances[node]);
      byte[] route = paths.route(node);
      if (distances[node] < 0) {
        assertThat(route).isNull();
        continue;
      }
      assertThat(route).hasSize(distances[node]);
      int entry = walk(fabric, origin, route);
      assertThat(fabric.nodeOf(entry)).isEqualTo(node);
      assertThat(paths.entry(node)).isEqualTo(route.length == 0 ? Fabric.NONE : entry);
    }
  }

  @Property(tries = 300)
  void shouldComeInByTheEndPortAskedFor(@ForAll("fabrics") Fabric fabric, @ForAll int anyPort) {
    if (fabric.endPorts().length == 0) {
      return;
    }
    int origin = fabric.endPorts()[Math.floorMod(anyPort, fabric.endPorts().length)];
    DirectedPaths paths = DirectedPaths.from(fabric, origin);
    for (int endPort : fabric.endPorts()) {
      byte[] route = paths.routeToPort(endPort);
      int node = fabric.nodeOf(endPort);
      if (route == null) {
        // Only a port whose cable starts out of reach has none.
        int before = fabric.isSwitch(node) ? node : fabric.nodeOf(fabric.peer(endPort));
        boolean usable = fabric.isSwitch(before) && paths.hops(before) >= 0;
        boolean closedAtOrigin = before == fabric.nodeOf(origin) && fabric.portNumber(origin) != 0;
        assertThat(usable && !closedAtOrigin).isFalse();
        continue;
      }
      int entry = walk(fabric, origin, route);
      if (fabric.isSwitch(node)) {
        assertThat(fabric.nodeOf(entry)).isEqualTo(node);
      } else {
        assertThat(entry).isEqualTo(endPort);
      }
    }
  }

  @Test
  void shouldTakeTheLowestPortsOfATorus() {
    Fabric fabric = TopologySpec.parse("torus:4x4").generate();
    int host = fabric.nodeByGuid(0x1000000);
    DirectedPaths paths = DirectedPaths.from(fabric, fabric.port(host, 1));
    assertThat(fabric.description(0)).isEqualTo("sw_0_0_0");
    assertThat(paths.route(host)).isEmpty();
    assertThat(paths.route(0)).containsExactly(1);
    // Ports 1 and 2 lead down and up in x, 3 and 4 in y.
    assertThat(paths.route(5)).containsExactly(1, 2, 4);
    assertThat(fabric.description(10)).isEqualTo("sw_2_2_0");
    assertThat(paths.route(10)).containsExactly(1, 1, 1, 3, 3);
  }

  /** Bellman-Ford over cables, -1 where a node cannot be reached. */
  private static int[] relaxedDistances(Fabric fabric, int origin) {
    int start = fabric.nodeOf(origin);
    int[] distances = new int[fabric.nodeCount()];
    Arrays.fill(distances, Integer.MAX_VALUE);
    distances[start] = 0;
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int port = 0; port < fabric.portCount(); port++) {
        int from = fabric.nodeOf(port);
        boolean closed =
            from == start
                ? fabric.portNumber(origin) != 0 && port != origin
                : !fabric.isSwitch(from);
        if (closed || fabric.peer(port) == Fabric.NONE || distances[from] == Integer.MAX_VALUE) {
          continue;
        }
        int to = fabric.nodeOf(fabric.peer(port));
        if (distances[from] + 1 < distances[to]) {
          distances[to] = distances[from] + 1;
          changed = true;
        }
      }
    }
    return Arrays.stream(distances).map(d -> d == Integer.MAX_VALUE ? -1 : d).toArray();
  }

  /** Follows a route and gives the port it comes in by; the origin for a route of no hop. */
  private static int walk(Fabric fabric, int origin, byte[] route) {
    int at = origin;
    for (int hop = 0; hop < route.length; hop++) {
      int node = fabric.nodeOf(at);
      assertThat(hop == 0 || fabric.isSwitch(node)).isTrue();
      int exit = fabric.port(node, route[hop] & 0xFF);
      assertThat(hop > 0 || fabric.portNumber(origin) == 0 || exit == origin).isTrue();
      at = fabric.peer(exit);
      assertThat(at).isNotEqualTo(Fabric.NONE);
    }
    return at;
  }
}
