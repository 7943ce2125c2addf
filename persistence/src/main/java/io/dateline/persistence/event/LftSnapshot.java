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
 */
public record LftSnapshot(
    long generation,
    int linearFdbTop,
    int confirmedTop,
    int blockCount,
    byte[] deflatedRow,
    byte[] confirmed)
    implements Journaled {
  public LftSnapshot {
    Objects.requireNonNull(deflatedRow);
    Objects.requireNonNull(confirmed);
  }
}
