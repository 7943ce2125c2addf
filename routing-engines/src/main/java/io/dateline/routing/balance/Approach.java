package io.dateline.routing.balance;

/**
 * In which order packets come by switches on their way to one destination switch after another. A
 * worker's own.
 */
interface Approach {
  /** Finds the order to another destination. */
  void to(int destination);

  /** Switches that have a port to send by, the farthest first. Not a copy. */
  int[] order();

  /** How many there are in the order. */
  int count();
}
