package io.dateline.fabric.measure;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.util.Arrays;

/** The ports that applications send from and to: those of adapters and routers that have a LID. */
public final class EndNodes {
  private EndNodes() {}

  /** Their port indices, ascending, which is the order of node GUIDs. */
  public static int[] ports(Fabric fabric, LidMap lids) {
    return Arrays.stream(fabric.endPorts())
        .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)) && lids.lidCount(port) > 0)
        .toArray();
  }
}
