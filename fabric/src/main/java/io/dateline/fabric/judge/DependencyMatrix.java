package io.dateline.fabric.judge;

import io.dateline.fabric.SlToVl;
import java.util.Arrays;

/**
 * The channel dependency graph as bits. A dependency lives in one switch, where a packet comes in
 * by one port and goes out by another, so there is a bit for every (switch, input, output), and a
 * plane of such bits for every pair of VLs that occurs. The largest subnet needs 2 MB a plane.
 */
final class DependencyMatrix {
  static final int VL_COUNT = SlToVl.DROP + 1;

  private final SwitchPorts graph;
  private final int[] firstBit; // by switch, length switchCount+1; rows by input, then output
  private final long[][] planes; // by input VL * VL_COUNT + output VL; null where none occurs
  private final char[] lanes; // by switch port: mask of the VLs used

  /**
   * An empty graph.
   *
   * @throws ArithmeticException if the switches have more than 2^31 pairs of ports
   */
  DependencyMatrix(SwitchPorts graph) {
    this.graph = graph;
    firstBit = new int[graph.switchCount + 1];
    for (int node = 0; node < graph.switchCount; node++) {
      int ports = portsOf(node);
      firstBit[node + 1] = Math.addExact(firstBit[node], ports * ports);
    }
    planes = new long[VL_COUNT * VL_COUNT][];
    lanes = new char[graph.portCount];
  }

  private DependencyMatrix(DependencyMatrix other, SwitchPorts sameSwitches) {
    graph = sameSwitches;
    firstBit = other.firstBit;
    planes = new long[VL_COUNT * VL_COUNT][];
    for (int plane = 0; plane < planes.length; plane++) {
      planes[plane] = other.planes[plane] == null ? null : other.planes[plane].clone();
    }
    lanes = other.lanes.clone();
  }

  /** The same graph, of a fabric that has the same switches. */
  DependencyMatrix copy(SwitchPorts sameSwitches) {
    return new DependencyMatrix(this, sameSwitches);
  }

  private int portsOf(int node) {
    return graph.firstPort[node + 1] - graph.firstPort[node];
  }

  /** Notes that packets use VLs of a channel; {@code vlMask} has a bit for each. */
  void use(int channel, int vlMask) {
    lanes[channel] |= (char) vlMask;
  }

  /** Notes that packets come into a switch and leave it for another one. */
  void depend(int node, int inputNumber, int inputVl, int outputNumber, int outputVl) {
    int plane = inputVl * VL_COUNT + outputVl;
    long[] words = planes[plane];
    if (words == null) {
      words = new long[(firstBit[firstBit.length - 1] + 63) >>> 6];
      planes[plane] = words;
    }
    int bit = firstBit[node] + inputNumber * portsOf(node) + outputNumber;
    long mask = 1L << (bit & 63);
    // Most bits are set many times over; reading first keeps the cache lines clean.
    if ((words[bit >>> 6] & mask) == 0) {
      words[bit >>> 6] |= mask;
    }
  }

  /** Notes whether packets use VL 0 of a channel. */
  void setLaneZero(int channel, boolean isUsed) {
    lanes[channel] = (char) (isUsed ? lanes[channel] | 1 : lanes[channel] & ~1);
  }

  /** Notes whether packets come into a switch and leave it for another one, both on VL 0. */
  void setOnLaneZero(int node, int inputNumber, int outputNumber, boolean isTurnTaken) {
    if (isTurnTaken) {
      depend(node, inputNumber, 0, outputNumber, 0);
    } else if (planes[0] != null) {
      int bit = firstBit[node] + inputNumber * portsOf(node) + outputNumber;
      planes[0][bit >>> 6] &= ~(1L << (bit & 63));
    }
  }

  /** Adds what another worker noted. */
  void addAll(DependencyMatrix other) {
    for (int channel = 0; channel < lanes.length; channel++) {
      lanes[channel] |= other.lanes[channel];
    }
    for (int plane = 0; plane < planes.length; plane++) {
      long[] from = other.planes[plane];
      if (from == null) {
        continue;
      }
      long[] into = planes[plane];
      if (into == null) {
        planes[plane] = Arrays.copyOf(from, from.length);
        continue;
      }
      for (int word = 0; word < into.length; word++) {
        into[word] |= from[word];
      }
    }
  }

  /** VLs used on a channel, as a mask. */
  int lanes(int channel) {
    return lanes[channel];
  }

  /**
   * The lanes that a lane depends on, one by one.
   *
   * @param cursor 0 at first, then one more than the last answer
   * @return a cursor of which {@link #vlAt} and {@link #outputAt} tell the successor, or -1 when
   *     there is no more
   */
  int nextSuccessor(int channel, int vl, int cursor) {
    int arrival = graph.peer[channel];
    int node = graph.switchOf[arrival];
    int ports = portsOf(node);
    int row = firstBit[node] + graph.numberOf(arrival) * ports;
    int output = outputAt(cursor);
    for (int outputVl = vlAt(cursor); outputVl < VL_COUNT; outputVl++, output = 0) {
      long[] words = planes[vl * VL_COUNT + outputVl];
      if (words == null) {
        continue;
      }
      int bit = nextBit(words, row + output, row + ports);
      if (bit >= 0) {
        return outputVl << 8 | (bit - row);
      }
    }
    return -1;
  }

  // A cursor is the VL above the output port number, which fits eight bits.

  static int vlAt(int cursor) {
    return cursor >>> 8;
  }

  static int outputAt(int cursor) {
    return cursor & 0xFF;
  }

  /** The channel a successor of {@code channel} leaves by. */
  int channelAt(int channel, int cursor) {
    return graph.firstPort[graph.leadsTo[channel]] + outputAt(cursor);
  }

  private static int nextBit(long[] words, int from, int to) {
    int bit = from;
    while (bit < to) {
      long word = words[bit >>> 6] >>> (bit & 63);
      if (word != 0) {
        int found = bit + Long.numberOfTrailingZeros(word);
        return found < to ? found : -1;
      }
      bit = (bit | 63) + 1;
    }
    return -1;
  }

  /** Used lanes by VL. */
  long[] channelsByVl() {
    long[] counts = new long[VL_COUNT];
    for (char mask : lanes) {
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        counts[Integer.numberOfTrailingZeros(rest)]++;
      }
    }
    return counts;
  }

  /** Dependencies by the VL they begin on. */
  long[] dependenciesByVl() {
    long[] counts = new long[VL_COUNT];
    for (int plane = 0; plane < planes.length; plane++) {
      if (planes[plane] != null) {
        for (long word : planes[plane]) {
          counts[plane / VL_COUNT] += Long.bitCount(word);
        }
      }
    }
    return counts;
  }
}
