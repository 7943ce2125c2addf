package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import java.util.BitSet;
import java.util.Optional;

/**
 * Which channels of a graph are which of another one of the same switches: from the same port to
 * the same switch.
 *
 * @param before the first graph
 * @param now the other one
 * @param places by channel of the first: the channel of the other one, or NONE where it is lost
 * @param lost channels of the first that the other one does not have
 */
record ChannelMap(SwitchGraph before, SwitchGraph now, int[] places, BitSet lost) {
  /**
   * Nothing where a port leads to another switch than before, for then entries have new meanings.
   */
  static Optional<ChannelMap> between(SwitchGraph before, SwitchGraph now) {
    int[] places = new int[before.channelCount];
    BitSet lost = new BitSet();
    for (int node = 0; node < before.switchCount; node++) {
      for (int channel = before.first[node]; channel < before.first[node + 1]; channel++) {
        places[channel] = now.channel(node, before.number(channel));
        if (places[channel] == Fabric.NONE) {
          lost.set(channel);
        } else if (now.to[places[channel]] != before.to[channel]) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(new ChannelMap(before, now, places, lost));
  }

  /** Numbers by channel of now: those of before, 0 for channels that have come. */
  int[] carry(int[] numbers) {
    int[] carried = new int[now.channelCount];
    for (int channel = 0; channel < places.length; channel++) {
      if (places[channel] != Fabric.NONE) {
        carried[places[channel]] = numbers[channel];
      }
    }
    return carried;
  }

  /** As {@link #carry(int[])}. */
  long[] carry(long[] numbers) {
    long[] carried = new long[now.channelCount];
    for (int channel = 0; channel < places.length; channel++) {
      if (places[channel] != Fabric.NONE) {
        carried[places[channel]] = numbers[channel];
      }
    }
    return carried;
  }
}
