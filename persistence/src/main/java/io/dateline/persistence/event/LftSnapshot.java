package io.dateline.persistence.event;

import java.util.Objects;

/**
 * What all {@link LftEvent}s of a switch up to a moment come to.
 *
 * @param generation last targeted, 0 when there was none
 * @param linearFdbTop last targeted
 * @param confirmedTop LinearFDBTop the switch acknowledged, -1 when unknown
 * @param blockCount blocks ever targeted, from 0 on
 * @param deflatedRow their entries, see {@code BlockCompression}
 * @param confirmed bit set of confirmed blocks, as {@link java.util.BitSet#toByteArray}
 * @param multicast the same of its multicast table; null where it was never told any
 */
public record LftSnapshot(
    long generation,
    int linearFdbTop,
    int confirmedTop,
    int blockCount,
    byte[] deflatedRow,
    byte[] confirmed,
    Multicast multicast)
    implements Journaled {
  public LftSnapshot {
    Objects.requireNonNull(deflatedRow);
    Objects.requireNonNull(confirmed);
  }

  /**
   * What a switch was told of multicast.
   *
   * @param top MulticastFDBTop last targeted, 0 where none was
   * @param confirmedTop MulticastFDBTop it acknowledged, 0 when unknown
   * @param blocks numbers of the blocks ever targeted, ascending
   * @param deflatedMasks their masks, see {@code BlockCompression}
   * @param confirmed numbers of those it acknowledged, ascending
   */
  public record Multicast(
      int top, int confirmedTop, int[] blocks, byte[] deflatedMasks, int[] confirmed) {
    public Multicast {
      Objects.requireNonNull(blocks);
      Objects.requireNonNull(deflatedMasks);
      Objects.requireNonNull(confirmed);
    }
  }
}
