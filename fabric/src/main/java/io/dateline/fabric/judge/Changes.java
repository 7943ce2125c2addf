package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.Optional;

/** What differs between two inputs, for the judge that knows what it counted in the first. */
final class Changes {
  /** Of a destination, where it is none. */
  private static final int NOWHERE = 0;

  final JudgeInput before;
  final JudgeInput now;
  final ChangedSteps steps; // for destinations that are there as before
  final ChangedDistances distances;
  final BitSet senders = new BitSet(); // switches where others send
  final IntArrayList gone = new IntArrayList(); // places before, of destinations that are not now
  final IntArrayList come = new IntArrayList(); // places now, of those that were not before
  final IntArrayList stayed = new IntArrayList(); // places now, of those to be looked at
  private final int[] placesBefore; // by LID

  private Changes(
      JudgeInput before, JudgeInput now, Ends ends, ChangedSteps steps, ChangedDistances found) {
    this.before = before;
    this.now = now;
    this.steps = steps;
    distances = found;
    placesBefore = new int[before.lids.maxLid() + 1];
    for (int place = 0; place < before.destinations.count; place++) {
      int lid = before.destinations.lids[place];
      placesBefore[lid] = place;
      if (!ends.stayed.get(lid)) {
        gone.add(place);
      }
    }
    ends.senders.forEach(senders::set);
    for (int place = 0; place < now.destinations.count; place++) {
      int lid = now.destinations.lids[place];
      int home = now.destinations.switches[place];
      if (!ends.stayed.get(lid)) {
        come.add(place);
      } else if (!senders.isEmpty()
          || steps.count(lid) > 0
          || (home != Fabric.NONE && found.homes.get(home))) {
        stayed.add(place);
      }
    }
  }

  /** What differs of end ports: destinations that stayed, and switches where others send. */
  private record Ends(BitSet stayed, IntArrayList senders) {}

  /**
   * Finds out.
   *
   * @return nothing where the two have too little in common
   */
  static Optional<Changes> between(JudgeInput before, JudgeInput now) {
    if (!isComparable(before, now)) {
      return Optional.empty();
    }
    int switches = now.graph.switchCount;
    Ends ends = new Ends(stayed(before, now), changedSenders(before, now));
    IntArrayList cableEnds = ChangedDistances.ends(before.graph, now.graph);
    int common = ends.stayed.cardinality();
    int others = before.destinations.count + now.destinations.count - 2 * common;
    if (ends.senders.size() > switches / 16 + 4
        || cableEnds.size() > switches / 4 + 16
        || others > now.destinations.count / 4 + 16) {
      return Optional.empty();
    }
    long entries = (long) switches * now.destinations.count;
    return ChangedSteps.between(before, now, ends.stayed, entries / 64 + 4096)
        .map(
            steps ->
                new Changes(
                    before,
                    now,
                    ends,
                    steps,
                    new ChangedDistances(before, now, cableEnds, ends.senders)));
  }

  /** Whether switches and their ports have the same indices, and pairs are counted alike. */
  private static boolean isComparable(JudgeInput before, JudgeInput now) {
    return before.isSingleLane()
        && now.isSingleLane()
        && before.options.scope() == now.options.scope()
        && before.senders.direct.length == 0
        && now.senders.direct.length == 0
        && before.needs.isComparable(now.needs)
        && before.fabric.hasSameSwitches(now.fabric);
  }

  private static BitSet stayed(JudgeInput before, JudgeInput now) {
    int[] were = destinations(before);
    int[] are = destinations(now);
    BitSet stayed = new BitSet(are.length);
    for (int lid = 0; lid < Math.min(were.length, are.length); lid++) {
      stayed.set(lid, are[lid] != NOWHERE && are[lid] == were[lid]);
    }
    return stayed;
  }

  /**
   * By LID: the port of a switch where it comes out, and all that counts of the end port. An
   * adapter that takes another's place and LID is the same to tables.
   */
  private static int[] destinations(JudgeInput input) {
    int[] found = new int[input.lids.maxLid() + 1];
    for (int place = 0; place < input.destinations.count; place++) {
      JudgedLid target = input.target(place);
      boolean isAtSwitch = input.destinations.switches[place] != Fabric.NONE;
      int at = target.isCa() ? input.fabric.peer(target.port()) : target.port();
      int kind = input.needs.kind(target.port());
      found[target.lid()] =
          (isAtSwitch ? at + 1 : 0) << 5
              | 16
              | (target.isCa() ? 8 : 0)
              | (target.sends() ? 4 : 0)
              | kind;
    }
    return found;
  }

  private static IntArrayList changedSenders(JudgeInput before, JudgeInput now) {
    IntArrayList changed = new IntArrayList();
    for (int node = 0; node < now.graph.switchCount; node++) {
      if (before.senders.allAtSwitch[node] != now.senders.allAtSwitch[node]
          || before.senders.caAtSwitch[node] != now.senders.caAtSwitch[node]
          || !before.needs.isSameAt(node, now.needs)) {
        changed.add(node);
      }
    }
    return changed;
  }

  /** The place that a destination had before, by its place now. */
  int placeBefore(int place) {
    return placesBefore[now.destinations.lids[place]];
  }

  /** How many destinations are looked at. */
  int count() {
    return gone.size() + come.size() + stayed.size();
  }
}
