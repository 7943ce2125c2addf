package io.dateline.routing.nue;

import io.dateline.fabric.PathSl;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which lane each destination is routed in. Immutable; arrays are not copies.
 *
 * @param lanes by destination
 * @param used one more than the highest lane with a destination, at least 1
 */
record LanePlan(NueTask task, byte[] lanes, int used) {
  /** Divides destinations by where they are, so that paths of a lane have much in common. */
  static LanePlan of(NueTask task, int lanes) {
    int[] parts = Partition.of(task.channels(), task.weights(), lanes);
    byte[] planned = new byte[task.destinations().count];
    int used = 1;
    for (int destination = 0; destination < planned.length; destination++) {
      planned[destination] = (byte) parts[task.home(destination)];
      used = Math.max(used, planned[destination] + 1);
    }
    return new LanePlan(task, planned, used);
  }

  /** The destinations of a lane, by switch. */
  int[] members(int lane) {
    return IntStream.range(0, lanes.length).filter(i -> lanes[i] == lane).toArray();
  }

  /** The SLs of paths. */
  PathSl pathSl() {
    byte[] byLid = new byte[task.lids().maxLid() + 1];
    for (int destination = 0; destination < lanes.length; destination++) {
      int base = task.destinations().lids[destination];
      Arrays.fill(byLid, base, base + task.lidCount(destination), lanes[destination]);
    }
    return new DestinationLanes(byLid);
  }
}
