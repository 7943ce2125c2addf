package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import java.util.Arrays;

/** How many paths that weigh something go by each channel, by the tables. One thread's scratch. */
final class PathLoads {
  private final NueTask task;
  private final ForwardingTables tables;
  private final long[] loads; // by channel
  private final int[] next; // by switch: the channel by which packets to a LID leave
  private final int[] waiting; // by switch: those that lead to it, and that are not counted yet
  private final int[] ready; // switches that wait for no other
  private final long[] carried; // by switch: paths that come by or begin there

  private PathLoads(NueTask task, ForwardingTables tables) {
    this.task = task;
    this.tables = tables;
    SwitchGraph channels = task.channels();
    loads = new long[channels.channelCount];
    next = new int[channels.switchCount];
    waiting = new int[channels.switchCount];
    ready = new int[channels.switchCount];
    carried = new long[channels.switchCount];
  }

  /** By channel; one of a cable that is avoided has more than all paths, or the other way of it. */
  static long[] of(NueTask task, ForwardingTables tables, int threads) {
    long[] all = task.firstLoads();
    Slices.map(
            task.destinations().count,
            threads,
            (from, to) -> {
              PathLoads part = new PathLoads(task, tables);
              for (int destination = from; destination < to; destination++) {
                part.add(destination);
              }
              return part.loads;
            })
        .forEach(part -> Arrays.setAll(all, channel -> all[channel] + part[channel]));
    return all;
  }

  private void add(int destination) {
    if (task.counts()[destination]) {
      int base = task.destinations().lids[destination];
      for (int lid = base; lid < base + task.lidCount(destination); lid++) {
        add(task.home(destination), lid);
      }
    }
  }

  private void add(int home, int lid) {
    SwitchGraph channels = task.channels();
    Arrays.fill(waiting, 0);
    for (int node = 0; node < next.length; node++) {
      next[node] = task.next(tables, node, home, lid);
      if (next[node] != Fabric.NONE) {
        waiting[channels.to[next[node]]]++;
      }
    }
    int found = 0;
    for (int node = 0; node < next.length; node++) {
      carried[node] = task.senders()[node];
      if (waiting[node] == 0) {
        ready[found++] = node;
      }
    }
    for (int place = 0; place < found; place++) {
      int node = ready[place];
      if (next[node] != Fabric.NONE) {
        int to = channels.to[next[node]];
        loads[next[node]] += carried[node];
        carried[to] += carried[node];
        if (--waiting[to] == 0) {
          ready[found++] = to;
        }
      }
    }
  }
}
