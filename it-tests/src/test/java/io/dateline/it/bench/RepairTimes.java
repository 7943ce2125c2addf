package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.TableComparison;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.util.Arrays;

/**
 * What engines take to go on from tables that are in the switches, in a JVM that has run them for a
 * while. Arguments: a generator, how many cables to lose, one after another, each being back before
 * the next is lost, then engines. A line for each engine: {@code engine, milliseconds from scratch,
 * with one cable lost, with it back, blocks of 64 entries that change with the cable lost, with it
 * back, blocks of all tables}. Times are the medians of the last third; from scratch, of three at
 * most; blocks are the medians of all. A cable that is lost is one between switches whose loss
 * parts nothing, drawn by a seed.
 */
public final class RepairTimes {
  private static final int SCRATCH_ROUNDS = 3;
  private static final int NUE_LANES = 4;
  private static final RoutingOptions OPTIONS =
      RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(NUE_LANES, false));

  private final RoutingEngine engine;
  private final String spec;
  private final Fabric whole;
  private final LidMap lids;

  private RepairTimes(RoutingEngine engine, String spec) {
    this.engine = engine;
    this.spec = spec;
    whole = TopologySpec.parse(spec).generate();
    lids = Benched.firstLids(whole).lids();
  }

  /** Tables, what the engine remembers, and what they took. */
  private record Timed(ForwardingTables tables, EngineMemory memory, double millis) {}

  public static void main(String[] arguments) {
    int rounds = Math.max(1, Integer.parseInt(arguments[1]));
    for (String name : Arrays.asList(arguments).subList(2, arguments.length)) {
      RoutingEngine engine = Engines.named(name).orElseThrow();
      System.out.println(name + ' ' + new RepairTimes(engine, arguments[0]).run(rounds));
    }
  }

  private String run(int rounds) {
    double[] scratch = new double[Math.min(rounds, SCRATCH_ROUNDS)];
    double[] lost = new double[rounds];
    double[] back = new double[rounds];
    double[] blocksLost = new double[rounds];
    double[] blocksBack = new double[rounds];
    Timed present = null;
    for (int round = 0; round < scratch.length; round++) {
      present = route(whole, null, EngineMemory.NONE);
      if (present == null) {
        return "refused";
      }
      scratch[round] = present.millis();
    }
    for (int round = 0; round < rounds; round++) {
      Timed without = route(withOneCableLess(round), present.tables(), present.memory());
      if (without == null) {
        return "refused";
      }
      Timed again = route(whole, without.tables(), without.memory());
      lost[round] = without.millis();
      back[round] = again.millis();
      blocksLost[round] = blocks(present, without);
      blocksBack[round] = blocks(without, again);
      present = again;
    }
    return "%.0f %.0f %.0f %.0f %.0f %d"
        .formatted(
            Benched.median(scratch, 0),
            Benched.median(lost, rounds * 2 / 3),
            Benched.median(back, rounds * 2 / 3),
            Benched.median(blocksLost, 0),
            Benched.median(blocksBack, 0),
            present.tables().switchCount() * present.tables().blockCount());
  }

  private double blocks(Timed before, Timed after) {
    return TableComparison.compare(lids, before.tables(), after.tables()).blocks();
  }

  private Fabric withOneCableLess(int round) {
    return TopologySpec.parse(spec)
        .withFaults(NetworkFaults.NONE.dropLinks(1, round + 1L))
        .generate();
  }

  /** Null where the engine refuses. Nodes are the same in all these fabrics, and so are LIDs. */
  private Timed route(Fabric fabric, ForwardingTables previous, EngineMemory memory) {
    LidMap now = Benched.firstLids(fabric).lids();
    RoutingRequest request = new RoutingRequest(fabric, now, OPTIONS, previous, memory);
    long began = System.nanoTime();
    RoutingOutcome outcome = engine.route(request);
    double millis = (System.nanoTime() - began) / 1e6;
    return outcome instanceof RoutingOutcome.Routed routed
        ? new Timed(routed.routing().tables(), routed.memory(), millis)
        : null;
  }
}
