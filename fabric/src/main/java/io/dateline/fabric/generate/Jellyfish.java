package io.dateline.fabric.generate;

import io.dateline.fabric.random.SeededRandom;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * A jellyfish (Singla, Hong, Popa, Godfrey: Jellyfish: networking data centers randomly, NSDI
 * 2012): a random regular graph of switches, connected and without parallel links.
 *
 * <p>The paper adds random links until ports run out. Here the graph starts as a ring with chords,
 * which is regular from the outset, and pairs of links then swap their ends at random: that keeps
 * every degree exactly, where the paper's way may leave a port free.
 */
record Jellyfish(int switches, int degree, int hosts, long seed) implements Shape {
  private static final int SWAPS_PER_LINK = 20;

  static Jellyfish of(long switches, long degree, long hosts, long seed) {
    int count = Sizes.within("SW, number of switches,", switches, 1, Sizes.LIDS_MAX);
    int links = Sizes.within("DEG, links of a switch,", degree, 0, Sizes.PORTS_MAX);
    if (links >= count) {
      throw new IllegalArgumentException(
          "%d switches cannot have %d different neighbours each".formatted(count, links));
    }
    if ((long) count * links % 2 != 0) {
      throw new IllegalArgumentException(
          "%d switches with %d links each: their product has to be even".formatted(count, links));
    }
    if (links < 2 && count > links + 1) {
      throw new IllegalArgumentException(
          "%d switches with %d links each are not connected".formatted(count, links));
    }
    return new Jellyfish(
        count, links, Sizes.within("hosts per switch", hosts, 0, Sizes.PORTS_MAX), seed);
  }

  @Override
  public long switchCount() {
    return switches;
  }

  @Override
  public long hostCount() {
    return (long) switches * hosts;
  }

  @Override
  public long switchPortsMax() {
    return (long) degree + hosts;
  }

  @Override
  public NetworkPlan plan() {
    NetworkPlan plan = new NetworkPlan();
    for (int i = 0; i < switches; i++) {
      plan.addSwitch("j" + i);
    }
    for (long link : randomLinks()) {
      plan.connect((int) (link >>> 32), (int) link);
    }
    for (int i = 0; i < switches; i++) {
      for (int host = 0; host < hosts; host++) {
        plan.addHost(i);
      }
    }
    return plan;
  }

  /** The links in ascending order, each as lower switch (upper half) and higher switch. */
  private long[] randomLinks() {
    long[] links = ringWithChords();
    LongOpenHashSet present = new LongOpenHashSet(links);
    SeededRandom random = new SeededRandom(seed);
    // With fewer links there is nothing to swap, or only one such graph.
    if (degree >= 2 && degree < switches - 1) {
      long swaps = (long) SWAPS_PER_LINK * links.length;
      do {
        for (long swap = 0; swap < swaps; swap++) {
          swapEnds(links, present, random);
        }
        swaps = links.length; // mixed already; some more, in case it fell apart
      } while (!isConnected(links));
    }
    Arrays.sort(links);
    return links;
  }

  /** Every switch linked to those up to degree/2 further on, and, if odd, to the one opposite. */
  private long[] ringWithChords() {
    long[] links = new long[switches * degree / 2];
    int count = 0;
    for (int i = 0; i < switches; i++) {
      for (int step = 1; step <= degree / 2; step++) {
        links[count++] = link(i, (i + step) % switches);
      }
      if (degree % 2 == 1 && i < switches / 2) {
        links[count++] = link(i, i + switches / 2);
      }
    }
    return links;
  }

  /** Turns a-b and c-d into a-d and c-b, unless that would loop or double a link. */
  private static void swapEnds(long[] links, LongOpenHashSet present, SeededRandom random) {
    int i = random.below(links.length);
    int j = random.below(links.length);
    boolean reversed = random.below(2) == 1;
    int a = (int) (links[i] >>> 32);
    int b = (int) links[i];
    int c = reversed ? (int) links[j] : (int) (links[j] >>> 32);
    int d = reversed ? (int) (links[j] >>> 32) : (int) links[j];
    if (a == d || c == b || present.contains(link(a, d)) || present.contains(link(c, b))) {
      return;
    }
    present.remove(links[i]);
    present.remove(links[j]);
    links[i] = link(a, d);
    links[j] = link(c, b);
    present.add(links[i]);
    present.add(links[j]);
  }

  private boolean isConnected(long[] links) {
    int[] leaders = new int[switches]; // union-find
    Arrays.setAll(leaders, i -> i);
    int parts = switches;
    for (long link : links) {
      int a = leader(leaders, (int) (link >>> 32));
      int b = leader(leaders, (int) link);
      if (a != b) {
        leaders[a] = b;
        parts--;
      }
    }
    return parts == 1;
  }

  private static int leader(int[] leaders, int of) {
    int at = of;
    while (leaders[at] != at) {
      leaders[at] = leaders[leaders[at]];
      at = leaders[at];
    }
    return at;
  }

  private static long link(int a, int b) {
    return ((long) Math.min(a, b) << 32) | Math.max(a, b);
  }
}
