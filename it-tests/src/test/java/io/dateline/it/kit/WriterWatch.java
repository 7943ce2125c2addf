package io.dateline.it.kit;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sim.SimulatedFabric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Watches whose Sets take effect on a fabric. A port's key is written with from one port only, and
 * the keys that a port takes Sets of one after the other are kept, to be compared with the terms,
 * as is who wrote with which: who was deposed is refused by every port that has heard of its
 * successor, and no term is written with from two ports. And nobody gives a port another LID than
 * it has.
 */
public final class WriterWatch implements SimulatedFabric.SetObserver {
  private static final int VIOLATIONS_MAX = 10;

  private final Fabric fabric;
  private final Map<Long, Integer> lids; // by port GUID
  private final Map<Long, Integer> senders = new HashMap<>(); // by key
  private final List<Writing> writings = new ArrayList<>();
  private final long[] taken; // the key of the last Set, by port, 0 before
  private final List<Change> changes = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private int writer = Fabric.NONE;
  private long accepted;
  private long refusals;

  /** A port took a Set with another key than the one before. */
  public record Change(String port, long portGuid, long from, long to) {}

  /** A port was first written to with a key, from the port with the index {@code sender}. */
  public record Writing(String port, long portGuid, long mKey, int sender) {}

  /**
   * A watch that has seen nothing yet.
   *
   * @param lids that ports have, by port GUID; for good
   */
  public WriterWatch(Fabric fabric, Map<Long, Integer> lids) {
    this.fabric = fabric;
    this.lids = Map.copyOf(lids);
    taken = new long[fabric.portCount()];
  }

  @Override
  public synchronized void onSet(int sender, int port, Mad set, boolean refused) {
    if (refused) {
      refusals++;
      return;
    }
    accepted++;
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
    writer = sender;
    if (mKey == 0) {
      violation("%s wrote to %s without a key".formatted(name(sender), name(port)));
      return;
    }
    int node = fabric.nodeOf(port);
    int agent = fabric.isSwitch(node) ? fabric.port(node, 0) : port;
    Integer owner = senders.putIfAbsent(mKey, sender);
    if (owner == null) {
      writings.add(new Writing(name(agent), fabric.portGuid(agent), mKey, sender));
    } else if (owner != sender) {
      violation(
          "%s wrote attribute 0x%04x of %s with a key of %s"
              .formatted(name(sender), set.attributeId(), name(port), name(owner)));
    }
    if (taken[agent] != mKey) {
      if (taken[agent] != 0) {
        changes.add(new Change(name(agent), fabric.portGuid(agent), taken[agent], mKey));
      }
      taken[agent] = mKey;
    }
  }

  /** A node is switched off, and forgets its key. */
  public synchronized void forget(int node) {
    for (int number = 0; number <= fabric.externalPortCount(node); number++) {
      taken[fabric.port(node, number)] = 0;
    }
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
  public synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** The port whose Sets took effect last; none before the first. */
  public synchronized int writer() {
    return writer;
  }

  /** The changes since the last call. */
  public synchronized List<Change> takeChanges() {
    List<Change> since = List.copyOf(changes);
    changes.clear();
    return since;
  }

  /** Who wrote with which key, since the last call. */
  public synchronized List<Writing> takeWritings() {
    List<Writing> since = List.copyOf(writings);
    writings.clear();
    return since;
  }

  public synchronized String counts() {
    return "%d Sets with %d keys took effect, %d were refused"
        .formatted(accepted, senders.size(), refusals);
  }
}
