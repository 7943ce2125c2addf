package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A fabric of which cables, adapters and switches go and come back. End ports keep their LIDs; now
 * and then one gets another.
 */
public final class ChangingFabric {
  private final Fabric whole;
  private final Random random;
  private final BitSet lostPorts = new BitSet(); // one end of each cable that is lost
  private final BitSet lostNodes = new BitSet();
  private final int[] lids; // by port of the whole
  private final int[] counts; // by port of the whole
  private final Set<Integer> used = new HashSet<>();

  /** With all that belongs to it. */
  public ChangingFabric(Fabric whole, int lmc, Random random) {
    this.whole = whole;
    this.random = random;
    lids = new int[whole.portCount()];
    counts = new int[whole.portCount()];
    int lid = 1 << lmc;
    for (int port : whole.endPorts()) {
      lids[port] = lid;
      counts[port] = whole.isSwitch(whole.nodeOf(port)) ? 1 : 1 << lmc;
      used.addAll(IntStream.range(lid, lid + counts[port]).boxed().toList());
      lid += 1 << lmc;
    }
  }

  /** One thing goes, or some come back, or an end port gets another LID. */
  public void change(boolean areSwitchesToStay) {
    int[] ends = whole.endPorts();
    int port = random.nextInt(whole.portCount());
    switch (random.nextInt(areSwitchesToStay ? 9 : 11)) {
      case 0, 1, 2, 3 -> lostPorts.set(port);
      case 4 -> lostPorts.clear();
      case 5, 6 ->
          lostNodes.set(
              whole.switchCount() + random.nextInt(whole.nodeCount() - whole.switchCount()));
      case 7 -> lostNodes.clear(whole.switchCount(), whole.nodeCount());
      case 8 -> readdress(ends[random.nextInt(ends.length)]);
      case 9 -> lostNodes.set(random.nextInt(whole.switchCount()));
      default -> lostNodes.clear();
    }
  }

  /** A cable goes. */
  public void loseCable(int port) {
    lostPorts.set(port);
  }

  /** All cables come back. */
  public void findCables() {
    lostPorts.clear();
  }

  private void readdress(int port) {
    if (counts[port] == 1) {
      int lid = random.nextInt(4) == 0 ? 1 + random.nextInt(used.size() + 40) : lids[port] + 100;
      if (used.add(lid)) {
        used.remove(lids[port]);
        lids[port] = lid;
      }
    }
  }

  /** What is there now. */
  public Fabric fabric() {
    Fabric.Builder builder = new Fabric.Builder();
    for (int node = 0; node < whole.nodeCount(); node++) {
      if (!lostNodes.get(node)) {
        builder
            .node(whole.type(node), whole.nodeGuid(node), whole.externalPortCount(node))
            .description(whole.description(node));
      }
    }
    for (int port = 0; port < whole.portCount(); port++) {
      int peer = whole.peer(port);
      if (peer >= port && isThere(port) && isThere(peer)) {
        builder.link(
            builder.find(whole.nodeGuid(whole.nodeOf(port))),
            whole.portNumber(port),
            builder.find(whole.nodeGuid(whole.nodeOf(peer))),
            whole.portNumber(peer),
            LinkWidth.X4,
            LinkSpeed.EDR);
      }
    }
    return builder.build();
  }

  private boolean isThere(int port) {
    return !lostPorts.get(port) && !lostNodes.get(whole.nodeOf(port));
  }

  /** LIDs of what is there now; {@code fabric} is from {@link #fabric}. */
  public LidMap lids(Fabric fabric) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    for (int port : whole.endPorts()) {
      int node = fabric.nodeByGuid(whole.nodeGuid(whole.nodeOf(port)));
      if (node != Fabric.NONE) {
        int lmc = Integer.numberOfTrailingZeros(counts[port]);
        builder.assign(fabric.port(node, whole.portNumber(port)), lids[port], lmc);
      }
    }
    return builder.build();
  }
}
