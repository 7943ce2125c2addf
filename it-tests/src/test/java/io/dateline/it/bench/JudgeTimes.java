package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Judgement;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.io.IOException;
import java.util.Arrays;

/**
 * What judging by change costs beside judging from scratch. Arguments: the topology (a file or a
 * generator), how many cables between switches are lost and found again, one after the other, then
 * engines. Two lines for each engine, {@code lost} and {@code found}: milliseconds by change and
 * from scratch, each the median of the last two thirds, and destinations visited in the mean; and
 * one with the MiB that are in use for the judgement, and the peak of the heap while it was made
 * from scratch and by change, less what was in use before either.
 */
public final class JudgeTimes {
  private final Fabric whole;
  private final LidMap lids;
  private final RoutingEngine engine;

  private JudgeTimes(Fabric whole, LidMap lids, RoutingEngine engine) {
    this.whole = whole;
    this.lids = lids;
    this.engine = engine;
  }

  public static void main(String[] arguments) throws IOException {
    Fabric whole = Benched.fabric(arguments[0]);
    LidMap lids = Benched.firstLids(whole).lids();
    int cables = Math.max(1, Integer.parseInt(arguments[1]));
    for (String name : Arrays.asList(arguments).subList(2, arguments.length)) {
      new JudgeTimes(whole, lids, Engines.named(name).orElseThrow()).measure(cables);
    }
  }

  private void measure(int cables) {
    SeededRandom random = new SeededRandom(1);
    FailingFabric failing = new FailingFabric(whole);
    Series lost = new Series(cables);
    Series found = new Series(cables);
    Routing routing = route(whole, null);
    HeapUse use = HeapUse.begin();
    Judgement judgement = Judgement.of(whole, lids, routing, options(whole));
    long scratchPeak = use.peak();
    long kept = use.kept();
    for (int cable = 0; cable < cables; cable++) {
      int cut = failing.cutAnyCable(random);
      Fabric damaged = failing.present();
      failing.mend(cut);
      Routing then = route(damaged, routing.tables());
      judgement = lost.judge(judgement, damaged, lids, then);
      routing = route(whole, then.tables());
      judgement = found.judge(judgement, whole, lids, routing);
    }
    failing.cutAnyCable(random);
    Fabric damaged = failing.present();
    Routing then = route(damaged, routing.tables());
    HeapUse after = HeapUse.begin();
    int visited = judgement.after(damaged, lids, then, options(damaged)).visited();
    System.out.printf("%s lost %s%n", engine.name(), lost);
    System.out.printf("%s found %s%n", engine.name(), found);
    System.out.printf(
        "%s MiB %d kept, %d from scratch, %d by change of %d%n",
        engine.name(), kept >> 20, scratchPeak >> 20, after.peak() >> 20, visited);
  }

  private Routing route(Fabric fabric, ForwardingTables before) {
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, before);
    return ((RoutingOutcome.Routed) engine.route(request)).routing();
  }

  private static JudgeOptions options(Fabric fabric) {
    return JudgeOptions.of(Scope.ALL_END_PORTS).from(fabric.endPorts()[0]);
  }

  /** Times of one kind of change. */
  private static final class Series {
    private final double[] byChange;
    private final double[] fromScratch;
    private long visited;
    private int count;

    Series(int length) {
      byChange = new double[length];
      fromScratch = new double[length];
    }

    Judgement judge(Judgement before, Fabric fabric, LidMap lids, Routing routing) {
      long began = System.nanoTime();
      Judgement now = before.after(fabric, lids, routing, options(fabric));
      byChange[count] = (System.nanoTime() - began) / 1e6;
      began = System.nanoTime();
      Verdict verdict = Judge.judge(fabric, lids, routing, options(fabric));
      fromScratch[count] = (System.nanoTime() - began) / 1e6;
      count++;
      visited += now.visited();
      if (!Arrays.equals(verdict.loads().paths(), now.verdict().loads().paths())
          || now.isFromScratch()) {
        throw new IllegalStateException("not by change, or not the same verdict");
      }
      return now;
    }

    @Override
    public String toString() {
      return "%.1f %.1f ms, %d destinations"
          .formatted(
              Benched.median(byChange, byChange.length / 3),
              Benched.median(fromScratch, fromScratch.length / 3),
              visited / Math.max(1, count));
    }
  }
}
