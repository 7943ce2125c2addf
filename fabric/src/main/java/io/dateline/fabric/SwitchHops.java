package io.dateline.fabric;

/** Cables between any two switches along a shortest way; two bytes for every pair of switches. */
public final class SwitchHops {
  /** No cables lead there. */
  public static final int UNREACHED = BreadthFirst.NONE;

  private final short[][] hops; // [from][to]; at most 32767, half of the switches there can be

  /** Of all switches. */
  public SwitchHops(Fabric fabric) {
    int count = fabric.switchCount();
    hops = new short[count][count];
    BreadthFirst search = new BreadthFirst(new SwitchGraph(fabric));
    for (int from = 0; from < count; from++) {
      search.from(from);
      for (int to = 0; to < count; to++) {
        hops[from][to] = (short) search.distance(to);
      }
    }
  }

  /** From one switch to another, or {@link #UNREACHED}. */
  public int between(int from, int to) {
    return hops[from][to];
  }
}
