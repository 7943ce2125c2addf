package io.dateline.persistence.stored;

import io.dateline.persistence.event.LftEvent.TablesTargeted;

/** {@link TablesTargeted}, version 1; its block numbers are a bit set. */
public record StoredTablesTargeted(
    long generation, int linearFdbTop, byte[] blockBits, byte[] deflatedEntries, long atMs) {
  public static StoredTablesTargeted of(TablesTargeted event) {
    return new StoredTablesTargeted(
        event.generation(),
        event.linearFdbTop(),
        BlockSet.toBits(event.blocks()),
        event.deflatedEntries(),
        event.atMs());
  }

  public TablesTargeted toEvent() {
    return new TablesTargeted(
        generation, linearFdbTop, BlockSet.toBlocks(blockBits), deflatedEntries, atMs);
  }
}
