package io.dateline.sm.registration;

import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.SubnetEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Changes of alias GUIDs, one after the other, as {@link RegistrationChanges} has them. Has one
 * owner.
 */
public final class AliasChanges {
  private final AliasBook before;
  private final KeyedDraft<AliasGuid.Id, AliasGuid> aliases;
  private final Map<Long, Optional<AliasGuid.Id>> holders = new HashMap<>(); // that are others now
  private long chosen;

  AliasChanges(AliasBook before) {
    this.before = before;
    aliases = new KeyedDraft<>(before.byId());
    chosen = before.chosen();
  }

  /** The GUID of an entry, 0 where it has none. */
  long guid(AliasGuid.Id id) {
    AliasGuid alias = aliases.now().get(id);
    return alias == null ? 0 : alias.guid();
  }

  /** The entry that has a GUID. */
  Optional<AliasGuid.Id> holder(long guid) {
    Optional<AliasGuid.Id> changed = holders.get(guid);
    return changed == null ? before.holder(guid) : changed;
  }

  /** Whether the subnet manager has told the port of a block before. */
  boolean hadBlock(AliasGuid.Id entry) {
    return before.hasBlock(entry);
  }

  /** How many all ports have. */
  int count() {
    return aliases.now().size();
  }

  /** How many a port has. */
  int count(long portGuid) {
    NavigableMap<AliasGuid.Id, AliasGuid> all = aliases.now();
    return all.subMap(new AliasGuid.Id(portGuid, 0), new AliasGuid.Id(portGuid, 1 << 8)).size();
  }

  /** How many the subnet manager has chosen. */
  long chosen() {
    return chosen;
  }

  void chosen(long count) {
    chosen = count;
  }

  void grant(AliasGuid alias) {
    remove(alias.id());
    aliases.put(alias.id(), alias);
    holders.put(alias.guid(), Optional.of(alias.id()));
  }

  /** Nothing changes where the entry has no GUID. */
  void remove(AliasGuid.Id id) {
    AliasGuid gone = aliases.now().get(id);
    if (gone != null) {
      aliases.remove(id);
      holders.put(gone.guid(), Optional.empty());
    }
  }

  /** A GUID that has become some port's own is no alias of another one any more. */
  void dropOwned(LongPredicate isOwn) {
    removeIf(alias -> isOwn.test(alias.guid()));
  }

  void dropDeparted(LongPredicate isThere) {
    removeIf(alias -> !isThere.test(alias.id().portGuid()));
  }

  private void removeIf(Predicate<AliasGuid> isGone) {
    List.copyOf(aliases.now().values()).stream()
        .filter(isGone)
        .forEach(alias -> remove(alias.id()));
  }

  /** All changes so far; what is removed comes first, for another port may have got it. */
  List<SubnetEvent> events(String reason, long atMs) {
    List<SubnetEvent> events = new ArrayList<>();
    List<AliasGuid.Id> removed = aliases.removed();
    if (!removed.isEmpty()) {
      events.add(new SubnetEvent.AliasGuidsRemoved(removed, reason, atMs));
    }
    List<AliasGuid> granted = aliases.added();
    // A number is used up, though its GUID may have been given back in between.
    if (!granted.isEmpty() || chosen != before.chosen()) {
      events.add(new SubnetEvent.AliasGuidsGranted(granted, chosen, reason, atMs));
    }
    return events;
  }
}
