package io.dateline.fabric.judge;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What one worker counted over its slice of the destinations; tallies of later slices are added to
 * the first, so that examples come out in the order of the destinations.
 */
final class Tally {
  final DependencyMatrix dependencies;
  final long[] paths; // by switch port: delivered adapter pairs
  private final List<Undelivered> missingExamples = new ArrayList<>();
  private final List<Undelivered> otherExamples = new ArrayList<>();
  int vlMask;

  private final int examplesMax;
  private final Map<Fault, Long> faults = new EnumMap<>(Fault.class); // undelivered pairs
  private final Map<IntArrayList, Loop> loops = new LinkedHashMap<>(); // by channels
  private long[] histogram = new long[16];
  private long nonMinimal;
  private long pairs;
  private long caPairs;
  private long caUndelivered;
  private long disconnected;
  private long missing;

  Tally(SwitchPorts graph, int examplesMax) {
    dependencies = new DependencyMatrix(graph);
    paths = new long[graph.portCount];
    this.examplesMax = examplesMax;
  }

  void addPairs(long all, long ca) {
    pairs += all;
    caPairs += ca;
  }

  /** Notes pairs that arrive after {@code hops} where {@code hopsMin} would do. */
  void addDelivered(int hops, int hopsMin, long count) {
    if (hops >= histogram.length) {
      histogram = Arrays.copyOf(histogram, Math.max(hops + 1, 2 * histogram.length));
    }
    histogram[hops] += count;
    if (hops > hopsMin) {
      nonMinimal += count;
    }
  }

  /**
   * Notes pairs that do not arrive.
   *
   * @param connected whether cables join them
   * @param needed how many of them a subnet cannot do without
   */
  void addUndelivered(Fault fault, boolean connected, long all, long ca, long needed) {
    faults.merge(fault, all, Long::sum);
    caUndelivered += ca;
    if (connected) {
      missing += needed;
    } else {
      disconnected += all;
    }
  }

  /** Pairs so far that a subnet cannot do without, and that cables join. */
  long missing() {
    return missing;
  }

  /** Whether an example of this kind is wanted. */
  boolean wantsExample(boolean isNeeded) {
    return (isNeeded ? missingExamples : otherExamples).size() < examplesMax;
  }

  void addExample(boolean isNeeded, Undelivered example) {
    (isNeeded ? missingExamples : otherExamples).add(example);
  }

  void addLoop(int lid, int[] channels) {
    loops.computeIfAbsent(new IntArrayList(channels), key -> new Loop(lid, channels));
  }

  /** Adds the tally of the slice after this one's. */
  void addAll(Tally later) {
    dependencies.addAll(later.dependencies);
    for (int channel = 0; channel < paths.length; channel++) {
      paths[channel] += later.paths[channel];
    }
    missingExamples.addAll(later.missingExamples);
    otherExamples.addAll(later.otherExamples);
    vlMask |= later.vlMask;
    later.faults.forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    later.loops.forEach(loops::putIfAbsent);
    if (later.histogram.length > histogram.length) {
      histogram = Arrays.copyOf(histogram, later.histogram.length);
    }
    for (int hops = 0; hops < later.histogram.length; hops++) {
      histogram[hops] += later.histogram[hops];
    }
    nonMinimal += later.nonMinimal;
    pairs += later.pairs;
    caPairs += later.caPairs;
    caUndelivered += later.caUndelivered;
    disconnected += later.disconnected;
    missing += later.missing;
  }

  Delivery delivery() {
    return new Delivery(
        pairs,
        caPairs,
        faults.values().stream().mapToLong(Long::longValue).sum(),
        caUndelivered,
        disconnected,
        missing,
        faults,
        Stream.concat(missingExamples.stream(), otherExamples.stream()).limit(examplesMax).toList(),
        loops.size(),
        loops.values().stream().limit(examplesMax).toList());
  }

  HopCounts hopCounts() {
    int length = histogram.length;
    while (length > 0 && histogram[length - 1] == 0) {
      length--;
    }
    return new HopCounts(Arrays.copyOf(histogram, length), nonMinimal);
  }
}
