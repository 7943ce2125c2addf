package io.dateline.fabric.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** The judge that knows what it counted before, against the one that knows nothing. */
class JudgementTest {
  private static final List<String> KINDS =
      List.of(
          "torus:4x4:1",
          "torus:3x3x3:2",
          "torus:7:1",
          "mesh:4x5:1",
          "hypercube:4:2",
          "ftree:4,4:1,4",
          "ftree:2,3,4:1,2,3",
          "ftree:4,3,2:1,1,2",
          "dragonfly:4,2,2",
          "jellyfish:20,4,2,5",
          "hyperx:3,3:2",
          "kautz:2,3,1",
          "slimfly:5,1");

  @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
  void shouldJudgeAChangeAsFromScratch(
      @ForAll long seed,
      @ForAll Scope scope,
      @ForAll @IntRange(min = 1, max = 3) int threads,
      @ForAll @IntRange(min = 0, max = 1) int lmc) {
    Random random = new Random(seed);
    String kind = KINDS.get(random.nextInt(KINDS.size()));
    ChangingFabric changing = new ChangingFabric(TopologySpec.parse(kind).generate(), lmc, random);
    RandomRows rows = new RandomRows(random);
    Judgement judgement = null;
    for (int step = 0; step < 8; step++) {
      for (int change = random.nextInt(4); step > 0 && change > 0; change--) {
        changing.change(random.nextInt(4) > 0);
      }
      Fabric fabric = changing.fabric();
      LidMap lids = changing.lids(fabric);
      Routing routing = Routing.singleLane("random", rows.next(fabric, lids));
      if (random.nextInt(5) == 0) {
        routing = routing.withMulticast(RandomTree.of(fabric, random));
      }
      JudgeOptions options = options(fabric, scope, threads, step, random);
      Judgement before = judgement;
      judgement =
          before == null
              ? Judgement.of(fabric, lids, routing, options)
              : before.after(fabric, lids, routing, options);
      assertThat(VerdictText.of(judgement.verdict()))
          .as("%s, step %d", kind, step)
          .isEqualTo(VerdictText.of(Judge.judge(fabric, lids, routing, options)));
      if (before != null) {
        Statistics.label("from scratch").collect(judgement.isFromScratch());
      }
    }
    Statistics.label("from scratch").coverage(all -> all.check(false).percentage(p -> p > 30));
  }

  private static JudgeOptions options(
      Fabric fabric, Scope scope, int threads, int step, Random random) {
    JudgeOptions options = new JudgeOptions(scope, threads, step % 2 == 0 ? 10 : 2);
    int[] ends = fabric.endPorts();
    if (random.nextBoolean()) {
      options = options.from(ends[random.nextInt(3) == 0 ? random.nextInt(ends.length) : 0]);
    }
    return random.nextInt(3) == 0 ? options.partly(Set.of(ends[ends.length - 1])) : options;
  }

  /** Tables that keep most of their entries from one fabric to the next, some of them wrong. */
  private static final class RandomRows {
    private final Random random;
    private final TreeMap<Long, byte[]> rows = new TreeMap<>(); // by GUID of the switch

    RandomRows(Random random) {
      this.random = random;
    }

    ForwardingTables next(Fabric fabric, LidMap lids) {
      ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
      for (int node = 0; node < fabric.switchCount(); node++) {
        byte[] row = rows.get(fabric.nodeGuid(node));
        if (row != null) {
          System.arraycopy(
              row, 0, tables.row(node), 0, Math.min(row.length, tables.row(node).length));
        }
      }
      int mended = random.nextInt(3); // none, those that are not served, and some
      for (int lid : lids.usedLids()) {
        if (rows.isEmpty()
            || random.nextInt(20) == 0
            || (mended > 0 && isCut(fabric, tables, lid))) {
          int[] towards = RandomBench.randomTree(fabric, lids.port(lid), random);
          for (int node = 0; node < towards.length; node++) {
            tables.set(node, lid, towards[node]);
          }
        }
      }
      for (int wrong = random.nextInt(6) - 2; wrong > 0; wrong--) {
        int node = random.nextInt(fabric.switchCount());
        tables.set(node, 1 + random.nextInt(lids.maxLid()), random.nextInt(9));
      }
      rows.clear();
      for (int node = 0; node < fabric.switchCount(); node++) {
        rows.put(fabric.nodeGuid(node), tables.row(node));
      }
      return tables;
    }

    private static boolean isCut(Fabric fabric, ForwardingTables tables, int lid) {
      for (int node = 0; node < fabric.switchCount(); node++) {
        int number = tables.port(node, lid);
        if (number > fabric.externalPortCount(node)
            || (number > 0 && fabric.peer(fabric.port(node, number)) == Fabric.NONE)) {
          return true;
        }
      }
      return false;
    }
  }
}
