package io.dateline.persistence.stored;

import io.dateline.persistence.event.LftEvent.BlocksConfirmed;

/** {@link BlocksConfirmed}, version 1; its block numbers are a bit set. */
public record StoredBlocksConfirmed(long generation, byte[] blockBits, long atMs) {
  public static StoredBlocksConfirmed of(BlocksConfirmed event) {
    return new StoredBlocksConfirmed(
        event.generation(), BlockSet.toBits(event.blocks()), event.atMs());
  }

  public BlocksConfirmed toEvent() {
    return new BlocksConfirmed(generation, BlockSet.toBlocks(blockBits), atMs);
  }
}
