package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.TreeLearnt;

/** {@link TreeLearnt}, version 1. */
public record StoredTreeLearnt(
    long[] nodeGuids, int[] levels, long[] newRoots, long[] formerRoots, String reason, long atMs) {
  public static StoredTreeLearnt of(TreeLearnt event) {
    return new StoredTreeLearnt(
        event.nodeGuids(),
        event.levels(),
        event.newRoots(),
        event.formerRoots(),
        event.reason(),
        event.atMs());
  }

  public TreeLearnt toEvent() {
    return new TreeLearnt(nodeGuids, levels, newRoots, formerRoots, reason, atMs);
  }
}
