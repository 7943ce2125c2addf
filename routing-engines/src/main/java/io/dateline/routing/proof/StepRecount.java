package io.dateline.routing.proof;

import io.dateline.routing.cdg.Channels;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * Recounts the lanes of a destination around the switches that forward it otherwise than before,
 * where all is on one lane. Where packets arrive from these as they did, and all switches on their
 * ways send packets of their own, nothing changes but what these switches and those that send to
 * them take. One worker's scratch.
 */
final class StepRecount {
  /**
   * Tables of one time.
   *
   * @param lanes is told
   */
  record Side(Exits exits, Channels channels, LaneCounts lanes) {}

  private final Side before;
  private final Side now;
  private final Sources sources; // of both

  StepRecount(Side before, Side now, Sources sources) {
    this.before = before;
    this.now = now;
    this.sources = sources;
  }

  /**
   * Recounts.
   *
   * @param changed switches that forward the LID otherwise
   * @return false where that does not tell all that has changed; then nothing is counted
   */
  boolean recount(int lid, int destination, IntList changed) {
    for (int i = 0; i < changed.size(); i++) {
      int node = changed.getInt(i);
      if (!areSteps(before, node, lid, destination) || !areSteps(now, node, lid, destination)) {
        return false;
      }
    }
    for (int i = 0; i < changed.size(); i++) {
      if (!areSendersSteps(changed.getInt(i), lid, destination, changed)) {
        return false;
      }
    }
    for (int i = 0; i < changed.size(); i++) {
      int node = changed.getInt(i);
      count(before, node, lid, destination);
      count(now, node, lid, destination);
      countSenders(node, lid, destination, changed);
    }
    return true;
  }

  /** Whether packets of a switch go on to another one and arrive, and so of all on the way. */
  private boolean areSteps(Side side, int from, int lid, int destination) {
    int node = from;
    int exit = side.exits.of(node, lid, destination);
    boolean goesOn = exit >= 0;
    for (int hops = 0; exit >= 0; hops++) {
      if (hops == side.channels.switchCount || !sends(node, destination)) {
        return false; // round and round, or taken only because others come by
      }
      node = side.channels.head[exit];
      exit = side.exits.of(node, lid, destination);
    }
    return goesOn && exit != Exits.NOWHERE;
  }

  private boolean sends(int node, int destination) {
    for (int source = sources.firstAt[node]; source < sources.firstAt[node + 1]; source++) {
      if (sources.sends(source, destination)) {
        return true;
      }
    }
    return false;
  }

  private boolean areSendersSteps(int node, int lid, int destination, IntList changed) {
    Channels channels = before.channels;
    for (int out = channels.firstOf[node]; out < channels.firstOf[node + 1]; out++) {
      if (isSender(out, lid, changed) && !sends(channels.head[out], destination)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the switch that a channel leads to sends back by that cable, as before. */
  private boolean isSender(int out, int lid, IntList changed) {
    int other = before.channels.head[out];
    return before.exits.number(other, lid) == before.channels.arrival[out]
        && !changed.contains(other);
  }

  /** The lane that a switch takes, and the one after it. */
  private static void count(Side side, int node, int lid, int destination) {
    int exit = side.exits.of(node, lid, destination);
    side.lanes.use(exit, 0);
    int after = side.exits.of(side.channels.head[exit], lid, destination);
    if (after >= 0) {
      side.lanes.follow(exit, 0, after, 0);
    }
  }

  /** Switches that send to one as before: what comes after that is another lane. */
  private void countSenders(int node, int lid, int destination, IntList changed) {
    int was = before.exits.of(node, lid, destination);
    int is = now.exits.of(node, lid, destination);
    Channels channels = before.channels;
    for (int out = channels.firstOf[node]; out < channels.firstOf[node + 1]; out++) {
      if (isSender(out, lid, changed)) {
        int port = channels.firstPort[channels.head[out]] + channels.arrival[out];
        before.lanes.follow(channels.at[port], 0, was, 0);
        now.lanes.follow(now.channels.at[port], 0, is, 0);
      }
    }
  }
}
