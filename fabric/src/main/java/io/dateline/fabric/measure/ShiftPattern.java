package io.dateline.fabric.measure;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.parallel.Slices;
import java.util.List;

/**
 * All-to-all by shifts: in phase {@code s}, from 1 to {@code n-1}, the node of rank {@code i} sends
 * to that of rank {@code (i+s) mod n}. This is the pattern that fat-tree routing is made for: on a
 * tree with as many cables up as down, every phase can go without two flows on a channel (E.
 * Zahavi, G. Johnson, D. J. Kerbyson and M. Lang, "Optimized InfiniBand fat-tree routing for shift
 * all-to-all communication patterns", Concurrency and Computation 22(2), 2010).
 */
public final class ShiftPattern {
  private ShiftPattern() {}

  /**
   * Measures all phases; the work grows with the square of the ranks.
   *
   * @param order by rank the port of an end node, or {@link Fabric#NONE} for a rank that no port
   *     has, which neither sends nor receives
   * @param threads at least 1; the result does not depend on it
   */
  public static ShiftLoads measure(
      Fabric fabric, LidMap lids, ForwardingTables tables, int[] order, int threads) {
    int phases = Math.max(0, order.length - 1);
    List<ShiftLoads> slices =
        Slices.map(
            phases,
            threads,
            (from, to) -> measure(new Flows(fabric, lids, tables), order, from, to));
    int[] maxByShift = new int[phases];
    long undelivered = 0;
    int at = 0;
    for (ShiftLoads slice : slices) {
      System.arraycopy(slice.maxByShift(), 0, maxByShift, at, slice.maxByShift().length);
      at += slice.maxByShift().length;
      undelivered += slice.undelivered();
    }
    return new ShiftLoads(maxByShift, undelivered);
  }

  private static ShiftLoads measure(Flows flows, int[] order, int from, int to) {
    int[] maxByShift = new int[to - from];
    long undelivered = 0;
    for (int phase = from; phase < to; phase++) {
      flows.clear();
      for (int rank = 0; rank < order.length; rank++) {
        int source = order[rank];
        int destination = order[(rank + phase + 1) % order.length];
        if (source != Fabric.NONE
            && destination != Fabric.NONE
            && !flows.add(source, destination)) {
          undelivered++;
        }
      }
      maxByShift[phase - from] = flows.maxLoad();
    }
    return new ShiftLoads(maxByShift, undelivered);
  }
}
