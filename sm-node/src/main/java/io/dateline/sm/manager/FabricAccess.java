package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How switches are reached from the end ports of this cluster's nodes, as of the newest sweep.
 * Written by the subnet manager's actor.
 */
public final class FabricAccess {
  /**
   * What the sweep has found.
   *
   * @param routes from end ports, by GUID; empty for one that was not there. Made when they are
   *     asked for
   */
  private record Snapshot(
      Fabric fabric, Attributes attributes, TermKeys keys, Map<Long, Optional<RouteBook>> routes) {
    private Optional<DirectedRoute> route(long fromPort, int node) {
      return routes
          .computeIfAbsent(
              fromPort,
              guid ->
                  Optional.of(fabric.endPortByGuid(guid))
                      .filter(port -> port != Fabric.NONE)
                      .map(port -> new RouteBook(fabric, port)))
          .map(book -> book.toNode(node));
    }

    private long mKey(int node) {
      return keys.of(fabric.portGuid(fabric.port(node, 0)));
    }
  }

  private final MadExchange exchange;
  private volatile Snapshot snapshot; // null before the first sweep
  private volatile long lightSweptNs; // 0 before the first light sweep has ended

  public FabricAccess(MadExchange exchange) {
    this.exchange = exchange;
  }

  /** Programmers reach switches by what the sweep has found, with the keys of the term. */
  void open(HeavySweep sweep, TermKeys keys) {
    Map<Long, Optional<RouteBook>> routes = new ConcurrentHashMap<>();
    routes.put(exchange.port().portGuid(), Optional.of(sweep.routes));
    snapshot = new Snapshot(sweep.found.fabric(), sweep.found.attributes(), keys, routes);
  }

  /** A light sweep has ended, at that time of the system's clock in ns. */
  void lightSwept(long nowNs) {
    lightSweptNs = nowNs;
  }

  /** Since the last light sweep ended at this node, in ns; negative before one has. */
  public long lightSweepAgeNs() {
    long then = lightSweptNs;
    return then == 0 ? -1 : System.nanoTime() - then;
  }

  /** The way to a switch from this node's port; empty when this node knows none. */
  Optional<DirectedRoute> route(long switchGuid) {
    Snapshot now = snapshot;
    int node = now == null ? Fabric.NONE : now.fabric.nodeByGuid(switchGuid);
    return node == Fabric.NONE ? Optional.empty() : now.route(exchange.port().portGuid(), node);
  }

  /** The M_Key of a switch in the current term; 0 when this node knows none. */
  long mKey(long switchGuid) {
    Snapshot now = snapshot;
    int node = now == null ? Fabric.NONE : now.fabric.nodeByGuid(switchGuid);
    return node == Fabric.NONE ? 0 : now.mKey(node);
  }

  /** The M_Key of an end port in the term of the newest sweep; 0 before there is one. */
  long portKey(long portGuid) {
    Snapshot now = snapshot;
    return now == null ? 0 : now.keys.of(portGuid);
  }

  /**
   * How a switch is reached from an end port; empty where one of them was not there, or the way is
   * too long.
   */
  Optional<SwitchReach> reach(long fromPort, long switchGuid) {
    Snapshot now = snapshot;
    int node = now == null ? Fabric.NONE : now.fabric.nodeByGuid(switchGuid);
    if (node == Fabric.NONE || now.attributes.switchInfo()[node] == null) {
      return Optional.empty();
    }
    return now.route(fromPort, node)
        .map(
            route ->
                new SwitchReach(
                    fromPort, route.ports(), now.attributes.switchInfo()[node], now.mKey(node)));
  }

  MadExchange exchange() {
    return exchange;
  }
}
