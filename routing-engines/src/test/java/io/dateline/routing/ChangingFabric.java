package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** A fabric that loses cables, switches and adapters, and gets them back. LIDs stay. */
public final class ChangingFabric {
  private static final int LOST_MAX = 6;

  private final Fabric whole;
  private final LidMap lids;
  private final BitSet lostNodes = new BitSet();
  private final BitSet lostPorts = new BitSet(); // one end of each cable that is lost

  /** All of it is there at first; LIDs are those of {@link Net#lids}. */
  public ChangingFabric(Fabric whole, int lmc) {
    this.whole = whole;
    lids = Net.lids(whole, lmc);
  }

  /** Loses something, or gets something back. */
  public void change(Random random) {
    int lost = lostNodes.cardinality() + lostPorts.cardinality();
    if (lost > 0 && (lost >= LOST_MAX || random.nextBoolean())) {
      giveBack(random.nextInt(lost));
    } else if (random.nextInt(3) > 0) {
      loseCable(random);
    } else {
      lostNodes.set(random.nextInt(whole.nodeCount()));
    }
  }

  /** Loses a cable between switches, or gets one back. */
  public void changeCable(Random random) {
    int lost = lostPorts.cardinality();
    if (lost > 0 && (lost >= LOST_MAX || random.nextBoolean())) {
      giveBack(random.nextInt(lost));
    } else {
      loseCable(random);
    }
  }

  /** Loses an adapter or a switch, or gets one back. */
  public void changeNode(Random random) {
    int lost = lostNodes.cardinality();
    if (lost > 0 && (lost >= LOST_MAX || random.nextBoolean())) {
      giveBack(random.nextInt(lost));
    } else {
      lostNodes.set(random.nextInt(whole.nodeCount()));
    }
  }

  /** Loses a node of the whole. */
  public void lose(int node) {
    lostNodes.set(node);
  }

  /** Loses the cable at a port of the whole. */
  public void loseCable(int port) {
    lostPorts.set(Math.min(port, whole.peer(port)));
  }

  /** All that was lost is back. */
  public void giveBackAll() {
    lostNodes.clear();
    lostPorts.clear();
  }

  private void giveBack(int which) {
    int nodes = lostNodes.cardinality();
    BitSet from = which < nodes ? lostNodes : lostPorts;
    from.clear(from.stream().skip(which < nodes ? which : which - nodes).findFirst().orElseThrow());
  }

  private void loseCable(Random random) {
    List<Integer> cables = new ArrayList<>();
    for (int port = 0; port < whole.portCount(); port++) {
      int peer = whole.peer(port);
      if (peer > port
          && whole.isSwitch(whole.nodeOf(port))
          && whole.isSwitch(whole.nodeOf(peer))
          && !lostPorts.get(port)) {
        cables.add(port);
      }
    }
    if (!cables.isEmpty()) {
      lostPorts.set(cables.get(random.nextInt(cables.size())));
    }
  }

  /** What there is now. */
  public Fabric present() {
    Fabric.Builder builder = new Fabric.Builder();
    for (int node = 0; node < whole.nodeCount(); node++) {
      if (!lostNodes.get(node)) {
        builder
            .node(whole.type(node), whole.nodeGuid(node), whole.externalPortCount(node))
            .systemImageGuid(whole.systemImageGuid(node))
            .description(whole.description(node));
      }
    }
    for (int port = 0; port < whole.portCount(); port++) {
      int peer = whole.peer(port);
      if (peer > port
          && !lostPorts.get(port)
          && !lostNodes.get(whole.nodeOf(port))
          && !lostNodes.get(whole.nodeOf(peer))) {
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

  /** The LIDs of what there is now. */
  public LidMap lids(Fabric present) {
    LidMap.Builder builder = new LidMap.Builder(present);
    for (int port : present.endPorts()) {
      int known = whole.endPortByGuid(present.portGuid(port));
      builder.assign(port, lids.baseLid(known), lids.lmc(known));
    }
    return builder.build();
  }

  /** Tables of another time, by the switches that there are now. */
  public static ForwardingTables carry(Fabric then, ForwardingTables tables, Fabric now) {
    ForwardingTables carried = new ForwardingTables(now.switchCount(), tables.maxLid());
    for (int node = 0; node < now.switchCount(); node++) {
      int known = then.nodeByGuid(now.nodeGuid(node));
      for (int lid = 0; known != Fabric.NONE && lid <= tables.maxLid(); lid++) {
        carried.set(node, lid, tables.port(known, lid));
      }
    }
    return carried;
  }
}
