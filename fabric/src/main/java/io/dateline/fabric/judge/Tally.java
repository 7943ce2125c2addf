package io.dateline.fabric.judge;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * What one worker counted over its destinations. All of it is sums, so that tallies can be added in
 * any order, and what was counted can be taken out again by counting it with the other sign.
 * Dependencies on lanes by pair are bits, which cannot: such tallies are only added to.
 */
final class Tally {
  final DependencyMatrix dependencies; // where SLs differ by pair
  final TurnCounts turns; // where all is on VL 0
  private final long[] paths; // by switch port: delivered adapter pairs
  int vlMask; // where SLs differ by pair

  private final Map<Fault, Long> faults; // undelivered pairs; may be 0
  private final Map<IntArrayList, Int2IntOpenHashMap> loops; // by channels: by LID, 1 each
  private final Int2IntOpenHashMap undeliveredByLid; // where it is not 0
  private final Int2IntOpenHashMap missingByLid;
  private long[] histogram;
  private long nonMinimal;
  private long caUndelivered;
  private long disconnected;
  private long missing;

  private int sign = 1;
  private int lid; // that is counted
  private int undeliveredHere; // of that
  private int missingHere;

  Tally(SwitchPorts graph) {
    dependencies = new DependencyMatrix(graph);
    turns = new TurnCounts(graph);
    paths = new long[graph.portCount];
    faults = new EnumMap<>(Fault.class);
    loops = new HashMap<>();
    undeliveredByLid = new Int2IntOpenHashMap();
    missingByLid = new Int2IntOpenHashMap();
    histogram = new long[16];
  }

  private Tally(Tally other, SwitchPorts sameSwitches) {
    dependencies = other.dependencies.copy(sameSwitches);
    turns = other.turns.copy(sameSwitches);
    paths = other.paths.clone();
    vlMask = other.vlMask;
    faults = new EnumMap<>(other.faults);
    loops = new HashMap<>();
    other.loops.forEach((channels, lids) -> loops.put(channels, lids.clone()));
    undeliveredByLid = other.undeliveredByLid.clone();
    missingByLid = other.missingByLid.clone();
    histogram = other.histogram.clone();
    nonMinimal = other.nonMinimal;
    caUndelivered = other.caUndelivered;
    disconnected = other.disconnected;
    missing = other.missing;
  }

  /** The same counts, for a fabric that has the same switches, to {@link #addAll} to. */
  Tally copy(SwitchPorts sameSwitches) {
    return new Tally(this, sameSwitches);
  }

  /** What is counted from here on is counted so many times: 1, or -1 to take it out. */
  void times(int factor) {
    sign = factor;
  }

  /** The next counts are of this destination. */
  void begin(int destinationLid) {
    lid = destinationLid;
    undeliveredHere = 0;
    missingHere = 0;
  }

  /** There are no more of it. */
  void end() {
    add(undeliveredByLid, lid, undeliveredHere);
    add(missingByLid, lid, missingHere);
  }

  private static void add(Int2IntOpenHashMap counts, int key, int count) {
    if (count != 0 && counts.addTo(key, count) == -count) {
      counts.remove(key);
    }
  }

  /** Notes pairs that arrive after {@code hops} where {@code hopsMin} would do. */
  void addDelivered(int hops, int hopsMin, long count) {
    if (hops >= histogram.length) {
      histogram = Arrays.copyOf(histogram, Math.max(hops + 1, 2 * histogram.length));
    }
    histogram[hops] += sign * count;
    if (hops > hopsMin) {
      nonMinimal += sign * count;
    }
  }

  /**
   * Notes pairs that do not arrive.
   *
   * @param connected whether cables join them
   * @param needed how many of them a subnet cannot do without
   */
  void addUndelivered(Fault fault, boolean connected, int all, int ca, int needed) {
    faults.merge(fault, (long) sign * all, Long::sum);
    undeliveredHere += sign * all;
    caUndelivered += (long) sign * ca;
    if (connected) {
      missing += (long) sign * needed;
      missingHere += sign * needed;
    } else {
      disconnected += (long) sign * all;
    }
  }

  /** Notes delivered pairs of adapters that take a channel. */
  void addPaths(int channel, int pairs) {
    paths[channel] += (long) sign * pairs;
  }

  /** Notes delivered pairs that take a channel on VL 0. */
  void take(int channel, int pairs) {
    turns.take(channel, sign * pairs);
  }

  /** Notes delivered pairs that come into a switch and leave it by another port, on VL 0. */
  void turn(int inputNumber, int output, int pairs) {
    turns.turn(inputNumber, output, sign * pairs);
  }

  void addLoop(int destinationLid, int[] channels) {
    loops
        .computeIfAbsent(new IntArrayList(channels), key -> new Int2IntOpenHashMap())
        .addTo(destinationLid, sign);
  }

  /** Adds the tally of another worker. */
  void addAll(Tally other) {
    dependencies.addAll(other.dependencies);
    turns.addAll(other.turns);
    for (int channel = 0; channel < paths.length; channel++) {
      paths[channel] += other.paths[channel];
    }
    vlMask |= other.vlMask;
    other.faults.forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    other.loops.forEach(this::addLoops);
    addAll(undeliveredByLid, other.undeliveredByLid);
    addAll(missingByLid, other.missingByLid);
    if (other.histogram.length > histogram.length) {
      histogram = Arrays.copyOf(histogram, other.histogram.length);
    }
    for (int hops = 0; hops < other.histogram.length; hops++) {
      histogram[hops] += other.histogram[hops];
    }
    nonMinimal += other.nonMinimal;
    caUndelivered += other.caUndelivered;
    disconnected += other.disconnected;
    missing += other.missing;
  }

  private void addLoops(IntArrayList channels, Int2IntOpenHashMap lids) {
    Int2IntOpenHashMap sum =
        loops.computeIfAbsent(channels, key -> new Int2IntOpenHashMap(lids.size()));
    addAll(sum, lids);
    if (sum.isEmpty()) {
      loops.remove(channels);
    }
  }

  private static void addAll(Int2IntOpenHashMap counts, Int2IntOpenHashMap others) {
    others.int2IntEntrySet().fastForEach(e -> add(counts, e.getIntKey(), e.getIntValue()));
  }

  /** Whether a pair does not arrive. */
  boolean hasUndelivered() {
    return undelivered() > 0;
  }

  private long undelivered() {
    return faults.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Pairs of one destination that do not arrive. */
  int undelivered(int destinationLid) {
    return undeliveredByLid.get(destinationLid);
  }

  /** Those of them that a subnet cannot do without, and that cables join. */
  int missing(int destinationLid) {
    return missingByLid.get(destinationLid);
  }

  /** Whether a pair arrives. */
  boolean hasDelivered() {
    return Arrays.stream(histogram).sum() > 0;
  }

  /** Which pairs are served; examples are found by others. */
  Delivery delivery(JudgeInput input, List<Undelivered> examples) {
    long pairs = 0;
    long caPairs = 0;
    for (int place = 0; place < input.destinations.count; place++) {
      JudgedLid target = input.target(place);
      int own = target.sends() ? 1 : 0;
      pairs += input.senders.count - own;
      caPairs += target.isCa() ? input.senders.caCount - own : 0;
    }
    Map<Fault, Long> byFault = new EnumMap<>(Fault.class);
    faults.forEach(
        (fault, count) -> {
          if (count != 0) {
            byFault.put(fault, count);
          }
        });
    return new Delivery(
        pairs,
        caPairs,
        undelivered(),
        caUndelivered,
        disconnected,
        missing,
        byFault,
        examples,
        loops.size(),
        loopExamples(input));
  }

  /** By the first destination that each is for, and then by the switch that it begins at. */
  private List<Loop> loopExamples(JudgeInput input) {
    if (loops.isEmpty()) {
      return List.of();
    }
    int[] placeByLid = new int[input.lids.maxLid() + 1];
    for (int place = 0; place < input.destinations.count; place++) {
      placeByLid[input.destinations.lids[place]] = place;
    }
    IntUnaryOperator place = destinationLid -> placeByLid[destinationLid];
    return loops.entrySet().stream()
        .map(e -> new Loop(first(e.getValue(), place), e.getKey().toIntArray()))
        .sorted(
            Comparator.comparingInt((Loop loop) -> place.applyAsInt(loop.destinationLid()))
                .thenComparingInt(loop -> loop.channels()[0]))
        .limit(input.options.examplesMax())
        .toList();
  }

  private static int first(Int2IntOpenHashMap lids, IntUnaryOperator place) {
    return lids.keySet().intStream().boxed().min(Comparator.comparingInt(place::applyAsInt)).get();
  }

  /** Paths on each channel. */
  ChannelLoads loads(SwitchPorts graph) {
    return new ChannelLoads(paths, graph.channelCount);
  }

  HopCounts hopCounts() {
    int length = histogram.length;
    while (length > 0 && histogram[length - 1] == 0) {
      length--;
    }
    return new HopCounts(Arrays.copyOf(histogram, length), nonMinimal);
  }
}
