package io.dateline.routing.sssp;

import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.Destinations;
import java.util.Arrays;

/** Whose turn it is to be routed: who comes first finds the channels empty. */
final class Turns {
  private static final int COUNT_BITS = 30; // of what is counted; far more than there are LIDs
  private static final long COUNT_MAX = (1L << COUNT_BITS) - 1;

  private Turns() {}

  /**
   * The destinations: those of {@code cn_guid_file}, of {@code io_guid_file}, others, switches; of
   * each kind those first that are at the switch with the most adapters, then by switch and port.
   *
   * @param adapters by switch
   */
  static int[] of(Destinations destinations, int[] adapters, TreeOptions options) {
    boolean isListed = options.cnGuids().isPresent();
    long[] turns = new long[destinations.count]; // kind, then fewness of adapters, then destination
    for (int i = 0; i < turns.length; i++) {
      long fewness = COUNT_MAX - adapters[destinations.homes[i]];
      long kind = kind(destinations.kinds[i], isListed);
      turns[i] = (((kind << COUNT_BITS) | fewness) << COUNT_BITS) | i;
    }
    Arrays.sort(turns);
    int[] order = new int[turns.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = (int) (turns[i] & COUNT_MAX);
    }
    return order;
  }

  /** Where no file names compute nodes, adapters are others. */
  private static int kind(Destinations.Kind kind, boolean isListed) {
    return switch (kind) {
      case COMPUTE -> isListed ? 0 : 2;
      case IO -> 1;
      case OTHER -> 2;
      case SWITCH -> 3;
    };
  }
}
