package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.NodeType;
import io.dateline.mad.transport.ExchangeStats;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.text.Counted;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a {@link SubnetStatus} of what the subnet manager has at hand. */
final class StatusReport {
  private static final int WARNINGS_MAX = 20; // of a sweep that are logged

  private StatusReport() {}

  /**
   * What a look at every port tells. It is kept where ports cannot have changed: for a join on the
   * largest subnet it would be most of the manager's work.
   *
   * @param notActive linked ports that are not Active
   * @param missing ports with a LID in the journal that are not in the fabric
   */
  record Ports(int switches, int adapters, int routers, int links, int notActive, int missing) {
    static final Ports NONE = new Ports(0, 0, 0, 0, 0, 0);

    /** As things are now. */
    static Ports of(Situation situation, SubnetState state) {
      HeavySweep up = situation.active;
      int notActive = up == null ? 0 : SweepSets.countNotActive(up);
      Fabric fabric = fabric(situation);
      return fabric == null
          ? new Ports(0, 0, 0, 0, notActive, 0)
          : new Ports(
              count(fabric, NodeType.SWITCH),
              count(fabric, NodeType.CA),
              count(fabric, NodeType.ROUTER),
              StatusReport.links(fabric),
              notActive,
              StatusReport.missing(state, fabric));
    }
  }

  /** The one seen last, or null. */
  private static Fabric fabric(Situation situation) {
    HeavySweep failed = situation.failed;
    HeavySweep seen = failed != null && failed.found != null ? failed : situation.active;
    return seen == null ? null : seen.found.fabric();
  }

  static SubnetStatus of(
      Situation situation, Ports ports, SubnetState state, MadExchange exchange) {
    HeavySweep running = situation.sweep;
    HeavySweep failed = situation.failed;
    HeavySweep active = situation.active;
    HeavySweep told = running != null ? running : failed != null ? failed : active;
    HeavySweep up = active;
    LayerAssigner.Proven layers = up == null ? null : up.layers;
    Fabric fabric = fabric(situation);
    ExchangeStats mads = exchange.stats();
    return new SubnetStatus(
        situation.role,
        state.term(),
        up != null && failed == null,
        errors(failed, active),
        situation.phase(),
        told == null ? 0 : told.generation,
        told == null ? "" : told.reason,
        exchange.port().name(),
        up == null ? 0 : up.lids.lids().baseLid(up.found.localPort()),
        ports.switches(),
        ports.adapters(),
        ports.routers(),
        ports.links(),
        fabric == null ? 0 : fabric.endPorts().length,
        up == null ? null : up.routing.engine(),
        up == null ? List.of() : up.refusals.stream().map(Refusal::engine).toList(),
        up == null || up.refusals.isEmpty() ? null : Refusal.inWords(up.refusals),
        up == null ? null : up.digest,
        layers == null ? 0 : layers.layers(),
        layers == null ? null : layers.acyclic(),
        up == null ? null : up.balance,
        situation.sweepsEnded,
        situation.lightSweepsEnded,
        up == null ? 0 : up.totalMillis(),
        up == null ? Map.of() : up.phaseMillis(),
        mads.sent(),
        mads.retries(),
        mads.timeouts(),
        up == null ? 0 : up.blocksSent,
        situation.blocksReadBack,
        situation.blocksDiffering,
        ports.notActive(),
        ports.missing(),
        state.groups().groups().size(),
        state.groups().memberCount(),
        state.registrations().services().size(),
        state.registrations().subscriptions().size(),
        state.registrations().aliases().aliases().size(),
        situation.leftOut.size(),
        told == null ? List.of() : told.warnings());
  }

  private static List<String> errors(HeavySweep failed, HeavySweep active) {
    if (failed != null) {
      return List.of(failed.failure);
    }
    return active == null ? List.of() : active.outcome.errors();
  }

  /**
   * The line that ends a heavy sweep, and warnings that are new in it. As OpenSM's, it says SUBNET
   * UP only when nothing is left undone.
   *
   * @param before the sweep that ended well before it, or null
   */
  static void log(Outbox log, HeavySweep ended, HeavySweep before) {
    String counts =
        "sweep %d took %d ms, %s, %s, %s sent, %s"
            .formatted(
                ended.generation,
                ended.totalMillis(),
                Counted.of(ended.found.fabric().switchCount(), "switch"),
                Counted.of(ended.found.fabric().endPorts().length, "end port"),
                Counted.of(ended.blocksSent, "block"),
                Counted.of(ended.warnings().size(), "warning"));
    Set<String> known = before == null ? Set.of() : new HashSet<>(before.warnings());
    List<String> untold =
        ended.warnings().stream()
            .filter(warning -> !known.contains(warning))
            .filter(warning -> !ended.isTold(warning))
            .toList();
    untold.stream().limit(WARNINGS_MAX).forEach(warning -> log.warn("{}", warning));
    if (untold.size() > WARNINGS_MAX) {
      log.warn(
          "{}; dateline status tells them",
          Counted.of(untold.size() - WARNINGS_MAX, "more warning"));
    }
    List<String> errors = ended.outcome.errors();
    if (errors.isEmpty()) {
      log.info("SUBNET UP: {}", counts);
    } else {
      log.warn("ERRORS DURING INITIALIZATION: {}: {}", counts, String.join("; ", errors));
    }
  }

  private static int count(Fabric fabric, NodeType type) {
    int count = 0;
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (fabric.type(node) == type) {
        count++;
      }
    }
    return count;
  }

  /** Ports with a LID in the journal that are not in the fabric. */
  private static int missing(SubnetState state, Fabric fabric) {
    int there = 0;
    for (int port : fabric.endPorts()) {
      if (state.lids().baseLid(fabric.portGuid(port)) != Lid.NONE) {
        there++;
      }
    }
    return state.lids().size() - there;
  }

  private static int links(Fabric fabric) {
    int count = 0;
    for (int port = 0; port < fabric.portCount(); port++) {
      if (fabric.peer(port) >= port) {
        count++;
      }
    }
    return count;
  }
}
