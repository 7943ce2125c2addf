package io.dateline.fabric.judge;

/** Follows the packets of all senders to one destination LID and notes what they do. */
interface LaneWalk {
  /**
   * Notes every pair of one destination.
   *
   * @param tree what the tables do with the LID
   * @param distances by switch, channels to the destination's switch at least
   */
  void visit(JudgedLid target, DestinationTree tree, int[] distances);
}
