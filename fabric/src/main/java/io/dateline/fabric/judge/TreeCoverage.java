package io.dateline.fabric.judge;

/**
 * Which ports a multicast tree reaches.
 *
 * @param switches how many are on the tree
 * @param missing switches with end ports in scope that are not, though cables join them to the root
 * @param drops turns (switch, input port, output port, SL) where packets for some port are dropped,
 *     VL 15; a node that drops what its own end port sends counts as one
 */
public record TreeCoverage(int switches, int missing, int drops) {

  /** Whether every port that joins a group gets all that is sent to it. */
  public boolean complete() {
    return missing == 0 && drops == 0;
  }
}
