package io.dateline.it;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sim.SimulatedFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Watches whose Sets take effect on a fabric. There is one writer at a time: whoever has written
 * with the M_Key of a term is the only one that does, and once another term has written nobody does
 * with that key any more. And nobody gives a port another LID than it has.
 */
final class WriterWatch implements SimulatedFabric.SetObserver {
  private static final int VIOLATIONS_MAX = 10;

  private final Fabric fabric;
  private final Map<Long, Integer> lids; // by port GUID
  private final List<Reign> reigns = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private long taken;
  private long refusals;

  /** A term as the fabric sees it: its key, and the port that its Sets come from. */
  private record Reign(long mKey, int sender, long sinceNs) {}

  /**
   * A watch that has seen nothing yet.
   *
   * @param lids that ports have, by port GUID; for good
   */
  WriterWatch(Fabric fabric, Map<Long, Integer> lids) {
    this.fabric = fabric;
    this.lids = Map.copyOf(lids);
  }

  @Override
  public synchronized void onSet(int sender, int port, Mad set, boolean refused) {
    if (refused) {
      refusals++;
      return;
    }
    taken++;
    int target = target(port, set);
    PortInfo info = target == Fabric.NONE ? null : PortInfo.of(Smp.data(set));
    note(sender, info == null ? set.mKey() : info.mKey(), port, set);
    if (info != null && info.lid() != lids.getOrDefault(fabric.portGuid(target), 0)) {
      violation(
          "port %d gave %s LID %d, which has %s"
              .formatted(sender, name(target), info.lid(), lids.get(fabric.portGuid(target))));
    }
  }

  /** The end port that a Set of PortInfo is for; none if it is anything else. */
  private int target(int arrival, Mad set) {
    if (set.attributeId() != AttributeId.PORT_INFO) {
      return Fabric.NONE;
    }
    int node = fabric.nodeOf(arrival);
    int number = set.attributeModifier();
    if (fabric.isSwitch(node)) {
      return number == 0 ? fabric.port(node, 0) : Fabric.NONE;
    }
    return number == 0 ? arrival : fabric.port(node, number);
  }

  private void note(int sender, long mKey, int port, Mad set) {
    Reign now = reigns.isEmpty() ? new Reign(0, Fabric.NONE, 0) : reigns.getLast();
    if (now.mKey == mKey && now.sender == sender) {
      return;
    }
    for (int i = 0; i < reigns.size(); i++) {
      Reign before = reigns.get(i);
      if (before.mKey == mKey) {
        violation(
            "%s wrote attribute 0x%04x of %s with the key of term no. %d of %s, %d ms after no. %d of %s had begun to write"
                .formatted(
                    name(sender),
                    set.attributeId(),
                    name(port),
                    i,
                    name(before.sender),
                    (System.nanoTime() - now.sinceNs) / 1_000_000,
                    reigns.size() - 1,
                    name(now.sender)));
        return;
      }
    }
    if (mKey == 0) {
      violation("%s wrote to %s without a key".formatted(name(sender), name(port)));
      return;
    }
    reigns.add(new Reign(mKey, sender, System.nanoTime()));
  }

  private String name(int port) {
    return fabric.description(fabric.nodeOf(port)) + "[" + fabric.portNumber(port) + "]";
  }

  private void violation(String what) {
    if (violations.size() < VIOLATIONS_MAX) {
      violations.add(what);
    }
  }

  /** What should never have happened. */
  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** The port whose Sets took effect last; none before the first. */
  synchronized int writer() {
    return reigns.isEmpty() ? Fabric.NONE : reigns.getLast().sender;
  }

  /** The keys of the terms that have written, in the order in which they began to. */
  synchronized List<Long> keys() {
    return reigns.stream().map(Reign::mKey).toList();
  }

  synchronized String counts() {
    return "%d Sets by %d terms took effect, %d were refused"
        .formatted(taken, reigns.size(), refusals);
  }
}
