package io.dateline.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.judge.Bench;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The ports of groups on a tree of four switches, an adapter at port 4 of each; two cables join 1
 * to 0:
 *
 * <pre>
 *     0
 *    / \
 *   1   2 - 3
 * </pre>
 */
class MulticastTreeTest {
  private static final int HOST = 4;

  private final Bench bench =
      new Bench()
          .switches(5, 4)
          .cable(0, 1, 1, 1)
          .cable(0, 2, 1, 2)
          .cable(0, 3, 2, 1)
          .cable(2, 2, 3, 1)
          .cable(3, 3, 1, 3) // not on the tree
          .host(0, HOST)
          .host(1, HOST)
          .host(2, HOST)
          .host(3, HOST)
          .host(4, HOST)
          .build(0);
  private final Fabric fabric = bench.fabric();
  private final MulticastTree tree =
      new MulticastTree(
          0,
          new int[][] {{}, {port(1, 1), port(1, 2)}, {port(2, 1)}, {port(3, 1)}, {}},
          List.of(0));

  private int port(int node, int number) {
    return fabric.port(node, number);
  }

  private BitSet group(int mlid, int... members) {
    return tree.ports(fabric, members, mlid);
  }

  private static BitSet set(int... ports) {
    BitSet set = new BitSet();
    for (int port : ports) {
      set.set(port);
    }
    return set;
  }

  @Test
  void shouldJoinMembersByWayOfTheRoot() {
    assertThat(group(0xC000, bench.adapterPort(1), bench.adapterPort(3)))
        .isEqualTo(
            set(
                port(1, HOST),
                port(1, 1),
                port(0, 1),
                port(0, 3),
                port(2, 1),
                port(2, 2),
                port(3, 1),
                port(3, HOST)));
  }

  @Test
  void shouldKeepTheRootWhereMembersAreAllOnOneSideOfIt() {
    assertThat(group(0xC000, bench.adapterPort(2), port(3, 0)))
        .isEqualTo(set(port(2, HOST), port(2, 1), port(0, 3), port(3, 0), port(3, 1), port(2, 2)));
  }

  @Test
  void shouldLetGroupsTakeTurnsOnParallelCables() {
    assertThat(group(0xC001, bench.adapterPort(1)))
        .isEqualTo(set(port(1, HOST), port(1, 2), port(0, 2)));
  }

  @Test
  void shouldLeaveOutWhoIsNotOnTheTree() {
    assertThat(tree.spans(4)).isFalse();
    assertThat(group(0xC000, bench.adapterPort(4), port(4, 0))).isEqualTo(set());
    assertThat(group(0xC000, port(0, 0))).isEqualTo(set(port(0, 0)));
  }

  private static Bench threeCables(int switches) {
    return new Bench().switches(switches, 4).cable(0, 1, 1, 1).cable(0, 2, 1, 2).cable(0, 3, 2, 1);
  }

  /** The same cables in a fabric whose switches have other numbers; then without one of them. */
  @Test
  void shouldGoOnWithoutALeaf() {
    Fabric later = threeCables(4).cable(2, 2, 3, 1).build(0).fabric();
    Fabric leafGone = threeCables(3).build(0).fabric();
    Fabric cableGone =
        new Bench().switches(3, 4).cable(0, 1, 1, 1).cable(0, 3, 2, 1).build(0).fabric();

    MulticastTree same = tree.in(fabric, later).orElseThrow();
    assertThat(same.uplink(1, 0xC001)).isEqualTo(later.port(1, 2));
    assertThat(same.uplink(3, 0xC001)).isEqualTo(later.port(3, 1));
    MulticastTree less = tree.in(fabric, leafGone).orElseThrow();
    assertThat(less.uplink(2, 0xC000)).isEqualTo(leafGone.port(2, 1));
    assertThat(less.spans(0)).isTrue();
    assertThat(tree.in(fabric, cableGone)).isEmpty();
    assertThat(tree.in(fabric, new Bench().switches(1, 4).build(0).fabric())).isPresent();
  }
}
