package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.address.LidPlan;
import java.io.IOException;
import java.util.Arrays;

/**
 * How many granted SLs change when links and switches fail, one after the other, and some come
 * back. Arguments: a topology (a file or a generator), faults, seed, engines. A line for each
 * engine, with the tables of before and what it remembered, and without: of all pairs of adapters
 * that cables join before and after a fault the share whose SL is another one, in the mean and in
 * the worst fault; how often it refused; the most VLs it took.
 */
public final class LevelChanges {
  private static final int SWITCH_EVERY = 4; // one fault in so many is of a whole switch
  private static final int BROKEN_MAX = 10; // more are repaired first

  private final Fabric whole;
  private final LidBook lids;
  private final boolean[] isDown; // by node: switches
  private final boolean[] isCut; // by port: both ends of a cable

  private LevelChanges(Fabric whole) {
    this.whole = whole;
    LidPlan plan = Benched.firstLids(whole);
    lids = LidBook.EMPTY.with(plan.newGuids(), plan.newBaseLids(), plan.newLmcs());
    isDown = new boolean[whole.nodeCount()];
    isCut = new boolean[whole.portCount()];
  }

  public static void main(String[] arguments) throws IOException {
    Fabric fabric = Benched.fabric(arguments[0]);
    int faults = Integer.parseInt(arguments[1]);
    long seed = Long.parseLong(arguments[2]);
    for (String name : Arrays.asList(arguments).subList(3, arguments.length)) {
      RoutingEngine engine = Engines.named(name).orElseThrow();
      System.out.println(name + ": " + new LevelChanges(fabric).run(engine, faults, seed, true));
      System.out.println(
          name + ", without memory: " + new LevelChanges(fabric).run(engine, faults, seed, false));
    }
  }

  private String run(RoutingEngine engine, int faults, long seed, boolean remembers) {
    SeededRandom random = new SeededRandom(seed);
    EngineMemory memory = EngineMemory.NONE;
    Granted before = null;
    double sum = 0;
    double worst = 0;
    int refused = 0;
    int compared = 0;
    int vls = 0;
    for (int fault = 0; fault <= faults; fault++) {
      if (fault > 0) {
        change(random);
      }
      Fabric fabric = present();
      LidMap now = LidAssigner.plan(fabric, lids, fabric.endPorts()[0], 0, false).lids();
      RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(0, false));
      RoutingOutcome outcome =
          engine.route(
              new RoutingRequest(
                  fabric,
                  now,
                  options,
                  remembers ? carried(before, fabric) : null,
                  memory.of(fabric)));
      if (!(outcome instanceof RoutingOutcome.Routed routed)) {
        refused++;
        continue;
      }
      memory = remembers ? routed.memory() : memory;
      vls = Math.max(vls, routed.routing().vlCount());
      Granted after =
          new Granted(fabric, now, routed.routing().tables(), routed.routing().pathSl());
      if (before != null) {
        double share = before.changed(after);
        sum += share;
        worst = Math.max(worst, share);
        compared++;
      }
      before = after;
    }
    return "%d faults: %.4f %% of SLs changed, %.3f %% in the worst; %d refused; %d VLs"
        .formatted(faults, 100 * sum / Math.max(1, compared), 100 * worst, refused, vls);
  }

  /** The tables that switches of a fabric have from before, by its switches; null at first. */
  private static ForwardingTables carried(Granted before, Fabric fabric) {
    if (before == null) {
      return null;
    }
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), before.lids.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      int known = before.fabric.nodeByGuid(fabric.nodeGuid(node));
      for (int lid = 1; known != Fabric.NONE && lid <= before.lids.maxLid(); lid++) {
        tables.set(node, lid, before.tables.port(known, lid));
      }
    }
    return tables;
  }

  private void change(SeededRandom random) {
    int broken = 0;
    for (int node = 0; node < isDown.length; node++) {
      broken += isDown[node] ? 1 : 0;
    }
    for (int port = 0; port < isCut.length; port++) {
      broken += isCut[port] && port < whole.peer(port) ? 1 : 0;
    }
    if (broken > 0 && (broken >= BROKEN_MAX || random.below(2) == 0)) {
      repair(random.below(broken));
    } else if (random.below(SWITCH_EVERY) == 0) {
      isDown[random.below(whole.switchCount())] = true;
    } else {
      cut(random);
    }
  }

  private void repair(int which) {
    int left = which;
    for (int node = 0; node < isDown.length; node++) {
      if (isDown[node] && left-- == 0) {
        isDown[node] = false;
        return;
      }
    }
    for (int port = 0; port < isCut.length; port++) {
      if (isCut[port] && port < whole.peer(port) && left-- == 0) {
        isCut[port] = false;
        isCut[whole.peer(port)] = false;
        return;
      }
    }
  }

  private void cut(SeededRandom random) {
    while (true) {
      int port = random.below(whole.portCount());
      int peer = whole.peer(port);
      if (peer != Fabric.NONE
          && !isCut[port]
          && whole.isSwitch(whole.nodeOf(port))
          && whole.isSwitch(whole.nodeOf(peer))) {
        isCut[port] = true;
        isCut[peer] = true;
        return;
      }
    }
  }

  /** What a sweep would find: what the first adapter reaches. */
  private Fabric present() {
    boolean[] reached = reached();
    Fabric.Builder builder = new Fabric.Builder();
    for (int node = 0; node < whole.nodeCount(); node++) {
      if (reached[node]) {
        builder
            .node(whole.type(node), whole.nodeGuid(node), whole.externalPortCount(node))
            .description(whole.description(node));
      }
    }
    for (int port = 0; port < whole.portCount(); port++) {
      int peer = whole.peer(port);
      if (peer > port && isUp(port, reached)) {
        builder.link(
            builder.find(whole.nodeGuid(whole.nodeOf(port))),
            whole.portNumber(port),
            builder.find(whole.nodeGuid(whole.nodeOf(peer))),
            whole.portNumber(peer),
            whole.width(port),
            whole.speed(port));
      }
    }
    return builder.build();
  }

  private boolean isUp(int port, boolean[] reached) {
    return !isCut[port] && reached[whole.nodeOf(port)] && reached[whole.nodeOf(whole.peer(port))];
  }

  private boolean[] reached() {
    boolean[] reached = new boolean[whole.nodeCount()];
    int[] queue = new int[whole.nodeCount()];
    int first = 0;
    while (whole.type(first) != NodeType.CA
        || isDown[whole.nodeOf(whole.peer(whole.port(first, 1)))]) {
      first++;
    }
    reached[first] = true;
    queue[0] = first;
    int found = 1;
    for (int at = 0; at < found; at++) {
      int node = queue[at];
      for (int number = 1; number <= whole.externalPortCount(node); number++) {
        int port = whole.port(node, number);
        int peer = whole.peer(port);
        if (peer == Fabric.NONE || isCut[port]) {
          continue;
        }
        int other = whole.nodeOf(peer);
        if (!reached[other] && !isDown[other]) {
          reached[other] = true;
          queue[found++] = other;
        }
      }
    }
    return reached;
  }

  /** What applications hold. */
  private record Granted(Fabric fabric, LidMap lids, ForwardingTables tables, PathSl levels) {
    /** The share of pairs there are in both whose SL differs. */
    double changed(Granted after) {
      int[] present =
          Arrays.stream(fabric.endPorts())
              .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
              .filter(port -> after.fabric.endPortByGuid(fabric.portGuid(port)) != Fabric.NONE)
              .map(lids::baseLid)
              .toArray();
      long changed = 0;
      for (int source : present) {
        for (int destination : present) {
          if (levels.sl(source, destination) != after.levels.sl(source, destination)) {
            changed++;
          }
        }
      }
      return (double) changed / Math.max(1, (long) present.length * present.length);
    }
  }
}
