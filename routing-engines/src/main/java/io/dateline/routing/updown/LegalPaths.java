package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.hops.HopMatrix;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * For any two switches how far the one is from the other over paths that only turn where they may,
 * and whether they begin upwards or downwards: what forwarding by destination makes of up/down
 * routing (M. D. Schroeder et al., "Autonet: A High-Speed, Self-Configuring Local Area Network
 * Using Point-to-Point Links", IEEE JSAC 9(8), 1991).
 *
 * <p>A switch has one way on to a destination, wherever the packet comes from. So it either goes on
 * downwards, and then every neighbour may send packets there, or upwards, and then only those below
 * may. Distances grow from the destination outwards. At each distance a switch that is not yet
 * decided goes on downwards if one below it, decided at the last distance, does so itself; else
 * upwards if any one above it was decided then. Where both are as near it goes down, so that those
 * above can follow. At a valley ({@link Valleys}) its ends may send packets down to a switch that
 * goes on upwards, provided that it does so over ends only.
 *
 * <p>No credit loop can form: any circle of channels has a lowest switch, and packets turn upwards
 * there, which they do at valleys only; for those see there. No packet goes in circles, because
 * every hop brings it nearer.
 *
 * <p>What is nearest for one switch may be in the way of another: a switch that goes on upwards,
 * although something leads down, cuts off those above it that have no other way. Where that leaves
 * a switch without a path, every switch that can do so goes on downwards to that destination; then
 * all pairs are joined that up/down paths join: from the top of such a path on, all can go down. So
 * can a valley: where its ends need it, it goes on over other ends alone, if need be over farther
 * ones.
 *
 * <p>Searched for 64 destinations at a time as in {@link io.dateline.routing.hops.HopMatrix}.
 * Memory is two bytes for every pair of switches.
 */
final class LegalPaths {
  /** The most switches there can be. */
  static final int SWITCHES_MAX = 0x3FFF;

  /** Nothing leads there. */
  static final short UNREACHED = -1;

  private static final int FORCED = 0x8000;

  // By switch and destination: twice the distance in hops; 1 is added where the path begins
  // downwards, as it does at the destination itself; FORCED where a turn breaks the rules.
  private final short[][] codes;
  private final Valleys valleys;
  private final long[][] open; // by switch, of valleys only: destinations to which ends may turn
  private final long[][] narrow; // likewise: destinations to which it goes on over ends only
  private final boolean[] detours; // by batch of destinations: whether valleys take longer ways

  private LegalPaths(UpDownLinks links, Valleys valleys) {
    int count = links.switchCount();
    codes = new short[count][count];
    this.valleys = valleys;
    open = new long[count][];
    narrow = new long[count][];
    detours = new boolean[batches(count)];
    for (int valley : valleys.switches()) {
      open[valley] = new long[batches(count)];
      narrow[valley] = new long[batches(count)];
    }
  }

  /**
   * Searches.
   *
   * @param hops what cables join
   * @param threads at least 1; makes no difference to the result
   */
  static LegalPaths of(UpDownLinks links, Valleys valleys, HopMatrix hops, int threads) {
    LegalPaths paths = new LegalPaths(links, valleys);
    Slices.map(
        batches(links.switchCount()),
        threads,
        (from, to) -> {
          Search search = new Search(links, hops, valleys, paths.codes);
          for (int batch = from; batch < to; batch++) {
            paths.detours[batch] = search.run(batch);
            for (int valley : valleys.switches()) {
              paths.open[valley][batch] = search.open[valley];
              paths.narrow[valley][batch] = search.narrow[valley];
            }
          }
          return to - from;
        });
    return paths;
  }

  /**
   * Has switches that have no path to some destinations turn wherever they like, on the shortest
   * way to a switch that has one.
   *
   * @return how many pairs of switches that joins
   */
  int force(BitSet destinations, SwitchGraph graph) {
    ForcedPaths forced = new ForcedPaths(graph, codes);
    destinations.stream().forEach(forced::add);
    return forced.pairs();
  }

  /** Whether valleys had to go on over ends that are farther than others. */
  boolean hasDetours() {
    for (boolean detour : detours) {
      if (detour) {
        return true;
      }
    }
    return false;
  }

  /** Whether all pairs have a path that cables join. */
  boolean isComplete(HopMatrix hops) {
    return IntStream.range(0, codes.length)
        .allMatch(from -> firstMissing(from, hops) == Fabric.NONE);
  }

  /**
   * The lengths of all paths that there are, summed up.
   *
   * @param weights by switch; a path counts as often as the product of both ends' weights says
   */
  long distances(int[] weights) {
    long sum = 0;
    for (int from = 0; from < codes.length; from++) {
      short[] row = codes[from];
      long fromHere = 0;
      for (int to = 0; to < row.length; to++) {
        fromHere += row[to] == UNREACHED ? 0 : (long) weights[to] * distance(row[to]);
      }
      sum += weights[from] * fromHere;
    }
    return sum;
  }

  /** The first switch that cables lead to from another, and no path, or {@link Fabric#NONE}. */
  int firstMissing(int from, HopMatrix hops) {
    short[] row = codes[from];
    for (int to = 0; to < row.length; to++) {
      if (row[to] == UNREACHED && hops.reaches(from, to)) {
        return to;
      }
    }
    return Fabric.NONE;
  }

  private static int batches(int count) {
    return (count + Long.SIZE - 1) / Long.SIZE;
  }

  /** From a switch, by destination: what the methods below are asked of. Not a copy. */
  short[] codes(int from) {
    return codes[from];
  }

  /** The bits, by destination, to which the ends of a valley may turn there. Not a copy. */
  long[] open(int valley) {
    return open[valley];
  }

  /** The bits, by destination, to which a valley itself goes on over ends only. Not a copy. */
  long[] narrow(int valley) {
    return narrow[valley];
  }

  Valleys valleys() {
    return valleys;
  }

  /** The code of a path that begins downwards or upwards. */
  static short code(int distance, boolean down) {
    return (short) (distance << 1 | (down ? 1 : 0));
  }

  /** The code of a path of which only the distance is known, and that it breaks the rules. */
  static short forced(int distance) {
    return (short) (FORCED | distance << 1);
  }

  static boolean isForced(short code) {
    return code < 0 && code != UNREACHED;
  }

  static boolean isDown(short code) {
    return (code & (FORCED | 1)) == 1;
  }

  /** Hops of a path; not of {@link #UNREACHED}. */
  static int distance(short code) {
    return (code & ~FORCED & 0xFFFF) >> 1;
  }

  /**
   * Destinations that paths are sought to in a way that may be longer, or leave less choice, for
   * the sake of switches that would have none.
   *
   * @param downward to which every switch goes down that can
   * @param narrow to which valleys go on over ends alone where those are as near as others, so that
   *     ends may turn there
   * @param overEnds to which valleys do so even where ends are farther; among {@code narrow}
   */
  private record Ways(long downward, long narrow, long overEnds) {}

  /** One worker's scratch; arrays are by switch, bits by destination of the batch. */
  private static final class Search {
    private final UpDownLinks links;
    private final HopMatrix hops;
    private final Valleys valleys;
    private final short[][] codes;
    private final Cones cones;
    private final long[] seen;
    private final long[] down; // of those seen: whose path begins downwards
    private final long[] comingDown;
    private final long[] comingUp;
    private final long[] open; // of valleys: where ends may turn
    private final long[] narrow; // of valleys: where paths go on over ends only
    private long[] fresh; // decided at the last distance
    private long[] before; // decided at the last distance but one

    Search(UpDownLinks links, HopMatrix hops, Valleys valleys, short[][] codes) {
      this.links = links;
      this.hops = hops;
      this.valleys = valleys;
      this.codes = codes;
      int count = codes.length;
      cones = new Cones(links);
      seen = new long[count];
      down = new long[count];
      comingDown = new long[count];
      comingUp = new long[count];
      open = new long[count];
      narrow = new long[count];
      fresh = new long[count];
      before = new long[count];
    }

    /** Returns whether valleys take longer ways over ends. */
    boolean run(int batch) {
      int first = batch * Long.SIZE;
      int end = Math.min(codes.length, first + Long.SIZE);
      search(first, end, new Ways(0, 0, 0));
      long missing = missing(first, end);
      if (missing == 0) {
        return false;
      }
      long cut = cones.cutOff(first, end, seen);
      if (cut != 0) {
        search(first, end, new Ways(cut, 0, 0));
        missing = missing(first, end);
      }
      if (missing != 0) {
        search(first, end, new Ways(cut, missing, 0));
        long still = missing(first, end);
        if (still != 0) {
          search(first, end, new Ways(cut | still, missing, still));
          return true;
        }
      }
      return false;
    }

    /** Destinations that cables join to a switch that has no path there. */
    private long missing(int first, int end) {
      long all = -1L >>> (Long.SIZE - (end - first));
      long missing = 0;
      for (int node = 0; node < seen.length; node++) {
        for (long rest = all & ~seen[node] & ~missing; rest != 0; rest &= rest - 1) {
          if (hops.reaches(node, first + Long.numberOfTrailingZeros(rest))) {
            missing |= Long.lowestOneBit(rest);
          }
        }
      }
      return missing;
    }

    /**
     * Searches from the destinations.
     *
     * @param ways for which destinations what is done; where that is anything, cones are known
     */
    private void search(int first, int end, Ways ways) {
      Arrays.fill(seen, 0);
      Arrays.fill(down, 0);
      Arrays.fill(open, 0);
      Arrays.fill(narrow, 0);
      Arrays.fill(before, 0);
      Arrays.fill(fresh, 0);
      for (short[] row : codes) {
        Arrays.fill(row, first, end, UNREACHED);
      }
      for (int destination = first; destination < end; destination++) {
        long bit = 1L << (destination - first);
        seen[destination] = bit;
        down[destination] = bit;
        fresh[destination] = bit;
        codes[destination][destination] = code(0, true);
      }
      int distance = 0;
      do {
        distance++;
        step(ways);
      } while (settle(first, distance));
    }

    private void step(Ways ways) {
      Arrays.fill(comingDown, 0);
      Arrays.fill(comingUp, 0);
      for (int node = 0; node < fresh.length; node++) {
        long bits = fresh[node];
        if (bits == 0) {
          continue;
        }
        long bitsDown = bits & down[node];
        if (bitsDown != 0) {
          for (int upper : links.uppers(node)) {
            comingDown[upper] |= bitsDown;
          }
        }
        for (int lower : links.lowers(node)) {
          comingUp[lower] |= bits;
        }
      }
      if (ways.downward() != 0) {
        for (int node = 0; node < comingUp.length; node++) {
          comingUp[node] &= ~(cones.over(node) & ways.downward());
        }
      }
      for (int valley : valleys.switches()) {
        if (ways.overEnds() != 0) {
          stayWithinEnds(valley, ways.overEnds());
        }
        turnAt(valley, ways);
      }
    }

    private void stayWithinEnds(int valley, long destinations) {
      long overEnds = 0;
      for (int end : valleys.ends(valley)) {
        overEnds |= fresh[end];
      }
      comingUp[valley] &= overEnds | ~destinations;
    }

    private void turnAt(int valley, Ways ways) {
      long turning = fresh[valley] & ~down[valley];
      if (turning == 0) {
        return;
      }
      long overEnds = 0;
      long overOthers = 0;
      for (int upper : links.uppers(valley)) {
        if (valleys.isEnd(upper, valley)) {
          overEnds |= before[upper];
        } else {
          overOthers |= before[upper];
        }
      }
      narrow[valley] |= turning & overEnds & overOthers & ways.narrow();
      turning &= overEnds & (~overOthers | ways.narrow());
      open[valley] |= turning;
      for (int end : valleys.ends(valley)) {
        comingDown[end] |= turning;
      }
    }

    private boolean settle(int first, int distance) {
      long[] next = before;
      boolean any = false;
      for (int node = 0; node < seen.length; node++) {
        long decided = (comingDown[node] | comingUp[node]) & ~seen[node];
        next[node] = decided;
        if (decided == 0) {
          continue;
        }
        any = true;
        seen[node] |= decided;
        long decidedDown = decided & comingDown[node];
        down[node] |= decidedDown;
        short[] row = codes[node];
        for (long rest = decided; rest != 0; rest &= rest - 1) {
          int at = Long.numberOfTrailingZeros(rest);
          row[first + at] = code(distance, (decidedDown >>> at & 1) != 0);
        }
      }
      before = fresh;
      fresh = next;
      return any;
    }
  }
}
