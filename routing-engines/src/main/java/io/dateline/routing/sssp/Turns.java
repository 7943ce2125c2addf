package io.dateline.routing.sssp;

import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.Destinations;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Whose turn it is to be routed: who comes first finds the channels empty. */
final class Turns {
  private Turns() {}

  /**
   * The destinations: those of {@code cn_guid_file}, of {@code io_guid_file}, others, switches; of
   * each kind those first that are at the switch with the most adapters, then by switch and port.
   *
   * @param adapters by switch
   */
  static int[] of(Destinations destinations, int[] adapters, TreeOptions options) {
    boolean isListed = options.cnGuids().isPresent();
    return IntStream.range(0, destinations.count)
        .boxed()
        .sorted(
            Comparator.comparingInt((Integer i) -> kind(destinations.kinds[i], isListed))
                .thenComparingInt(i -> -adapters[destinations.homes[i]])
                .thenComparingInt(i -> i))
        .mapToInt(Integer::intValue)
        .toArray();
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
