package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names the first undelivered pairs, those that are missing before the rest. Counts tell which
 * destinations have some: of these as many are visited once more as there are to be examples, for a
 * tally that is not used.
 */
final class UndeliveredExamples {
  private final JudgeInput input;
  private final Fabric fabric;
  private final Senders senders;
  private final int examplesMax;
  private final List<Undelivered> missing = new ArrayList<>();
  private final List<Undelivered> others = new ArrayList<>();

  UndeliveredExamples(JudgeInput input) {
    this.input = input;
    fabric = input.fabric;
    senders = input.senders;
    examplesMax = input.options.examplesMax();
  }

  /** Names them. */
  List<Undelivered> find(Tally counted) {
    if (counted.hasUndelivered() && examplesMax > 0) {
      Visits visits = new Visits(input, new Tally(input.graph));
      int count = input.destinations.count;
      for (int place = 0; place < count && isWanted(true); place++) {
        int lid = input.destinations.lids[place];
        int needed = counted.missing(lid);
        boolean hasOthers = counted.undelivered(lid) > needed;
        if (needed > 0 || (hasOthers && isWanted(false))) {
          visits.name(place, needed > 0, this);
        }
      }
    }
    return Stream.concat(missing.stream(), others.stream()).limit(examplesMax).toList();
  }

  private boolean isWanted(boolean isNeeded) {
    return (isNeeded ? missing : others).size() < examplesMax;
  }

  /**
   * Names senders that the tables fail, for one destination.
   *
   * @param distances by switch, NONE where no cables lead from it to the destination
   * @param anyMissing whether a pair is among them that is needed and that cables join
   */
  void collect(
      JudgedLid target, DestinationTree tree, int[] distances, boolean anyMissing, LaneWalk walk) {
    for (int sender = 0; sender < senders.count; sender++) {
      boolean isNeeded =
          anyMissing
              && senders.isJoined(sender, target.port(), distances)
              && input.needs.isNeeded(sender, target);
      if (sender == target.sender() || !isWanted(isNeeded)) {
        continue;
      }
      Undelivered found = inspect(sender, target, tree, walk);
      if (found != null) {
        (isNeeded ? missing : others).add(found);
      }
    }
  }

  private Undelivered inspect(int sender, JudgedLid target, DestinationTree tree, LaneWalk walk) {
    int port = senders.ports[sender];
    int entry = senders.entrySwitch[sender];
    if (entry == Fabric.NONE && !senders.reachesDirectly(sender, target.port())) {
      return new Undelivered(
          port, target.lid(), Fault.WRONG_END_PORT, fabric.nodeOf(port), fabric.portNumber(port));
    }
    if (entry != Fabric.NONE && tree.fault[entry] != null) {
      int last = tree.lastSwitch(entry);
      return new Undelivered(port, target.lid(), tree.fault[entry], last, tree.entry[last]);
    }
    int dropping = walk.nodeThatDrops(sender, tree);
    if (dropping == Fabric.NONE) {
      return null;
    }
    int number = fabric.isSwitch(dropping) ? tree.entry[dropping] : fabric.portNumber(port);
    return new Undelivered(port, target.lid(), Fault.DROPPED, dropping, number);
  }
}
