package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.routing.balance.Channels;
import io.dateline.routing.hops.SwitchLinks;

/**
 * The channels between switches, and for each the one of the same cable the other way. Immutable;
 * arrays are not copies.
 */
final class DuplexChannels {
  final int switches;
  final int count;
  final int[] first; // by switch, where its channels begin; length switches + 1
  final int[] to; // by channel: the switch it leads to
  final byte[] numbers; // by channel: the number of the port it leaves by
  final int[] reverse; // by channel

  /** The channels as others count them, of whose marks use is made. */
  final Channels channels;

  DuplexChannels(Fabric fabric) {
    channels = new Channels(new SwitchLinks(fabric));
    switches = fabric.switchCount();
    count = channels.count;
    first = channels.first;
    to = channels.to;
    numbers = channels.numbers;
    reverse = new int[count];
    for (int node = 0; node < switches; node++) {
      for (int channel = first[node]; channel < first[node + 1]; channel++) {
        int peer = fabric.peer(fabric.port(node, numbers[channel] & 0xFF));
        reverse[channel] = channels.of(to[channel], fabric.portNumber(peer));
      }
    }
  }

  /** The switch that a channel leaves. */
  int from(int channel) {
    return to[reverse[channel]];
  }
}
