package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.parallel.Slices;
import java.util.List;
import java.util.Optional;

/**
 * A verdict, and what the judge counted for it, from which {@link #after} finds the verdict on what
 * has changed. Nothing in it changes; any thread may ask.
 *
 * <p>The verdict after a change is in all the one that {@link Judge} comes to from scratch, with
 * the same examples in the same order, and the same cycle: it is found from the same counts, in the
 * same way.
 *
 * <p>What it takes is fabric, LIDs and tables, which it keeps, and the counts. These are 46 MB
 * besides in a fat tree of 48,896 LIDs, and two judgements of one fabric have most of them in
 * common.
 */
public final class Judgement {
  private final JudgeInput input;
  private final Tally tally;
  private final DependencyMatrix dependencies; // of paths between end ports
  private final Verdict verdict;
  private final boolean isFromScratch;
  private final int visited;

  private Judgement(
      JudgeInput input,
      Tally tally,
      DependencyMatrix dependencies,
      boolean isFromScratch,
      int visited) {
    this.input = input;
    this.tally = tally;
    this.dependencies = dependencies;
    this.isFromScratch = isFromScratch;
    this.visited = visited;
    verdict = conclude(input, tally, dependencies);
  }

  /**
   * Judges a routing of a fabric from scratch.
   *
   * @throws IllegalArgumentException if the tables are for another number of switches, or the
   *     routing names an SL or VL beyond 15
   */
  public static Judgement of(Fabric fabric, LidMap lids, Routing routing, JudgeOptions options) {
    return of(new JudgeInput(fabric, lids, routing, options));
  }

  private static Judgement of(JudgeInput input) {
    int count = input.destinations.count;
    List<Tally> tallies =
        Slices.map(
            count,
            input.options.threads(),
            (from, to) -> {
              Tally tally = new Tally(input.graph);
              Visits visits = new Visits(input, tally);
              for (int place = from; place < to; place++) {
                visits.visit(place);
              }
              return tally;
            });
    Tally total = tallies.getFirst();
    tallies.stream().skip(1).forEach(total::addAll);
    DependencyMatrix matrix = total.dependencies;
    if (input.isSingleLane()) {
      total.turns.tell(matrix, null);
    }
    return new Judgement(input, total, matrix, true, count);
  }

  /**
   * Judges what is there now. Only those destinations are visited for which something can be
   * another than it was here: whose entries changed or lead elsewhere, whose port moved, came or
   * went, to which distances changed, or all, but quickly, where other ports send. It is from
   * scratch where service levels or lanes go with tables now or then, where switches came or went,
   * and where too much has changed.
   *
   * @param options those of this judgement, but for ports, which may have other indices now
   * @throws IllegalArgumentException as {@link #of}
   */
  public Judgement after(Fabric fabric, LidMap lids, Routing routing, JudgeOptions options) {
    JudgeInput now = new JudgeInput(fabric, lids, routing, options);
    Optional<Changes> found = Changes.between(input, now);
    if (found.isEmpty()) {
      return of(now);
    }
    Changes changes = found.get();
    List<Tally> differences =
        Slices.map(
            changes.count(),
            options.threads(),
            (from, to) -> {
              Tally difference = new Tally(now.graph);
              Recount recount = new Recount(changes, difference);
              for (int index = from; index < to; index++) {
                recount.run(index);
              }
              return difference;
            });
    Tally total = tally.copy(now.graph);
    differences.forEach(total::addAll);
    DependencyMatrix matrix = dependencies.copy(now.graph);
    total.turns.tell(matrix, tally.turns);
    return new Judgement(now, total, matrix, false, changes.count());
  }

  private static Verdict conclude(JudgeInput input, Tally tally, DependencyMatrix unicast) {
    int vlMask = tally.vlMask;
    if (input.isSingleLane() && tally.hasDelivered()) {
      vlMask |= 1;
    }
    DependencyMatrix matrix = unicast;
    Optional<TreeCoverage> multicast = Optional.empty();
    if (input.routing.multicast().isPresent()) {
      matrix = unicast.copy(input.graph);
      TreeWalk walk = new TreeWalk(input, input.routing.multicast().get(), matrix);
      multicast = Optional.of(walk.note(new SwitchDistances(input.graph)));
      vlMask |= walk.vlMask();
    }
    return new Verdict(
        input.options.scope(),
        tally.delivery(input, new UndeliveredExamples(input).find(tally)),
        tally.hopCounts(),
        tally.loads(input.graph),
        new Dependencies(
            matrix.channelsByVl(),
            matrix.dependenciesByVl(),
            new CycleSearch(matrix, input.graph.portCount).find()),
        multicast,
        vlMask);
  }

  public Verdict verdict() {
    return verdict;
  }

  /** Whether it was not by change. */
  public boolean isFromScratch() {
    return isFromScratch;
  }

  /** How many destinations were visited for it: all of them if it is from scratch. */
  public int visited() {
    return visited;
  }
}
