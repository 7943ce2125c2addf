package io.dateline.sm.multicast;

import io.dateline.fabric.MulticastRow;
import java.util.Map;
import java.util.Optional;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * What switches hold of multicast, by their GUIDs. Immutable.
 *
 * @param acknowledged what they have acknowledged
 * @param atMost of switches that have failed since: what they may hold at most; nothing where it is
 *     not known
 */
public record HeldEntries(PMap<Long, MulticastRow> acknowledged, PMap<Long, MulticastRow> atMost) {
  public static final HeldEntries NONE =
      new HeldEntries(HashTreePMap.empty(), HashTreePMap.empty());

  /** Another subnet manager may have written to the switch. */
  HeldEntries forget(long guid) {
    return new HeldEntries(acknowledged.minus(guid), atMost.minus(guid));
  }

  /** The switch holds this, and nothing else. */
  public HeldEntries acknowledged(long guid, MulticastRow row) {
    return new HeldEntries(acknowledged.plus(guid, row), atMost.minus(guid));
  }

  /** Switches hold these, and nothing else. */
  HeldEntries acknowledged(Map<Long, MulticastRow> rows) {
    return new HeldEntries(acknowledged.plusAll(rows), atMost.minusAll(rows.keySet()));
  }

  /** The switch has given up all that a row has not. */
  HeldEntries taken(long guid, MulticastRow wanted) {
    MulticastRow row = acknowledged.get(guid);
    if (row != null) {
      return new HeldEntries(acknowledged.plus(guid, row.and(wanted)), atMost);
    }
    MulticastRow most = atMost.get(guid);
    return new HeldEntries(
        acknowledged, atMost.plus(guid, most == null ? wanted : most.and(wanted)));
  }

  /**
   * The switch was told and has not acknowledged it: it may hold what it did, or that.
   *
   * @param added what it was to hold more than before, at most
   */
  HeldEntries failed(long guid, MulticastRow added) {
    PMap<Long, MulticastRow> most =
        atMost(guid).map(row -> atMost.plus(guid, row.or(added))).orElse(atMost);
    return new HeldEntries(acknowledged.minus(guid), most);
  }

  boolean isKnown(long guid) {
    return acknowledged.containsKey(guid);
  }

  /** What it has acknowledged; null where it is not known what it holds. */
  MulticastRow known(long guid) {
    return acknowledged.get(guid);
  }

  /** What it has acknowledged, empty where it is not known what it holds. */
  public MulticastRow row(long guid) {
    return acknowledged.getOrDefault(guid, MulticastRow.EMPTY);
  }

  /** What the switch holds is a part of this; empty where that is not known. */
  Optional<MulticastRow> atMost(long guid) {
    return Optional.ofNullable(acknowledged.getOrDefault(guid, atMost.get(guid)));
  }
}
