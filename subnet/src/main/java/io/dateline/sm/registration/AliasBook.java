package io.dateline.sm.registration;

import io.dateline.fabric.Fabric;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsGranted;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsRemoved;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every alias GUID of the subnet. No GUID is twice in it. A block of 8 entries is a port's own
 * affair until the first of its GUIDs is granted; from then on it is in this book, even if it has
 * no GUID left. Immutable: each {@code with} copies.
 */
public final class AliasBook {
  /** Entries of a block (IBA Vol 1, 14.2.5.5). */
  public static final int BLOCK = 8;

  private static final int INDEX_MAX = 0xFF; // of GUIDCap

  static final Comparator<AliasGuid.Id> BY_PORT =
      Comparator.comparing(AliasGuid.Id::portGuid, Long::compareUnsigned)
          .thenComparing(AliasGuid.Id::index);

  public static final AliasBook EMPTY =
      new AliasBook(new TreeMap<>(BY_PORT), new TreeSet<>(BY_PORT), 0);

  private final NavigableMap<AliasGuid.Id, AliasGuid> aliases;
  private final Map<Long, AliasGuid.Id> holders = new HashMap<>(); // by GUID
  private final NavigableSet<AliasGuid.Id> blocks; // each by its first entry
  private final long chosen;

  private AliasBook(
      NavigableMap<AliasGuid.Id, AliasGuid> aliases,
      NavigableSet<AliasGuid.Id> blocks,
      long chosen) {
    this.aliases = Collections.unmodifiableNavigableMap(aliases);
    this.blocks = Collections.unmodifiableNavigableSet(blocks);
    this.chosen = chosen;
    for (AliasGuid alias : aliases.values()) {
      AliasGuid.Id other = holders.put(alias.guid(), alias.id());
      if (other != null) {
        throw new IllegalStateException("%s and %s have one GUID".formatted(other, alias));
      }
    }
  }

  /** As it was in the journal, see {@link AliasGuid}. */
  static AliasBook of(List<AliasGuid> stored, long chosen) {
    NavigableMap<AliasGuid.Id, AliasGuid> aliases = new TreeMap<>(BY_PORT);
    NavigableSet<AliasGuid.Id> blocks = new TreeSet<>(BY_PORT);
    for (AliasGuid alias : stored) {
      blocks.add(block(alias.id()));
      if (alias.guid() != 0) {
        aliases.put(alias.id(), alias);
      }
    }
    return new AliasBook(aliases, blocks, chosen);
  }

  /** As it goes into the journal. */
  List<AliasGuid> toStored() {
    List<AliasGuid> stored = new ArrayList<>(aliases.values());
    for (AliasGuid.Id block : blocks) {
      if (entries(block).isEmpty()) {
        stored.add(new AliasGuid(block, 0));
      }
    }
    return stored;
  }

  /** The block of an entry, named by its first one. */
  private static AliasGuid.Id block(AliasGuid.Id id) {
    return new AliasGuid.Id(id.portGuid(), id.index() / BLOCK * BLOCK);
  }

  private NavigableMap<AliasGuid.Id, AliasGuid> entries(AliasGuid.Id block) {
    return aliases.subMap(
        block, true, new AliasGuid.Id(block.portGuid(), block.index() + BLOCK - 1), true);
  }

  /** By port and index, ascending. */
  public Collection<AliasGuid> aliases() {
    return aliases.values();
  }

  /** Those of a port, by index. */
  public Collection<AliasGuid> aliases(long portGuid) {
    return aliases
        .subMap(new AliasGuid.Id(portGuid, 0), true, new AliasGuid.Id(portGuid, INDEX_MAX), true)
        .values();
  }

  NavigableMap<AliasGuid.Id, AliasGuid> byId() {
    return aliases;
  }

  /** The entry that has a GUID. */
  Optional<AliasGuid.Id> holder(long guid) {
    return Optional.ofNullable(holders.get(guid));
  }

  /** How many GUIDs the subnet manager has chosen in the subnet's life. */
  long chosen() {
    return chosen;
  }

  /** The blocks that are in this book, each by its first entry; by port and index, ascending. */
  public Collection<AliasGuid.Id> blocks() {
    return blocks;
  }

  /** Whether a block, named by any of its entries, is in this book. */
  public boolean hasBlock(AliasGuid.Id entry) {
    return blocks.contains(block(entry));
  }

  /** The 8 GUIDs of a block, named by its first entry; 0 where there is none. */
  public long[] guids(AliasGuid.Id block) {
    long[] guids = new long[BLOCK];
    for (AliasGuid alias : entries(block).values()) {
      guids[alias.id().index() - block.index()] = alias.guid();
    }
    if (block.index() == 0) {
      guids[0] = block.portGuid();
    }
    return guids;
  }

  /** Own GUID of the port that a GUID, its own or an alias, belongs to, as far as is known here. */
  public long ownGuid(long guid) {
    AliasGuid.Id holder = holders.get(guid);
    return holder == null ? guid : holder.portGuid();
  }

  /**
   * The end port that answers to a GUID, its own or an alias; {@link Fabric#NONE} if there is none.
   * A port's own GUID goes before another port's alias.
   */
  public int endPort(Fabric fabric, long guid) {
    int own = fabric.endPortByGuid(guid);
    AliasGuid.Id holder = own == Fabric.NONE ? holders.get(guid) : null;
    return holder == null ? own : fabric.endPortByGuid(holder.portGuid());
  }

  /**
   * The book with more GUIDs.
   *
   * @throws IllegalStateException if another entry has one of them
   */
  AliasBook with(AliasGuidsGranted granted) {
    NavigableMap<AliasGuid.Id, AliasGuid> next = new TreeMap<>(aliases);
    NavigableSet<AliasGuid.Id> nextBlocks = new TreeSet<>(blocks);
    for (AliasGuid alias : granted.aliases()) {
      next.put(alias.id(), alias);
      nextBlocks.add(block(alias.id()));
    }
    return new AliasBook(next, nextBlocks, granted.chosen());
  }

  /**
   * The book with fewer.
   *
   * @throws IllegalStateException if one of the entries has no GUID
   */
  AliasBook with(AliasGuidsRemoved removed) {
    NavigableMap<AliasGuid.Id, AliasGuid> left = new TreeMap<>(aliases);
    for (AliasGuid.Id id : removed.aliases()) {
      if (left.remove(id) == null) {
        throw new IllegalStateException("no alias GUID: " + id);
      }
    }
    return new AliasBook(left, new TreeSet<>(blocks), chosen);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AliasBook book
        && chosen == book.chosen
        && aliases.equals(book.aliases)
        && blocks.equals(book.blocks);
  }

  @Override
  public int hashCode() {
    return 31 * aliases.hashCode() + blocks.hashCode();
  }

  @Override
  public String toString() {
    return "%s, %d chosen".formatted(aliases.values(), chosen);
  }
}
