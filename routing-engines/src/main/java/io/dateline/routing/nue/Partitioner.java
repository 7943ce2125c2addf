package io.dateline.routing.nue;

import io.dateline.fabric.SwitchGraph;

/**
 * Another program's way to divide the switches of a fabric among lanes. It need not be the same on
 * every node: what was divided once is remembered.
 */
public interface Partitioner {
  /**
   * Divides all switches into parts that weigh nearly the same, with few cables between them.
   *
   * @param weights by switch, at least 0
   * @param parts at least 2; some may stay empty
   */
  Outcome divide(SwitchGraph graph, int[] weights, int parts);

  /** What became of it. */
  sealed interface Outcome permits Divided, Unavailable {}

  /**
   * It went well.
   *
   * @param parts by switch its part, from 0 on; not a copy
   */
  record Divided(int[] parts) implements Outcome {}

  /**
   * This node cannot.
   *
   * @param reason for the operator, the end of a sentence
   */
  record Unavailable(String reason) implements Outcome {}
}
