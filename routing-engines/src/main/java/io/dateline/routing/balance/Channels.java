package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.routing.hops.SwitchLinks;
import java.util.Arrays;

/**
 * The channels from switches to switches, counted from 0 by switch and then by port index.
 * Immutable; arrays are not copies.
 */
public final class Channels {
  private static final int NUMBERS = 256;

  public final int count;
  public final int[] first; // by switch, where its channels begin; length switches + 1
  public final int[] to; // by channel: the switch it leads to
  public final byte[] numbers; // by channel: the number of the port it leaves by

  private final int[] ofNumber; // by switch and port number

  public Channels(SwitchLinks links) {
    int switches = links.switchCount();
    first = new int[switches + 1];
    for (int node = 0; node < switches; node++) {
      first[node + 1] = first[node] + links.portNumbers(node).length;
    }
    count = first[switches];
    to = new int[count];
    numbers = new byte[count];
    ofNumber = new int[switches * NUMBERS];
    Arrays.fill(ofNumber, Fabric.NONE);
    for (int node = 0; node < switches; node++) {
      for (int channel = first[node]; channel < first[node + 1]; channel++) {
        int number = links.portNumbers(node)[channel - first[node]];
        to[channel] = links.neighbours(node)[channel - first[node]];
        numbers[channel] = (byte) number;
        ofNumber[node * NUMBERS + number] = channel;
      }
    }
  }

  /** The channel of a switch's port, 0 to 255, or {@link Fabric#NONE} if it leads to no switch. */
  public int of(int node, int number) {
    return ofNumber[node * NUMBERS + number];
  }
}
