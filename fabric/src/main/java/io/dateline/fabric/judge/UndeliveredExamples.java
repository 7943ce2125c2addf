package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/** Names undelivered pairs, as long as the tally wants examples. */
final class UndeliveredExamples {
  private final Fabric fabric;
  private final Senders senders;
  private final Needs needs;
  private final Tally tally;

  UndeliveredExamples(Fabric fabric, Senders senders, Needs needs, Tally tally) {
    this.fabric = fabric;
    this.senders = senders;
    this.needs = needs;
    this.tally = tally;
  }

  /** Names a pair whose tables are right but whose packets are dropped for their lane. */
  @FunctionalInterface
  interface DropSearch {
    /** The node that drops a packet of this sender, or {@link Fabric#NONE} when none does. */
    int nodeThatDrops(int sender, DestinationTree tree);
  }

  /**
   * Names senders that the tables fail, for one destination.
   *
   * @param distances by switch, NONE where no cables lead from it to the destination
   * @param anyMissing whether a pair is among them that is needed and that cables join
   */
  void collect(
      JudgedLid target,
      DestinationTree tree,
      int[] distances,
      boolean anyMissing,
      DropSearch drops) {
    if (!(anyMissing && tally.wantsExample(true)) && !tally.wantsExample(false)) {
      return; // there may be very many senders
    }
    for (int sender = 0; sender < senders.count; sender++) {
      boolean isNeeded =
          anyMissing
              && senders.isJoined(sender, target.port(), distances)
              && needs.isNeeded(sender, target);
      if (sender == target.sender() || !tally.wantsExample(isNeeded)) {
        continue;
      }
      Undelivered found = inspect(sender, target, tree, drops);
      if (found != null) {
        tally.addExample(isNeeded, found);
      }
    }
  }

  private Undelivered inspect(
      int sender, JudgedLid target, DestinationTree tree, DropSearch drops) {
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
    int dropping = drops.nodeThatDrops(sender, tree);
    if (dropping == Fabric.NONE) {
      return null;
    }
    int number = fabric.isSwitch(dropping) ? tree.entry[dropping] : fabric.portNumber(port);
    return new Undelivered(port, target.lid(), Fault.DROPPED, dropping, number);
  }
}
