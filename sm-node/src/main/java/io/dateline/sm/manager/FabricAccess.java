package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.programmer.SwitchAccess;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Optional;

/**
 * How this node reaches switches, as of its newest sweep. Written by the subnet manager's actor,
 * read by the programmers that live on this node.
 */
public final class FabricAccess implements SwitchAccess {
  private record Snapshot(Fabric fabric, RouteBook routes, Attributes attributes, TermKeys keys) {}

  private final MadExchange exchange;
  private volatile Snapshot snapshot; // null before the first sweep
  private volatile long lightSweptNs; // 0 before the first light sweep has ended

  public FabricAccess(MadExchange exchange) {
    this.exchange = exchange;
  }

  /** Programmers reach switches by what the sweep has found, with the keys of the term. */
  void open(HeavySweep sweep, TermKeys keys) {
    snapshot = new Snapshot(sweep.found.fabric(), sweep.routes, sweep.found.attributes(), keys);
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

  @Override
  public Optional<DirectedRoute> route(long switchGuid) {
    Snapshot now = snapshot;
    int node = now == null ? Fabric.NONE : now.fabric.nodeByGuid(switchGuid);
    return node == Fabric.NONE ? Optional.empty() : Optional.ofNullable(now.routes.toNode(node));
  }

  @Override
  public long mKey(long switchGuid) {
    Snapshot now = snapshot;
    int node = now == null ? Fabric.NONE : now.fabric.nodeByGuid(switchGuid);
    return node == Fabric.NONE ? 0 : now.keys.of(now.fabric.portGuid(now.fabric.port(node, 0)));
  }

  /** The M_Key of an end port in the term of the newest sweep; 0 before there is one. */
  long portKey(long portGuid) {
    Snapshot now = snapshot;
    return now == null ? 0 : now.keys.of(portGuid);
  }

  @Override
  public Optional<byte[]> switchInfo(long switchGuid) {
    Snapshot now = snapshot;
    int node = now == null ? Fabric.NONE : now.fabric.nodeByGuid(switchGuid);
    return node == Fabric.NONE
        ? Optional.empty()
        : Optional.ofNullable(now.attributes.switchInfo()[node]);
  }

  @Override
  public MadExchange exchange() {
    return exchange;
  }
}
