package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;

/**
 * The paths of all switches to one destination, grown from it over turns that close no cycle, hop
 * by hop, and of equally many hops over the channels with the least load (HPDC 2016, section 4.3).
 * Hops outweigh any load, so no queue is needed.
 *
 * <p>Where every turn to a switch's neighbours is closed, one of the neighbours is led another way
 * (section 4.5, local backtracking). Where that does not help either, the switch takes its path on
 * the escape tree, and the paths of the others are grown anew around that one: in the end all may
 * be on the tree, but none is that need not be.
 *
 * <p>One worker's scratch for one lane.
 *
 * <p>Long because it is one algorithm, whose steps share arrays.
 */
final class PathTree {
  /** Which of the turns that are not used yet may be taken into use. */
  enum Turns {
    /** As few as possible: what is used already goes before any load. */
    FEW,
    /** Any that closes no cycle. */
    ANY,
    /** Those for which nothing has to be put in order, so that it need not be looked for cycles. */
    FREE
  }

  private static final long OPEN = 1L << 60; // more than all loads on a path
  private static final long VALLEY = 2 * OPEN;

  private final SwitchGraph channels;
  private final TurnGraph turns;
  private final EscapeTree escapes;
  private final Rim rim;
  private final long searchesMax; // turns looked at in searches, after which there are few more
  private final long[] loads; // by channel: what the one of the same cable the other way carries
  private final TreeShape shape; // of the tree before, if that was to the same switch
  private final int[] via; // by switch: the channel it leaves by
  private final int[] hops; // by switch, Fabric.NONE without a path
  private final long[] costs; // by switch: loads on its path
  private final int[] reached; // switches, by hops
  private int count; // of them
  private final int[] wanted; // by switch: the best cable so far, as the channel that comes by it
  private final long[] wantedPrice; // by switch
  private final int[] waiting; // switches for which there is one
  private final int[] escapeVia; // by switch
  private final boolean[] isEscape; // by switch: its path is the one on the escape tree
  private final int[] escaping; // the switches of which that is true, by hops
  private int escapingCount;
  private final int[] pending; // by switch: paths that are still to be added to its own
  private int home;
  private Turns preference;
  private boolean isThrifty; // no turn is looked for cycles
  private boolean[] mayWait; // by switch: it need have no path over a valley; or null
  private boolean follows; // the shape, so far
  private boolean isInOrder; // every switch was reached after the next one on its path

  PathTree(
      SwitchGraph channels,
      TurnGraph turns,
      EscapeTree escapes,
      Rim rim,
      long searchesMax,
      long[] loads) {
    this.channels = channels;
    this.turns = turns;
    this.escapes = escapes;
    this.rim = rim;
    this.searchesMax = searchesMax;
    this.loads = loads;
    int switches = channels.switchCount;
    shape = new TreeShape(switches, turns.words());
    via = new int[switches];
    hops = new int[switches];
    costs = new long[switches];
    reached = new int[switches];
    wanted = new int[switches];
    wantedPrice = new long[switches];
    waiting = new int[switches];
    escapeVia = new int[switches];
    isEscape = new boolean[switches];
    escaping = new int[switches];
    pending = new int[switches];
    Arrays.fill(wanted, Fabric.NONE);
  }

  /**
   * Uses the turns of a tree of few turns to a switch, as far as there is one without turning
   * others.
   *
   * @param silent by switch: nothing sends there, so it need not have a path if it takes a valley
   */
  void reserve(int destination, boolean[] silent) {
    home = destination;
    preference = Turns.FEW;
    isThrifty = false;
    escapingCount = 0;
    mayWait = silent;
    sprout();
    mayWait = null;
    for (int node = 0; node < channels.switchCount; node++) {
      if (hops[node] == Fabric.NONE && !silent[node]) {
        sprout();
        return;
      }
    }
  }

  /** Finds a path to a switch for every one that cables connect with it. */
  void grow(int destination, Turns wantedTurns) {
    home = destination;
    preference = wantedTurns;
    isThrifty = preference == Turns.FREE || turns.visits() > searchesMax;
    escapingCount = 0;
    sprout();
    isThrifty = preference == Turns.FREE;
    boolean knowsEscapes = false;
    while (!servesAll() && (preference == Turns.FREE || !backtrackAll())) {
      if (!knowsEscapes) {
        escapes.toward(home, escapeVia);
        knowsEscapes = true;
      }
      escapeAll();
      sprout();
    }
    for (int i = 0; i < escapingCount; i++) {
      isEscape[escaping[i]] = false;
    }
  }

  /**
   * Finds a path to a switch for every one that cables connect with it and that has none, and
   * leaves the paths of others as they are.
   *
   * @return whether all have one; some are {@link #isStranded} else
   */
  boolean growAround(int destination, StandingTree standing) {
    home = destination;
    preference = Turns.ANY;
    isThrifty = turns.visits() > searchesMax;
    escapingCount = standing.count() - 1;
    for (int i = 0; i < escapingCount; i++) {
      int node = standing.node(i + 1);
      escaping[i] = node;
      escapeVia[node] = standing.via(node);
      isEscape[node] = true;
    }
    sprout();
    boolean servesAll = servesAll() || backtrackAll();
    for (int i = 0; i < escapingCount; i++) {
      isEscape[escaping[i]] = false;
    }
    return servesAll;
  }

  /** Whether cables connect a switch with the destination's, and no path was found. */
  boolean isStranded(int node) {
    return hops[node] == Fabric.NONE && escapes.connects(node, home);
  }

  /** The switches with a path; the destination's is the first one. */
  int count() {
    return count;
  }

  int node(int place) {
    return reached[place];
  }

  /** The channel by which a switch with a path leaves, {@link Fabric#NONE} at the destination. */
  int via(int node) {
    return via[node];
  }

  private void sprout() {
    Arrays.fill(hops, Fabric.NONE);
    isInOrder = true;
    reached[0] = home;
    via[home] = Fabric.NONE;
    hops[home] = 0;
    costs[home] = 0;
    count = 1;
    for (int i = 0; i < escapingCount; i++) {
      int node = escaping[i];
      int next = channels.to[escapeVia[node]];
      via[node] = escapeVia[node];
      hops[node] = hops[next] + 1;
      costs[node] = costs[next] + loads[channels.reverse[via[node]]];
    }
    boolean isUsual = escapingCount == 0 && mayWait == null;
    follows = isUsual && shape.isOf(home);
    boolean isNoted = isUsual && !follows;
    if (isNoted) {
      shape.begin();
    }
    int escaped = 0;
    int from = 0;
    for (int level = 0; from < count || escaped < escapingCount; level++) {
      int to = count;
      while (escaped < escapingCount && hops[escaping[escaped]] == level + 1) {
        reached[count++] = escaping[escaped++];
      }
      if (isNoted) {
        noteOutwards(from, to);
      }
      extend(from, to);
      follows = follows && isShapeOf(level + 1, to);
      from = to;
    }
    if (isNoted) {
      shape.complete(home, hops);
    }
    follows = false;
  }

  private void noteOutwards(int from, int to) {
    shape.noteLevel(to);
    for (int place = from; place < to; place++) {
      int node = reached[place];
      int base = channels.first[node];
      int cables = channels.first[node + 1] - base;
      for (int word = 0; word * Long.SIZE < cables; word++) {
        int firstCable = base + word * Long.SIZE;
        int end = Math.min(Long.SIZE, cables - word * Long.SIZE);
        long outwards = 0;
        for (int number = 0; number < end; number++) {
          outwards |= hops[channels.to[firstCable + number]] == Fabric.NONE ? 1L << number : 0;
        }
        shape.note(node, word, outwards);
      }
    }
  }

  /** Whether the switches of a level are those of the shape. */
  private boolean isShapeOf(int level, int from) {
    for (int place = from; place < count; place++) {
      if (shape.hops(reached[place]) != level) {
        return false;
      }
    }
    return count == from || shape.reached(level) == count;
  }

  /** Gives a path to all that get one over the switches of some places, all equally far. */
  private void extend(int from, int to) {
    int candidates = 0;
    for (int place = from; place < to; place++) {
      candidates = offer(reached[place], candidates);
    }
    for (int i = 0; i < candidates; i++) {
      int node = waiting[i];
      int channel = channels.reverse[wanted[node]];
      wanted[node] = Fabric.NONE;
      if (mayWait != null && mayWait[node] && wantedPrice[node] >= VALLEY) {
        continue;
      }
      int level = hops[reached[from]];
      while (channel != Fabric.NONE && !mayTurn(channel)) {
        channel = next(node, level);
      }
      if (channel != Fabric.NONE) {
        settle(node, channel);
      }
    }
  }

  /** A switch shows its neighbours the way. */
  private int offer(int node, int candidatesBefore) {
    int candidates = candidatesBefore;
    int cables = channels.first[node + 1] - channels.first[node];
    int out = via[node];
    boolean isOutside = out != Fabric.NONE && rim.isInwards(node, out);
    for (int word = 0; word * Long.SIZE < cables; word++) {
      long usable = follows ? shape.outwards(node, word) : all(cables - word * Long.SIZE);
      long dear = 0;
      long valleys = 0;
      if (out != Fabric.NONE) {
        usable &= ~turns.closed(out, word);
        long fresh = usable & ~turns.used(out, word);
        if (isThrifty && fresh != 0) {
          usable ^= fresh;
          fresh = inOrder(fresh, channels.first[node] + word * Long.SIZE, out);
          usable |= fresh;
        }
        valleys = isOutside ? fresh & rim.inwards(node, word) : 0;
        dear = preference == Turns.ANY ? 0 : fresh & ~valleys;
      }
      if (usable != 0) {
        candidates = offer(node, word, usable, dear, valleys, candidates);
      }
    }
    return candidates;
  }

  /**
   * Shows the way to those at the ends of some cables.
   *
   * @param usable cables, as bits
   * @param dear of these, those by which a turn would be used that is not yet
   * @param valleys likewise, where it is a valley
   */
  private int offer(
      int node, int word, long usable, long dear, long valleys, int candidatesBefore) {
    int[] to = channels.to;
    int candidates = candidatesBefore;
    int base = channels.first[node] + word * Long.SIZE;
    long cost = costs[node];
    int number = Long.numberOfTrailingZeros(usable);
    // Bits are next to each other on most fabrics: it is faster to go on to the next one.
    for (long left = usable >>> number; left != 0; left >>>= 1, number++) {
      int cable = base + number;
      if ((left & 1) == 0 || hops[to[cable]] != Fabric.NONE) {
        continue;
      }
      int other = to[cable];
      long price =
          cost + loads[cable] + (dear >>> number & 1) * OPEN + (valleys >>> number & 1) * VALLEY;
      if (wanted[other] == Fabric.NONE) {
        waiting[candidates++] = other;
      } else if (price >= wantedPrice[other]) {
        continue;
      }
      wanted[other] = cable;
      wantedPrice[other] = price;
    }
    return candidates;
  }

  private static long all(int cables) {
    return cables < Long.SIZE ? (1L << cables) - 1 : -1L;
  }

  /** Of some cables those from which packets may go on to a channel without a search. */
  private long inOrder(long cables, int base, int out) {
    long inOrder = 0;
    for (long left = cables; left != 0; left &= left - 1) {
      int number = Long.numberOfTrailingZeros(left);
      inOrder |= turns.isInOrder(channels.reverse[base + number], out) ? 1L << number : 0;
    }
    return inOrder;
  }

  private boolean mayTurn(int channel) {
    int next = via[channels.to[channel]];
    return next == Fabric.NONE || turns.use(channel, next);
  }

  /** The best channel of a switch to others of a level that has not been found closed. */
  private int next(int node, int level) {
    int best = Fabric.NONE;
    long least = Long.MAX_VALUE;
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      int other = channels.to[channel];
      int cable = channels.reverse[channel];
      if (hops[other] == level && !isClosed(cable, other) && price(cable, other) < least) {
        least = price(cable, other);
        best = channel;
      }
    }
    return best;
  }

  /** Whether packets that come to a switch with a path by a cable may not go on. */
  private boolean isClosed(int cable, int node) {
    if (via[node] == Fabric.NONE) {
      return false;
    }
    int number = cable - channels.first[node];
    return turns.isClosed(number, via[node])
        || (isThrifty
            && !turns.isUsed(number, via[node])
            && !turns.isInOrder(channels.reverse[cable], via[node]));
  }

  /** What a path costs that comes to a switch with a path by a cable. */
  private long price(int cable, int node) {
    long price = loads[cable] + costs[node];
    if (via[node] == Fabric.NONE || turns.isUsed(cable - channels.first[node], via[node])) {
      return price;
    }
    if (isValley(cable, node)) {
      return price + VALLEY;
    }
    return preference == Turns.ANY ? price : price + OPEN;
  }

  /**
   * Whether a switch lies farther out than the ones before and after it. On a fat-tree that is a
   * turn down and up again: nothing excludes more of the others.
   */
  private boolean isValley(int cable, int node) {
    return rim.isInwards(node, cable) && rim.isInwards(node, via[node]);
  }

  private void settle(int node, int channel) {
    int next = channels.to[channel];
    via[node] = channel;
    hops[node] = hops[next] + 1;
    costs[node] = costs[next] + loads[channels.reverse[channel]];
    reached[count++] = node;
  }

  private boolean servesAll() {
    if (count == channels.switchCount) {
      return true;
    }
    for (int node = 0; node < channels.switchCount; node++) {
      if (hops[node] == Fabric.NONE && escapes.connects(node, home)) {
        return false;
      }
    }
    return true;
  }

  /** Tries to give a path to all that have none; whether all have one then. */
  private boolean backtrackAll() {
    int left;
    int before;
    do {
      before = count;
      left = 0;
      for (int node = 0; node < channels.switchCount; node++) {
        if (hops[node] == Fabric.NONE && escapes.connects(node, home) && !backtrack(node)) {
          left++;
        }
      }
    } while (left > 0 && count > before);
    return left == 0;
  }

  /**
   * Gives a path to a switch that has none, and to those that get one over it, by having one of its
   * neighbours go another way.
   */
  private boolean backtrack(int node) {
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      int other = channels.to[channel];
      if (hops[other] == Fabric.NONE) {
        continue;
      }
      if (mayTurn(channel) || divert(other, channel)) {
        int from = count;
        settle(node, channel);
        for (int place = from; place < count; place++) {
          extend(place, place + 1);
        }
        return true;
      }
    }
    return false;
  }

  /** Has a switch leave by another channel, so that one more may come to it. */
  private boolean divert(int node, int coming) {
    if (isEscape[node] || node == home) {
      return false;
    }
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      int next = channels.to[channel];
      if (channel != via[node]
          && hops[next] != Fabric.NONE
          && !leadsBack(next, node)
          && mayTurn(channel)
          && takesAlong(node, coming, channel)) {
        via[node] = channel;
        isInOrder = false;
        return true;
      }
    }
    return false;
  }

  private boolean leadsBack(int from, int node) {
    for (int at = from; at != home; at = channels.to[via[at]]) {
      if (at == node) {
        return true;
      }
    }
    return from == node;
  }

  /** Whether a channel and all whose paths go by a switch may go on by another one. */
  private boolean takesAlong(int node, int extra, int channel) {
    return mayTakeAlong(node, extra, channel, false) && mayTakeAlong(node, extra, channel, true);
  }

  /** The same; without use, as far as it is known. */
  private boolean mayTakeAlong(int node, int extra, int channel, boolean uses) {
    int base = channels.first[node];
    for (int cable = base; cable < channels.first[node + 1]; cable++) {
      int coming = channels.reverse[cable];
      int other = channels.to[cable];
      boolean comes = coming == extra || (hops[other] != Fabric.NONE && via[other] == coming);
      if (comes
          && (turns.isClosed(cable - base, channel) || (uses && !turns.use(coming, channel)))) {
        return false;
      }
    }
    return true;
  }

  /** Has all without a path take the one on the escape tree, and all on these. */
  private void escapeAll() {
    for (int node = 0; node < channels.switchCount; node++) {
      if (hops[node] != Fabric.NONE || !escapes.connects(node, home)) {
        continue;
      }
      for (int at = node; at != home && !isEscape[at]; at = channels.to[escapeVia[at]]) {
        isEscape[at] = true;
        escaping[escapingCount++] = at;
      }
    }
    sortByHops();
  }

  private void sortByHops() {
    long[] keys = new long[escapingCount];
    for (int i = 0; i < escapingCount; i++) {
      int length = 0;
      for (int at = escaping[i]; at != home; at = channels.to[escapeVia[at]]) {
        length++;
      }
      keys[i] = (long) length << Integer.SIZE | escaping[i];
    }
    Arrays.sort(keys);
    for (int i = 0; i < escapingCount; i++) {
      escaping[i] = (int) keys[i];
    }
  }

  /**
   * Adds to the load of every channel the paths of this tree that go by it.
   *
   * @param senders by switch: paths that begin there
   * @param carried by switch, scratch
   */
  void weigh(int[] senders, long[] carried) {
    if (!isInOrder) {
      putInOrder();
    }
    for (int place = 0; place < count; place++) {
      carried[reached[place]] = senders[reached[place]];
    }
    for (int place = count - 1; place > 0; place--) {
      int node = reached[place];
      int channel = via[node];
      loads[channels.reverse[channel]] += carried[node];
      carried[channels.to[channel]] += carried[node];
    }
  }

  /** Sorts the switches anew so that each comes after the next one on its path. */
  private void putInOrder() {
    for (int place = 0; place < count; place++) {
      pending[reached[place]] = 0;
    }
    for (int place = 0; place < count; place++) {
      int node = reached[place];
      if (node != home) {
        pending[channels.to[via[node]]]++;
      }
    }
    int last = count;
    int next = count;
    for (int place = 0; place < count; place++) {
      if (pending[reached[place]] == 0) {
        waiting[--last] = reached[place];
      }
    }
    while (next > last) {
      int node = waiting[--next];
      if (node != home && --pending[channels.to[via[node]]] == 0) {
        waiting[--last] = channels.to[via[node]];
      }
    }
    System.arraycopy(waiting, last, reached, 0, count);
    isInOrder = true;
  }
}
