package io.dateline.sm.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.routing.multicast.GroupTables;
import io.dateline.routing.multicast.HopTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three switches in a ring with a host each, and routings with a tree of their own. */
class GroupPlanTest {
  private static final int MLID = 0xC000;

  private final Fabric fabric = TopologySpec.parse("torus:3").generate();

  private GroupTables plan(MulticastTree tree, List<MulticastGroup> groups) {
    int[] room = new int[fabric.switchCount()];
    Arrays.fill(room, 64);
    Routing routing =
        Routing.singleLane("test", new ForwardingTables(fabric.switchCount(), 12))
            .withMulticast(tree);
    return GroupPlan.of(fabric, routing, new HopTrees(fabric, room), groups, room);
  }

  /** The ports of a switch that lead to another one. */
  private int[] cables(int node, int to) {
    List<Integer> ports = new ArrayList<>();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (peer != Fabric.NONE && fabric.nodeOf(peer) == to) {
        ports.add(fabric.port(node, number));
      }
    }
    return ports.stream().mapToInt(Integer::intValue).toArray();
  }

  private MulticastGroup everybody(int mlid, int sl) {
    List<MulticastGroup.Member> members = new ArrayList<>();
    for (int port : fabric.endPorts()) {
      if (!fabric.isSwitch(fabric.nodeOf(port))) {
        members.add(
            new MulticastGroup.Member(fabric.portGuid(port), MulticastGroup.FULL_MEMBER, false));
      }
    }
    return new MulticastGroup(
        1,
        mlid,
        mlid,
        new MulticastGroup.Terms(1, 0xFFFF, 4, 3, 18, sl, 0, 0, 0, 2),
        false,
        members);
  }

  @Test
  void shouldLeaveOutGroupsWithAnSlThatTheTreeIsNotProvenFor() {
    int[][] uplinks = {{}, cables(1, 0), cables(2, 0)};
    MulticastTree tree = new MulticastTree(0, uplinks, List.of(0, 8));
    GroupTables tables = plan(tree, List.of(everybody(MLID, 8), everybody(MLID + 1, 3)));

    assertThat(tables.tables().row(0).topMlid()).isEqualTo(MLID);
    assertThat(tables.problems())
        .containsExactly(
            "not programmed: group 0xC001 has SL 3, and the routing has a tree for [0, 8]");
  }

  @Test
  void shouldLeaveOutAllGroupsThatWouldGoInCircles() {
    int[][] uplinks = {cables(0, 2), cables(1, 0), cables(2, 1)};
    MulticastTree circle = new MulticastTree(0, uplinks, List.of(0));
    List<MulticastGroup> groups = new ArrayList<>();
    for (int mlid = MLID; mlid < MLID + 50; mlid++) {
      groups.add(everybody(mlid, 0));
    }
    GroupTables tables = plan(circle, groups);

    assertThat(tables.tables().rows()).allMatch(row -> row.isEmpty());
    assertThat(tables.problems()).hasSize(20).allMatch(one -> one.contains("in circles"));
  }
}
