package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.address.LidPlan;
import java.util.Optional;

/** Routes what becomes of a fabric, as a subnet manager has an engine do it, with QoS. */
public final class KeepingEngine {
  private static final RoutingOptions OPTIONS =
      RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(0, false));

  private final RoutingEngine engine;
  private final boolean remembers;
  private final LidBook lids;
  private EngineMemory memory = EngineMemory.NONE;
  private Fabric lastFabric;
  private LidMap lastLids;
  private ForwardingTables lastTables;
  private int vls;

  /**
   * An engine that has routed nothing yet.
   *
   * @param whole all there ever is, for the LIDs
   * @param remembers whether it is given the tables of before and what it remembered
   */
  public KeepingEngine(RoutingEngine engine, Fabric whole, boolean remembers) {
    this.engine = engine;
    this.remembers = remembers;
    LidPlan plan = Benched.firstLids(whole);
    lids = LidBook.EMPTY.with(plan.newGuids(), plan.newBaseLids(), plan.newLmcs());
  }

  /** The levels it grants; empty where it refuses. */
  public Optional<GrantedLevels> route(Fabric fabric) {
    LidMap now = LidAssigner.plan(fabric, lids, fabric.endPorts()[0], 0, false).lids();
    RoutingOutcome outcome =
        engine.route(
            new RoutingRequest(
                fabric, now, OPTIONS, remembers ? carried(fabric) : null, memory.of(fabric)));
    if (!(outcome instanceof RoutingOutcome.Routed routed)) {
      return Optional.empty();
    }
    memory = remembers ? routed.memory() : memory;
    vls = Math.max(vls, routed.routing().vlCount());
    lastFabric = fabric;
    lastLids = now;
    lastTables = routed.routing().tables();
    return Optional.of(new GrantedLevels(fabric, now, routed.routing().pathSl()));
  }

  /** The most VLs it took. */
  public int vls() {
    return vls;
  }

  /** The tables that switches of a fabric have from before, by its switches; null at first. */
  private ForwardingTables carried(Fabric fabric) {
    if (lastTables == null) {
      return null;
    }
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lastLids.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      int known = lastFabric.nodeByGuid(fabric.nodeGuid(node));
      for (int lid = 1; known != Fabric.NONE && lid <= lastLids.maxLid(); lid++) {
        tables.set(node, lid, lastTables.port(known, lid));
      }
    }
    return tables;
  }
}
