package io.dateline.fabric.judge;

import java.util.List;

/**
 * The channel dependency graph (W. J. Dally and C. L. Seitz, "Deadlock-Free Message Routing in
 * Multiprocessor Interconnection Networks", IEEE Trans. Computers C-36(5), 1987). Its vertices are
 * the {@link Lane}s of inter-switch channels that delivered paths use; an arc says that some path
 * takes one right after the other. Channels from and to end ports are left out: nothing comes
 * before the former or after the latter, so they are on no cycle.
 *
 * @param channelsByVl vertices by VL, length 16
 * @param dependenciesByVl arcs by the VL they begin on, length 16
 * @param cycle lanes each of which depends on the next and the last on the first; empty when the
 *     graph has no cycle
 */
public record Dependencies(long[] channelsByVl, long[] dependenciesByVl, List<Lane> cycle) {
  public Dependencies {
    cycle = List.copyOf(cycle);
  }

  /** Vertices on all VLs: a channel used on two VLs counts twice. */
  public long channels() {
    return sum(channelsByVl);
  }

  /** Arcs on and between all VLs. */
  public long dependencies() {
    return sum(dependenciesByVl);
  }

  /** Whether no set of buffers can wait for each other in a circle. */
  public boolean acyclic() {
    return cycle.isEmpty();
  }

  private static long sum(long[] counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }
}
