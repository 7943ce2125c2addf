package io.dateline.sm.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.MulticastTables;
import io.dateline.fabric.NodeType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
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
class TableRunTest {
  private static final int MLID = 0xC000;

  private final Fabric fabric = ring();
  private final MulticastSubnet subnet =
      new MulticastSubnet(1, fabric, null, new int[] {64, 64, 64}, new BitSet());
  private HeldEntries held = HeldEntries.NONE;
  private final List<MulticastRow> switches = new ArrayList<>(); // what they hold
  private int lastRun;

  TableRunTest() {
    for (int node = 0; node < 3; node++) {
      switches.add(MulticastRow.EMPTY);
      held = held.acknowledged(fabric.nodeGuid(node), MulticastRow.EMPTY);
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

  private TableRun run(MulticastTables wanted, Predicate<TableRun.Telling> obeys, Long... leftOut) {
    TableRun run = TableRun.begin(++lastRun, subnet, true, wanted, held, Set.of(leftOut));
    for (Optional<TableRun.Telling> next = run.next(64); next.isPresent(); next = run.next(64)) {
      TableRun.Telling telling = next.get();
      run = run.handOut();
      TableRun.Turn turn;
      if (obeys.test(telling)) {
        int node = telling.node();
        MulticastRow now = switches.get(node);
        switches.set(node, telling.onlyTake() ? now.and(telling.row()) : telling.row());
        turn = run.succeeded(telling, held);
      } else {
        turn = run.failed(telling, held);
      }
      run = turn.run();
      held = turn.held();
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
    TableRun run = run(tables(ROOT_0, ROOT_1), telling -> telling.node() != 1);

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
    held = held.forget(fabric.nodeGuid(1));
    switches.set(1, tables(ROOT_1).row(1)); // of another subnet manager
    run(tables(ROOT_0), telling -> telling.node() != 1);

    assertThat(switches.get(0)).isEqualTo(MulticastRow.EMPTY);
    run(tables(ROOT_0), telling -> true);
    assertThat(switches).isEqualTo(tables(ROOT_0).rows());
  }

  @Test
  void shouldNotBeHeldUpBySwitchThatNobodySendsTo() {
    run(tables(ROOT_1), telling -> true);
    TableRun run = run(tables(WITHOUT_1), telling -> telling.node() != 1);

    assertThat(run.frozenCount()).isZero();
    assertThat(switches.get(0)).isEqualTo(tables(WITHOUT_1).row(0));
    run(tables(ROOT_0), telling -> telling.node() != 1);
    assertThat(switches.get(0)).as("is sent to again").isEqualTo(tables(WITHOUT_1).row(0));
  }

  @Test
  void shouldTellNothingToThoseLeftOutAndGiveNothingThroughThem() {
    run(tables(ROOT_1), telling -> true);
    TableRun run =
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
    TableRun run = TableRun.begin(1, subnet, false, tables(ROOT_0), held, Set.of());
    TableRun.Telling first = run.next(64).orElseThrow();
    TableRun.Turn turn = run.handOut().handOut().succeeded(first, held);
    held = turn.run().abandon(turn.held());

    assertThat(held.known(fabric.nodeGuid(0))).isEqualTo(tables(ROOT_0).row(0));
    assertThat(held.known(fabric.nodeGuid(1))).isNull();
    assertThat(held.atMost(fabric.nodeGuid(1))).contains(tables(ROOT_0).row(1));
    assertThat(held.known(fabric.nodeGuid(2))).as("not told").isEqualTo(MulticastRow.EMPTY);
  }
}
