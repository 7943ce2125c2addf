package io.dateline.sm;

import io.dateline.fabric.Fabric;
import java.util.stream.IntStream;

/** Cables between switches. */
public final class SwitchCables {
  private SwitchCables() {}

  /** The first port of a switch that leads to another one. */
  public static int first(Fabric fabric, int node) {
    return IntStream.rangeClosed(1, fabric.externalPortCount(node))
        .map(number -> fabric.port(node, number))
        .filter(port -> fabric.peer(port) != Fabric.NONE)
        .filter(port -> fabric.isSwitch(fabric.nodeOf(fabric.peer(port))))
        .findFirst()
        .orElseThrow();
  }
}
