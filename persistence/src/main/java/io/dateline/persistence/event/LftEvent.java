package io.dateline.persistence.event;

import java.util.Objects;

/**
 * What one switch has been told about forwarding. Block {@code b} of its linear table is the 64
 * entries of LIDs {@code 64b .. 64b+63} (IBA Vol 1, 14.2.5.10); blocks of its multicast table are
 * numbered as {@link io.dateline.fabric.MulticastRow} does. {@code atMs} is Unix time.
 */
public sealed interface LftEvent extends Journaled {
  /** When, ms since 1970. */
  long atMs();

  /**
   * The switch is about to be told these blocks; until they are confirmed, they may be old or new.
   *
   * @param linearFdbTop the largest LID the switch shall look up
   * @param blocks block numbers whose target changes, ascending
   * @param deflatedEntries the new entries, 64 bytes a block in the order of {@code blocks}, see
   *     {@code BlockCompression}
   */
  record TablesTargeted(
      long generation, int linearFdbTop, int[] blocks, byte[] deflatedEntries, long atMs)
      implements LftEvent {
    public TablesTargeted {
      Objects.requireNonNull(blocks);
      Objects.requireNonNull(deflatedEntries);
    }
  }

  /**
   * The switch acknowledged these blocks as last targeted.
   *
   * @param blocks block numbers, ascending
   */
  record BlocksConfirmed(long generation, int[] blocks, long atMs) implements LftEvent {
    public BlocksConfirmed {
      Objects.requireNonNull(blocks);
    }
  }

  /** The switch acknowledged the LinearFDBTop of its SwitchInfo. */
  record TopConfirmed(long generation, int linearFdbTop, long atMs) implements LftEvent {}

  /**
   * The switch has lost, or may have lost, what it was told; nothing is confirmed any more.
   *
   * @param reason why, never empty
   */
  record TablesForgotten(String reason, long atMs) implements LftEvent {
    public TablesForgotten {
      Objects.requireNonNull(reason);
    }
  }

  /**
   * The switch is about to be told these blocks of its multicast table; until they are confirmed,
   * they may be old or new.
   *
   * @param multicastFdbTop the highest multicast LID it shall look up, 0 where it is not told any
   * @param blocks numbers of the blocks whose target changes, ascending
   * @param deflatedMasks the new masks, 64 bytes a block in the order of {@code blocks}, see {@code
   *     BlockCompression}
   */
  record MulticastTargeted(
      long generation, int multicastFdbTop, int[] blocks, byte[] deflatedMasks, long atMs)
      implements LftEvent {
    public MulticastTargeted {
      Objects.requireNonNull(blocks);
      Objects.requireNonNull(deflatedMasks);
    }
  }

  /**
   * The switch acknowledged these blocks of its multicast table as last targeted.
   *
   * @param multicastFdbTop that it acknowledged, too; 0 where it did not
   * @param blocks their numbers, ascending
   */
  record MulticastConfirmed(long generation, int multicastFdbTop, int[] blocks, long atMs)
      implements LftEvent {
    public MulticastConfirmed {
      Objects.requireNonNull(blocks);
    }
  }
}
