package io.dateline.routing.lash;

import io.dateline.routing.cdg.DependencyGraph;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Finds layers for pairs that hold none: the one in which they are the first to take the fewest
 * turns, or a new one while there are lanes. Where none takes a pair, others make room for it: as
 * few as can be found leave a layer that would close circles with it, and look for another one
 * themselves, where again others may have to make room. The more often a pair had to leave, the
 * more it counts, so that the same ones do not push each other out for ever. Owned by one thread.
 */
final class Placing {
  /**
   * How much is searched: turns whose users are looked for, times switches. It is counted, so that
   * every node gives up at the same place.
   */
  private static final long WORK = 10_000_000;

  /** If one pair in so many holds no layer, that is no repair: no pair makes room. */
  private static final int PAIRS_PER_NEWCOMER = 4;

  private final HeldLayers held;
  private final LoggedLayers layers;
  private final Users users;
  private final Pair turns;
  private final Int2IntOpenHashMap departures = new Int2IntOpenHashMap(); // by pair
  private final IntArrayFIFOQueue waiting = new IntArrayFIFOQueue(); // pairs that hold none
  private long searches; // that may still be made

  private Placing(HeldLayers held, int newcomers) {
    this.held = held;
    long switches = held.steps.switches;
    boolean isRepair = (long) newcomers * PAIRS_PER_NEWCOMER < switches * (switches - 1) / 2;
    searches = isRepair ? WORK / switches : 0;
    layers = new LoggedLayers(held);
    users = new Users(held);
    turns = new Pair(held.steps, held.trees);
  }

  /**
   * Finds layers.
   *
   * @param pairs that hold none, those with the longest paths first
   * @param lanes how many layers there may be
   * @return false if some pair was found no place for
   */
  static boolean place(HeldLayers held, int[] pairs, int lanes) {
    Placing placing = new Placing(held, pairs.length);
    for (int pair : pairs) {
      placing.waiting.enqueue(pair);
      while (!placing.waiting.isEmpty()) {
        if (!placing.place(placing.waiting.dequeueInt(), lanes)) {
          return false;
        }
        placing.layers.commit();
      }
    }
    return true;
  }

  private boolean place(int pair, int lanes) {
    if (layers.holdBest(pair)) {
      return true;
    }
    if (held.graphs.size() < lanes) {
      held.open();
      return layers.hold(pair, held.graphs.size() - 1);
    }
    return makeRoom(pair);
  }

  /** Gives a pair the layer that is left by the others that count least; false if there is none. */
  private boolean makeRoom(int pair) {
    int best = HeldLayers.NONE;
    int least = Integer.MAX_VALUE;
    int mark = layers.mark();
    for (int layer = 0; layer < held.graphs.size() && searches > 0; layer++) {
      int cost = cost(enter(pair, layer, least));
      if (cost < least) {
        least = cost;
        best = layer;
      }
      layers.undo(mark);
    }
    if (searches <= 0) {
      return false;
    }
    for (int one : enter(pair, best, Integer.MAX_VALUE)) {
      departures.addTo(one, 1);
      waiting.enqueue(one);
    }
    return true;
  }

  /** What it costs that pairs leave. */
  private int cost(IntArrayList leaving) {
    int cost = 0;
    for (int one : leaving) {
      cost += 1 + departures.get(one);
    }
    return cost;
  }

  /**
   * Has a pair hold a layer, for whose sake others leave it: of every circle that it would close,
   * those that take the turn that is taken by the fewest.
   *
   * @param most that this may cost; the pair does not hold the layer where it costs as much
   * @return which pairs have left
   */
  private IntArrayList enter(int pair, int layer, int most) {
    IntArrayList leaving = new IntArrayList();
    while (cost(leaving) < most && !layers.hold(pair, layer)) {
      searches--;
      int[] way = wayBack(pair, held.graphs.get(layer));
      int rarest = rarest(way, held.graphs.get(layer));
      for (int user : users.of(way[rarest], way[rarest + 1], layer)) {
        if (layers.layer(user) == layer) { // some are found twice
          layers.release(user);
          leaving.add(user);
        }
      }
    }
    return leaving;
  }

  /** Steps in whose order the first turn of a pair that does not fit would lead backwards. */
  private int[] wayBack(int pair, DependencyGraph graph) {
    turns.of(pair / held.steps.switches, pair % held.steps.switches);
    int added = 0;
    while (graph.add(turns.before[added], turns.after[added])) {
      added++;
    }
    int[] way = graph.path(turns.after[added], turns.before[added]);
    while (--added >= 0) {
      graph.remove(turns.before[added], turns.after[added]);
    }
    return way;
  }

  /** The place of the turn that the fewest take; those of the pair at hand are its own. */
  private int rarest(int[] way, DependencyGraph graph) {
    int rarest = -1;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i + 1 < way.length; i++) {
      int times = graph.times(way[i], way[i + 1]);
      if (times < least && !isOwn(way[i], way[i + 1])) {
        least = times;
        rarest = i;
      }
    }
    return rarest;
  }

  private boolean isOwn(int before, int after) {
    for (int i = 0; i < turns.count; i++) {
      if (turns.before[i] == before && turns.after[i] == after) {
        return true;
      }
    }
    return false;
  }
}
