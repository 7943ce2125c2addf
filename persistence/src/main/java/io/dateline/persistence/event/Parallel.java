package io.dateline.persistence.event;

/** Checks the parallel arrays that say which end port has which LIDs. */
final class Parallel {
  private Parallel() {}

  static void check(long[] portGuids, int[] baseLids, byte[] lmcs) {
    if (baseLids.length != portGuids.length || lmcs.length != portGuids.length) {
      throw new IllegalArgumentException(
          "%d port GUIDs, %d base LIDs, %d LMCs"
              .formatted(portGuids.length, baseLids.length, lmcs.length));
    }
  }
}
