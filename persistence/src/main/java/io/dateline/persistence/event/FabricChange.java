package io.dateline.persistence.event;

import java.util.Objects;

/**
 * A fabric as engines read it: all of it, or what is other than in the fabric before. GUIDs ascend
 * as unsigned integers. LIDs that ports were found with are not in it.
 *
 * @param generation of the sweep that found the fabric, 0 where there is none
 * @param isWhole whether {@code nodes} are all that there are, whatever was before
 * @param goneGuids nodes of the fabric before that are not there any more
 * @param nodes new or changed ones, as {@code GraphNode} makes them
 * @param withoutLids port GUIDs of all end ports that were given no LID: none were left
 * @param digest SHA-256, in hex, of the whole fabric after the change, as {@code FabricBook} takes
 *     it; empty where there is none
 */
public record FabricChange(
    long generation,
    boolean isWhole,
    long[] goneGuids,
    PackedNodes nodes,
    long[] withoutLids,
    String digest) {
  /** No sweep has told of a fabric yet. */
  public static final FabricChange NONE =
      new FabricChange(0, true, new long[0], PackedNodes.EMPTY, new long[0], "");

  public FabricChange {
    Objects.requireNonNull(goneGuids);
    Objects.requireNonNull(nodes);
    Objects.requireNonNull(withoutLids);
    Objects.requireNonNull(digest);
  }
}
