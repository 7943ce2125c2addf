package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.MulticastTables;
import io.dateline.fabric.NodeType;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Runs on three switches in a ring, an adapter at port 3 of each. What switches hold is played
 * here.
 *
 * <pre>
 *        0
 *      1/ \2
 *     2/   \1
 *     1 --- 2
 *      1   2
 * </pre>
 */
class GroupRunTest {
  private static final int MLID = 0xC000;

  private final Fabric fabric = ring();
  private final HeavySweep sweep = new HeavySweep(1, "test", 0);
  private final HeldEntries held = new HeldEntries();
  private final List<MulticastRow> switches = new ArrayList<>(); // what they hold
  private int lastRun;

  GroupRunTest() {
    sweep.found =
        new Discovered(
            fabric,
            Attributes.unread(fabric),
            fabric.port(fabric.switchCount(), 1),
            new int[0],
            List.of());
    for (int node = 0; node < 3; node++) {
      switches.add(MulticastRow.EMPTY);
      held.acknowledged(fabric.nodeGuid(node), MulticastRow.EMPTY);
    }
  }

  private static Fabric ring() {
    Fabric.Builder builder = new Fabric.Builder();
    List<Fabric.NodeDraft> nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(builder.node(NodeType.SWITCH, 0x100 + i, 4));
    }
    for (int i = 0; i < 3; i++) {
      Fabric.NodeDraft host = builder.node(NodeType.CA, 0x1000 + 16 * i, 1);
      builder.link(nodes.get(i), 1, nodes.get((i + 1) % 3), 2, LinkWidth.X4, LinkSpeed.EDR);
      builder.link(nodes.get(i), 3, host, 1, LinkWidth.X4, LinkSpeed.EDR);
    }
    return builder.build();
  }

  /** Rows of one group, or of several one after the other: ports by switch. */
  private static MulticastTables tables(int[][]... groups) {
    List<MulticastRow.Builder> rows =
        List.of(new MulticastRow.Builder(), new MulticastRow.Builder(), new MulticastRow.Builder());
    for (int group = 0; group < groups.length; group++) {
      for (int node = 0; node < 3; node++) {
        for (int port : groups[group][node]) {
          rows.get(node).set(MLID + group, port);
        }
      }
    }
    return new MulticastTables(rows.stream().map(MulticastRow.Builder::build).toList());
  }

  private static final int[][] ROOT_0 = {{1, 2, 3}, {2, 3}, {1, 3}};
  private static final int[][] ROOT_1 = {{1, 3}, {1, 2, 3}, {2, 3}};
  private static final int[][] NOBODY = {{}, {}, {}};

  /** Without a way over switch 1. */
  private static final int[][] WITHOUT_1 = {{2, 3}, {}, {1, 3}};

  private GroupRun run(MulticastTables wanted, Predicate<GroupRun.Telling> obeys, Long... leftOut) {
    GroupRun run = new GroupRun(++lastRun, sweep, true, wanted, held, Set.of(leftOut), 64);
    for (Optional<GroupRun.Telling> next = run.next(); next.isPresent(); next = run.next()) {
      GroupRun.Telling telling = next.get();
      if (obeys.test(telling)) {
        int node = telling.node();
        MulticastRow now = switches.get(node);
        switches.set(node, telling.onlyTake() ? now.and(telling.row()) : telling.row());
        run.succeeded(telling);
      } else {
        run.failed(telling);
      }
      assertNoCircles();
    }
    assertThat(run.isDone()).isTrue();
    return run;
  }

  /** A packet from any adapter comes to an end: no copy has more hops than there are switches. */
  private void assertNoCircles() {
    for (int mlid = MLID; mlid < MLID + 2; mlid++) {
      for (int node = 0; node < 3; node++) {
        ArrayDeque<int[]> open = new ArrayDeque<>(); // switch, port it came in by, hops
        open.add(new int[] {node, 3, 0});
        while (!open.isEmpty()) {
          int[] at = open.remove();
          assertThat(at[2]).as("hops with %s", switches).isLessThan(4);
          for (int out : switches.get(at[0]).ports(mlid).stream().toArray()) {
            if (out != at[1] && out < 3) {
              int peer = fabric.peer(fabric.port(at[0], out));
              open.add(new int[] {fabric.nodeOf(peer), fabric.portNumber(peer), at[2] + 1});
            }
          }
        }
      }
    }
  }

  @Test
  void shouldMakeNoCircleWithPortsThatSwitchDidNotGiveUp() {
    run(tables(ROOT_1), telling -> true);
    assertThat(switches).isEqualTo(tables(ROOT_1).rows());
    GroupRun run = run(tables(ROOT_0, ROOT_1), telling -> telling.node() != 1);

    assertThat(run.frozenCount()).isEqualTo(1);
    assertThat(switches.get(0)).isEqualTo(tables(new int[][] {{1, 3}, {}, {}}, ROOT_1).row(0));
    assertThat(switches.get(2)).isEqualTo(tables(new int[][] {{}, {}, {3}}, ROOT_1).row(2));
    run(tables(ROOT_0, ROOT_1), telling -> true);
    assertThat(switches).isEqualTo(tables(ROOT_0, ROOT_1).rows());
  }

  @Test
  void shouldKnowWhatSwitchMayHoldThatFailedMoreThanOnce() {
    run(tables(ROOT_1), telling -> true);
    run(tables(NOBODY), telling -> telling.node() != 1);
    run(tables(ROOT_0), telling -> telling.node() != 1);
    assertThat(switches.get(0)).as("may be in a circle").isEqualTo(MulticastRow.EMPTY);
    run(tables(NOBODY, ROOT_1), telling -> telling.node() != 1);
    assertThat(switches.get(0)).as("another group").isEqualTo(tables(NOBODY, ROOT_1).row(0));
  }

  @Test
  void shouldGiveNothingThroughSwitchThatNobodyKnows() {
    held.forget(fabric.nodeGuid(1));
    switches.set(1, tables(ROOT_1).row(1)); // of another subnet manager
    run(tables(ROOT_0), telling -> telling.node() != 1);

    assertThat(switches.get(0)).isEqualTo(MulticastRow.EMPTY);
    run(tables(ROOT_0), telling -> true);
    assertThat(switches).isEqualTo(tables(ROOT_0).rows());
  }

  @Test
  void shouldNotBeHeldUpBySwitchThatNobodySendsTo() {
    run(tables(ROOT_1), telling -> true);
    GroupRun run = run(tables(WITHOUT_1), telling -> telling.node() != 1);

    assertThat(run.frozenCount()).isZero();
    assertThat(switches.get(0)).isEqualTo(tables(WITHOUT_1).row(0));
    run(tables(ROOT_0), telling -> telling.node() != 1);
    assertThat(switches.get(0)).as("is sent to again").isEqualTo(tables(WITHOUT_1).row(0));
  }

  @Test
  void shouldTellNothingToThoseLeftOutAndGiveNothingThroughThem() {
    run(tables(ROOT_1), telling -> true);
    GroupRun run =
        run(
            tables(ROOT_0),
            telling -> {
              assertThat(telling.node()).isNotEqualTo(1);
              return true;
            },
            fabric.nodeGuid(1));

    assertThat(run.failed()).isEmpty();
    assertThat(run.frozenCount()).isEqualTo(1);
  }

  @Test
  void shouldNotKnowWhatSwitchesHoldThatHaveNotAnsweredYet() {
    GroupRun run = new GroupRun(1, sweep, false, tables(ROOT_0), held, Set.of(), 64);
    GroupRun.Telling first = run.next().orElseThrow();
    run.next();
    run.succeeded(first);
    run.abandon();

    assertThat(held.known(fabric.nodeGuid(0))).isEqualTo(tables(ROOT_0).row(0));
    assertThat(held.known(fabric.nodeGuid(1))).isNull();
    assertThat(held.atMost(fabric.nodeGuid(1))).contains(tables(ROOT_0).row(1));
    assertThat(held.known(fabric.nodeGuid(2))).as("not told").isEqualTo(MulticastRow.EMPTY);
  }
}
