package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import java.util.stream.IntStream;

/** End ports of hosts. */
final class Adapters {
  private Adapters() {}

  /** Their numbers, ascending. */
  static int[] ports(Fabric fabric) {
    return IntStream.of(fabric.endPorts())
        .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
        .toArray();
  }
}
