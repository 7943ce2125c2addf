package io.dateline.routing.sssp;

import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.balance.Destinations.Kind;
import java.util.Arrays;

/**
 * The order in which destinations are routed: the first find the channels empty. Arrays are not
 * copies.
 *
 * @param destinations those of {@code cn_guid_file}, of {@code io_guid_file}, others, switches; of
 *     each kind those first that are at the switch with the most adapters, then by switch and port
 * @param first by kind: its first turn; length kinds + 1
 */
record DestinationTurns(int[] destinations, int[] first) {
  /** How many kinds of adapters there are; switches are one more, the last. */
  static final int ADAPTER_KINDS = 3;

  private static final int COUNT_BITS = 30; // of what is counted; far more than there are LIDs
  private static final long COUNT_MAX = (1L << COUNT_BITS) - 1;

  /**
   * Destinations in order.
   *
   * @param adapters by switch
   */
  static DestinationTurns of(Destinations destinations, int[] adapters, TreeOptions options) {
    boolean isListed = options.cnGuids().isPresent();
    long[] turns = new long[destinations.count]; // kind, then fewness of adapters, then destination
    int[] first = new int[ADAPTER_KINDS + 2];
    for (int i = 0; i < turns.length; i++) {
      long fewness = COUNT_MAX - adapters[destinations.homes[i]];
      int kind = kind(destinations.kinds[i], isListed);
      turns[i] = ((((long) kind << COUNT_BITS) | fewness) << COUNT_BITS) | i;
      first[kind + 1]++;
    }
    Arrays.sort(turns);
    for (int kind = 0; kind <= ADAPTER_KINDS; kind++) {
      first[kind + 1] += first[kind];
    }
    int[] order = new int[turns.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = (int) (turns[i] & COUNT_MAX);
    }
    return new DestinationTurns(order, first);
  }

  /** The turn from which on all destinations are switches. */
  int firstSwitch() {
    return first[ADAPTER_KINDS];
  }

  /** Where no file names compute nodes, adapters are others. */
  private static int kind(Kind kind, boolean isListed) {
    return switch (kind) {
      case COMPUTE -> isListed ? 0 : 2;
      case IO -> 1;
      case OTHER -> 2;
      case SWITCH -> 3;
    };
  }
}
