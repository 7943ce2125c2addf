package io.dateline.persistence.event;

/** Checks arrays that are parallel: each has something of the same things. */
final class Parallel {
  private Parallel() {}

  /** Of end ports and their LIDs. */
  static void check(long[] portGuids, int[] baseLids, byte[] lmcs) {
    if (baseLids.length != portGuids.length || lmcs.length != portGuids.length) {
      throw new IllegalArgumentException(
          "%d port GUIDs, %d base LIDs, %d LMCs"
              .formatted(portGuids.length, baseLids.length, lmcs.length));
    }
  }

  static void check(int length, int otherLength) {
    if (length != otherLength) {
      throw new IllegalArgumentException(
          "arrays of %d and %d are not parallel".formatted(length, otherLength));
    }
  }
}
