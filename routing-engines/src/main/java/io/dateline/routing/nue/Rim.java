package io.dateline.routing.nue;

import io.dateline.fabric.SwitchGraph;

/**
 * What lies outside of what, seen from a lane. A path over a switch that lies farther out than the
 * ones before and after it is a valley: on a fat-tree, a turn down and up again. Immutable.
 */
final class Rim {
  private final SwitchGraph channels;
  private final int words;
  private final long[] inwards; // by switch and word: its channels to those it is outside of

  /**
   * Compares all neighbours.
   *
   * @param centrality by switch
   * @param remoteness by switch: cables to the next one with senders
   * @param words of bits that the cables of a switch take
   */
  Rim(SwitchGraph channels, int[] centrality, int[] remoteness, int words) {
    this.channels = channels;
    this.words = words;
    inwards = new long[channels.switchCount * words];
    for (int node = 0; node < channels.switchCount; node++) {
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        int other = channels.to[channel];
        int cable = channel - channels.first[node];
        if (centrality[node] < centrality[other] && remoteness[node] <= remoteness[other]) {
          inwards[node * words + (cable >>> 6)] |= 1L << cable;
        }
      }
    }
  }

  /**
   * The cables, as bits, to switches that one is less central than and not farther from senders.
   */
  long inwards(int node, int word) {
    return inwards[node * words + word];
  }

  /** Whether a channel is such a cable of the switch that it leaves. */
  boolean isInwards(int node, int channel) {
    int cable = channel - channels.first[node];
    return (inwards[node * words + (cable >>> 6)] >>> cable & 1) != 0;
  }
}
