package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;

/** What is judged, and what is read from it once for all destinations. */
final class JudgeInput {
  final Fabric fabric;
  final LidMap lids;
  final Routing routing;
  final JudgeOptions options;
  final SwitchPorts graph;
  final Senders senders;
  final Needs needs;
  final LidsInScope destinations;

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if the tables are for another number of switches
   */
  JudgeInput(Fabric fabric, LidMap lids, Routing routing, JudgeOptions options) {
    ForwardingTables tables = routing.tables();
    if (tables.switchCount() != fabric.switchCount()) {
      throw new IllegalArgumentException(
          "tables of "
              + tables.switchCount()
              + " switches for a fabric of "
              + fabric.switchCount());
    }
    this.fabric = fabric;
    this.lids = lids;
    this.routing = routing;
    this.options = options;
    graph = new SwitchPorts(fabric);
    senders = new Senders(fabric, lids, options.scope());
    needs = new Needs(fabric, senders, options.own(), options.partly());
    destinations = new LidsInScope(fabric, lids, options.scope());
  }

  /** Whether every packet is on VL 0. */
  boolean isSingleLane() {
    return !routing.hasLanes();
  }

  /** A destination by its place among {@link #destinations}. */
  JudgedLid target(int place) {
    int port = destinations.ports[place];
    boolean isCa = !fabric.isSwitch(fabric.nodeOf(port));
    return new JudgedLid(destinations.lids[place], port, isCa, senders.senderOf(port));
  }
}
