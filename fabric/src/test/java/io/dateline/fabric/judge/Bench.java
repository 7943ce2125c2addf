package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import java.util.ArrayList;
import java.util.List;

/**
 * A small fabric on the test bench: switches 0, 1, ... with GUIDs that keep that order, adapters of
 * one port, LIDs in order of end ports from 1, and tables that start empty.
 */
public final class Bench {
  private final Fabric.Builder builder = new Fabric.Builder();
  private final List<Fabric.NodeDraft> switches = new ArrayList<>();
  private final List<Fabric.NodeDraft> adapters = new ArrayList<>();
  private Fabric fabric;
  private LidMap lids;
  private ForwardingTables tables;

  public Bench switches(int count, int ports) {
    for (int i = 0; i < count; i++) {
      switches.add(
          builder
              .node(NodeType.SWITCH, 0x100 + switches.size(), ports)
              .description("s" + switches.size()));
    }
    return this;
  }

  /** Connects two switches. */
  public Bench cable(int a, int portA, int b, int portB) {
    builder.link(switches.get(a), portA, switches.get(b), portB, LinkWidth.X4, LinkSpeed.EDR);
    return this;
  }

  /** Hangs a new adapter on a switch. */
  public Bench host(int atSwitch, int port) {
    Fabric.NodeDraft adapter = adapter();
    builder.link(switches.get(atSwitch), port, adapter, 1, LinkWidth.X4, LinkSpeed.EDR);
    return this;
  }

  /** Connects two new adapters back to back. */
  public Bench backToBack() {
    builder.link(adapter(), 1, adapter(), 1, LinkWidth.X4, LinkSpeed.EDR);
    return this;
  }

  private Fabric.NodeDraft adapter() {
    Fabric.NodeDraft adapter =
        builder
            .node(NodeType.CA, 0x10000 + 16L * adapters.size(), 1)
            .description("h" + adapters.size());
    adapters.add(adapter);
    return adapter;
  }

  public boolean isFree(int atSwitch, int port) {
    return !switches.get(atSwitch).isLinked(port);
  }

  public Bench build(int lmc) {
    fabric = builder.build();
    LidMap.Builder assigned = new LidMap.Builder(fabric);
    int lid = 1 << lmc;
    for (int port : fabric.endPorts()) {
      boolean isSwitch = fabric.isSwitch(fabric.nodeOf(port));
      assigned.assign(port, lid, isSwitch ? 0 : lmc);
      lid += 1 << lmc;
    }
    lids = assigned.build();
    tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    return this;
  }

  public Fabric fabric() {
    return fabric;
  }

  public LidMap lids() {
    return lids;
  }

  public ForwardingTables tables() {
    return tables;
  }

  public int adapterPort(int adapter) {
    return fabric.endPortByGuid(adapters.get(adapter).guid() + 1);
  }

  public int adapterLid(int adapter) {
    return lids.baseLid(adapterPort(adapter));
  }

  public int switchLid(int node) {
    return lids.baseLid(fabric.port(node, 0));
  }

  public Bench entry(int node, int lid, int portNumber) {
    tables.set(node, lid, portNumber);
    return this;
  }

  public Routing routing(SlToVl slToVl, PathSl pathSl) {
    return new Routing("hand", tables, slToVl, pathSl, 1);
  }

  public Verdict judge(Scope scope) {
    return judge(scope, SlToVl.IDENTITY, PathSl.ZERO);
  }

  public Verdict judge(Scope scope, SlToVl slToVl, PathSl pathSl) {
    return Judge.judge(fabric, lids, routing(slToVl, pathSl), new JudgeOptions(scope, 1, 10));
  }
}
