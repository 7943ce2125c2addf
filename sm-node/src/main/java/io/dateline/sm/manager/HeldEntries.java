package io.dateline.sm.manager;

import io.dateline.fabric.MulticastRow;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What switches hold of multicast, by their GUIDs: what they have acknowledged, or, of one that has
 * failed since, what it may hold at most, or nothing where nobody knows. Written to by one actor;
 * {@link #row} is for any thread.
 */
final class HeldEntries {
  private final Map<Long, MulticastRow> acknowledged = new ConcurrentHashMap<>();
  private final Map<Long, MulticastRow> atMost = new ConcurrentHashMap<>();

  void clear() {
    acknowledged.clear();
    atMost.clear();
  }

  /** Somebody else may have written to the switch. */
  void forget(long guid) {
    acknowledged.remove(guid);
    atMost.remove(guid);
  }

  /** The switch holds this, and nothing else. */
  void acknowledged(long guid, MulticastRow row) {
    acknowledged.put(guid, row);
    atMost.remove(guid);
  }

  /** The switch has given up all that a row has not. */
  void taken(long guid, MulticastRow wanted) {
    MulticastRow row = acknowledged.get(guid);
    if (row != null) {
      acknowledged.put(guid, row.and(wanted));
    } else {
      atMost.merge(guid, wanted, MulticastRow::and);
    }
  }

  /**
   * The switch was told and has not acknowledged it: it may hold what it did, or that.
   *
   * @param added what it was to hold more than before, at most
   */
  void failed(long guid, MulticastRow added) {
    Optional<MulticastRow> before = atMost(guid);
    acknowledged.remove(guid);
    before.ifPresent(row -> atMost.put(guid, row.or(added)));
  }

  boolean isKnown(long guid) {
    return acknowledged.containsKey(guid);
  }

  /** What it has acknowledged; null where it is not known what it holds. */
  MulticastRow known(long guid) {
    return acknowledged.get(guid);
  }

  /** What it has acknowledged, empty where it is not known what it holds. */
  MulticastRow row(long guid) {
    return acknowledged.getOrDefault(guid, MulticastRow.EMPTY);
  }

  /** What the switch holds is a part of this; empty where nobody knows. */
  Optional<MulticastRow> atMost(long guid) {
    return Optional.ofNullable(acknowledged.getOrDefault(guid, atMost.get(guid)));
  }
}
