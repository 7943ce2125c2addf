package io.dateline.routing.hops;

import io.dateline.fabric.SwitchGraph;

/**
 * Which of a switch's ports qualify for which destination: where engines that share the choice
 * among them differ. A worker's own, used for one switch after another.
 *
 * <p>A port has the index that its channel has among those of its switch in a {@link SwitchGraph},
 * from 0 on.
 */
@FunctionalInterface
public interface Candidates {
  /**
   * Finds the ports of a switch.
   *
   * @param node the switch
   * @param sets by destination switch, {@code words} each: bits by port index, all clear. A
   *     destination whose set stays empty is not reached.
   * @param words of 64 port indices
   */
  void find(int node, long[] sets, int words);

  /** How many words the set of a switch's ports takes. */
  static int words(int ports) {
    return (ports + Long.SIZE - 1) / Long.SIZE;
  }
}
