package io.dateline.routing.proof;

import io.dateline.fabric.SlToVl;
import io.dateline.routing.cdg.Channels;
import io.dateline.routing.cdg.DependencyGraph;
import java.util.Arrays;

/**
 * Which lanes are used, and which come right after one another, as bits. A packet comes into a
 * switch by one of its cables to switches and leaves by another, so a switch of degree {@code d}
 * has {@code d * d} bits, for every pair of virtual lanes that occurs: 2 MB a pair for 3,840
 * switches of 64 cables. Bits are in the order of the switch before, which walks begin at one after
 * the other: so what they need next is near.
 *
 * <p>A lane is the vertex {@code vl * channels + channel} of the graph.
 */
final class LaneDependencies implements LaneSink, DependencyGraph.Edges {
  private static final int VLS = SlToVl.DROP;

  private final Channels channels;
  private final int[] rowOf; // by channel: bit of it and another one after it, less that one
  private final int turns; // bits in a plane
  private final long[][] used = new long[VLS][]; // by VL: bits by channel; null where unused
  private final long[][] planes = new long[VLS * VLS][]; // by VL before * VLS + VL after; or null

  /**
   * Empty.
   *
   * @throws ArithmeticException if there are more than 2^31 pairs of cables at switches
   */
  LaneDependencies(Channels channels) {
    this.channels = channels;
    rowOf = new int[channels.count];
    int bits = 0;
    for (int channel = 0; channel < rowOf.length; channel++) {
      int node = channels.head[channel];
      rowOf[channel] = bits - channels.firstOf[node];
      bits = Math.addExact(bits, channels.firstOf[node + 1] - channels.firstOf[node]);
    }
    turns = bits;
  }

  @Override
  public void use(int channel, int vl) {
    if (used[vl] == null) {
      used[vl] = new long[words(channels.count)];
    }
    set(used[vl], channel);
  }

  @Override
  public void follow(int before, int vlBefore, int after, int vlAfter) {
    int plane = vlBefore * VLS + vlAfter;
    if (planes[plane] == null) {
      planes[plane] = new long[words(turns)];
    }
    set(planes[plane], rowOf[before] + after);
  }

  /** Most bits are set many times over; reading first keeps the cache lines clean. */
  private static void set(long[] words, int bit) {
    long mask = 1L << bit;
    if ((words[bit >>> 6] & mask) == 0) {
      words[bit >>> 6] |= mask;
    }
  }

  private static int words(int count) {
    return (count + Long.SIZE - 1) >>> 6;
  }

  /** Adds what another one has; that stays as it is. */
  void addAll(LaneDependencies other) {
    addAll(used, other.used);
    addAll(planes, other.planes);
  }

  private static void addAll(long[][] into, long[][] from) {
    for (int i = 0; i < into.length; i++) {
      if (into[i] == null) {
        into[i] = from[i] == null ? null : from[i].clone();
      } else if (from[i] != null) {
        for (int word = 0; word < into[i].length; word++) {
          into[i][word] |= from[i][word];
        }
      }
    }
  }

  /** Virtual lanes in use. */
  int layers() {
    return (int) Arrays.stream(used).filter(plane -> plane != null).count();
  }

  /** Lanes in use. */
  int lanes() {
    int count = 0;
    for (long[] words : used) {
      if (words != null) {
        for (long word : words) {
          count += Long.bitCount(word);
        }
      }
    }
    return count;
  }

  /** One more than the largest vertex there can be. */
  int vertexCount() {
    int vls = VLS;
    while (vls > 0 && used[vls - 1] == null) {
      vls--;
    }
    return Math.multiplyExact(vls, channels.count);
  }

  /** The channel of a vertex, as the index of its port. */
  int portOf(int vertex) {
    return channels.port[vertex % channels.count];
  }

  /** The virtual lane of a vertex. */
  int vlOf(int vertex) {
    return vertex / channels.count;
  }

  @Override
  public void forEach(DependencyGraph.Edge edge) {
    for (int plane = 0; plane < planes.length; plane++) {
      if (planes[plane] != null) {
        forEach(planes[plane], plane / VLS * channels.count, plane % VLS * channels.count, edge);
      }
    }
  }

  private void forEach(long[] words, int from, int to, DependencyGraph.Edge edge) {
    for (int channel = 0; channel < channels.count; channel++) {
      int node = channels.head[channel];
      int end = channels.firstOf[node + 1];
      int after = channels.firstOf[node];
      while (after < end) {
        int bit = rowOf[channel] + after;
        long rest = words[bit >>> 6] >>> bit;
        if (rest == 0) {
          after += Long.SIZE - (bit & 63);
          continue;
        }
        after += Long.numberOfTrailingZeros(rest);
        if (after < end) {
          edge.between(from + channel, to + after);
        }
        after++;
      }
    }
  }
}
