package io.dateline.routing.updown;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The channels between some switches, and which of them packets can take right after one another.
 * Parallel cables make up one channel: no path takes two of them one after the other.
 */
final class RimChannels {
  /** Whether packets may go from a switch over a second to a third. */
  interface TurnRule {
    boolean allows(int from, int over, int to);
  }

  /** Is told of two channels that may follow each other. */
  interface Turn {
    void between(int from, int to);
  }

  private final int[][] neighbours; // by switch: neighbours that belong to the switches
  private final int[] firstOf; // by switch: its first channel, in the order of neighbours
  private final int[] tail; // by channel
  private final int[] head; // by channel

  RimChannels(UpDownLinks links, BitSet members) {
    neighbours = new int[links.switchCount()][];
    firstOf = new int[links.switchCount()];
    int count = 0;
    for (int node = members.nextSetBit(0); node >= 0; node = members.nextSetBit(node + 1)) {
      neighbours[node] = members(links, node, members);
      firstOf[node] = count;
      count += neighbours[node].length;
    }
    tail = new int[count];
    head = new int[count];
    for (int node = members.nextSetBit(0); node >= 0; node = members.nextSetBit(node + 1)) {
      for (int i = 0; i < neighbours[node].length; i++) {
        tail[firstOf[node] + i] = node;
        head[firstOf[node] + i] = neighbours[node][i];
      }
    }
  }

  private static int[] members(UpDownLinks links, int node, BitSet members) {
    int[] uppers = links.uppers(node);
    int[] all = Arrays.copyOf(uppers, uppers.length + links.lowers(node).length);
    System.arraycopy(links.lowers(node), 0, all, uppers.length, links.lowers(node).length);
    return Arrays.stream(all).filter(members::get).toArray();
  }

  int count() {
    return tail.length;
  }

  void forEachTurn(TurnRule rule, Turn turn) {
    for (int channel = 0; channel < tail.length; channel++) {
      forEachTurnFrom(channel, rule, turn);
    }
  }

  void forEachTurnFrom(int channel, TurnRule rule, Turn turn) {
    int from = tail[channel];
    int over = head[channel];
    for (int i = 0; i < neighbours[over].length; i++) {
      int to = neighbours[over][i];
      if (to != from && rule.allows(from, over, to)) {
        turn.between(channel, firstOf[over] + i);
      }
    }
  }
}
