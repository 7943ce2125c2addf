package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.routing.cdg.Channels;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Walks the paths of a routing, destination by destination, and notes the lanes they take. Only
 * paths that arrive count.
 *
 * <p>Switches look at the destination only, so what becomes of a packet is settled by the switch it
 * leaves, its SL and its virtual lane: a <em>step</em>. A walk ends where another one has been, so
 * that a destination costs as many steps as there are, however many paths lead over each.
 *
 * <p>One worker's scratch.
 */
final class PathWalk {
  private static final int SLS = 16;
  private static final int VLS = 16;

  // What is known of a step, in the two lowest bits; the LID it is known for is above them.
  private static final int WALKED = 1; // on the walk under way
  private static final int ARRIVES = 2;
  private static final int LOST = 3;

  private final Fabric fabric;
  private final LidMap lids;
  private final Channels channels;
  private final Sources sources;
  private final SlToVl slToVl;
  private final PathSl pathSl;
  private final boolean single; // everything is on SL 0 and VL 0
  private final Exits exits;
  private final char[] dropped; // by source: SLs, as a mask, that its own node lets nowhere
  private final LaneSink found;

  // Of the destination. What follows is looked up switch after switch first, because walks jump
  // from one end of the fabric to the other.
  private final int[] exit; // by switch: what Exits tells
  private final int[] next; // by switch: where that leads
  private final int[] known; // by step
  private int[] way = new int[64]; // steps of the walk under way
  private int[] channelOn = new int[64]; // of each the channel
  private byte[] vlOn = new byte[64]; // and the virtual lane
  private int length;

  /**
   * A walk.
   *
   * @param found is told; where all is on one lane, each of a destination's lanes once, and each
   *     two that follow each other
   */
  PathWalk(
      Fabric fabric,
      LidMap lids,
      Routing routing,
      Channels channels,
      Sources sources,
      LaneSink found) {
    this.fabric = fabric;
    this.lids = lids;
    this.channels = channels;
    this.sources = sources;
    slToVl = routing.slToVl();
    pathSl = routing.pathSl();
    single = isOnOneLane(routing);
    exits = new Exits(fabric, channels, routing.tables());
    dropped = single ? null : dropped();
    exit = new int[channels.switchCount];
    next = new int[exit.length];
    known = new int[single ? exit.length : Math.multiplyExact(exit.length, SLS * VLS)];
    this.found = found;
  }

  /** Whether everything is on SL 0 and VL 0. */
  static boolean isOnOneLane(Routing routing) {
    return routing.slToVl() == SlToVl.IDENTITY && routing.pathSl() == PathSl.ZERO;
  }

  private char[] dropped() {
    char[] masks = new char[sources.port.length];
    for (int source = 0; source < masks.length; source++) {
      masks[source] = (char) sources.dropped(source, fabric, slToVl);
    }
    return masks;
  }

  /** Walks all paths to a LID. */
  void to(int lid) {
    int destination = lids.port(lid);
    if (destination == Fabric.NONE) {
      return;
    }
    lookUp(lid, destination);
    IntUnaryOperator levels = pathSl.toward(lid);
    for (int node = 0; node < exit.length; node++) {
      for (int source = sources.firstAt[node]; source < sources.firstAt[node + 1]; source++) {
        if (!sources.sends(source, destination)) {
          continue;
        }
        if (single) {
          walk(lid, node, 0, 0);
          break; // the others at this switch go the same way
        }
        walkFrom(source, lid, node, levels);
      }
    }
    if (single) {
      noteSteps(lid);
    }
  }

  private void lookUp(int lid, int destination) {
    for (int node = 0; node < exit.length; node++) {
      exit[node] = exits.of(node, lid, destination);
      if (exit[node] >= 0) {
        next[node] = channels.head[exit[node]];
      }
    }
  }

  /** Each LID of a source may have an SL of its own. */
  private void walkFrom(int source, int lid, int node, IntUnaryOperator levels) {
    int port = sources.port[source];
    int base = lids.baseLid(port);
    int walked = 0; // SLs, as a mask
    for (int offset = 0; offset < lids.lidCount(port); offset++) {
      int sl = levels.applyAsInt(base + offset);
      if (sl < 0 || sl >= SLS) {
        throw new IllegalArgumentException("there is no SL " + sl);
      }
      if ((walked >>> sl & 1) != 0) {
        continue;
      }
      walked |= 1 << sl;
      if ((dropped[source] >>> sl & 1) == 0) {
        walk(lid, node, sources.entry[source], sl);
      }
    }
  }

  private void walk(int lid, int firstNode, int firstEntry, int sl) {
    length = 0;
    int node = firstNode;
    int entry = firstEntry;
    int outcome = 0;
    while (outcome == 0) {
      int channel = exit[node];
      if (channel == Exits.NOWHERE || channel == Exits.OWN) {
        outcome = channel == Exits.OWN ? ARRIVES : LOST;
        break;
      }
      int vl = single ? 0 : vl(node, entry, lid, sl);
      if (vl == SlToVl.DROP || channel == Exits.OUT) {
        outcome = vl == SlToVl.DROP ? LOST : ARRIVES;
        break;
      }
      int step = (sl * VLS + vl) * exit.length + node;
      if (known[step] >>> 2 == lid) {
        if (length == 0) {
          return; // as another one that began here
        }
        keep(step, channel, vl);
        outcome = known[step] & 3;
        if (outcome == WALKED) {
          outcome = LOST; // round and round
        }
        break;
      }
      keep(step, channel, vl);
      known[step] = lid << 2 | WALKED;
      node = next[node];
      entry = single ? 0 : channels.arrival[channel];
    }
    settle(lid, outcome);
  }

  private int vl(int node, int entry, int lid, int sl) {
    int vl = slToVl.vl(node, entry, exits.number(node, lid), sl);
    if (vl < 0 || vl > SlToVl.DROP) {
      throw new IllegalArgumentException("there is no VL " + vl);
    }
    return vl;
  }

  private void keep(int step, int channel, int vl) {
    if (length == way.length) {
      way = Arrays.copyOf(way, 2 * length);
      channelOn = Arrays.copyOf(channelOn, 2 * length);
      vlOn = Arrays.copyOf(vlOn, 2 * length);
    }
    way[length] = step;
    channelOn[length] = channel;
    vlOn[length++] = (byte) vl;
  }

  private void settle(int lid, int outcome) {
    int mark = lid << 2 | outcome;
    boolean notes = outcome == ARRIVES && !single;
    int before = Fabric.NONE;
    int vlBefore = 0;
    for (int i = 0; i < length; i++) {
      known[way[i]] = mark;
      if (notes) {
        int channel = channelOn[i];
        int vl = vlOn[i];
        found.use(channel, vl);
        if (before != Fabric.NONE) {
          found.follow(before, vlBefore, channel, vl);
        }
        before = channel;
        vlBefore = vl;
      }
    }
  }

  /** With one lane, a switch has one step, and what comes before it does not matter. */
  private void noteSteps(int lid) {
    int arrives = lid << 2 | ARRIVES;
    for (int node = 0; node < exit.length; node++) {
      if (known[node] == arrives) {
        found.use(exit[node], 0);
        int after = exit[next[node]];
        if (after >= 0) {
          found.follow(exit[node], 0, after, 0);
        }
      }
    }
  }
}
