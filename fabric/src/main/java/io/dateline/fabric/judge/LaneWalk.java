package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/** Follows the packets of all senders to one destination LID and notes what they do. */
interface LaneWalk {
  /**
   * Notes every pair of one destination.
   *
   * @param tree what the tables do with the LID
   * @param distances by switch, channels to the destination's switch at least
   */
  void visit(JudgedLid target, DestinationTree tree, int[] distances);

  /**
   * The node that drops a packet of this sender for its lane though the tables are right, or {@link
   * Fabric#NONE} when none does; for the destination that was visited last.
   */
  int nodeThatDrops(int sender, DestinationTree tree);
}
