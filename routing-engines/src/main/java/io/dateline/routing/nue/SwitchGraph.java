package io.dateline.routing.nue;

/**
 * Switches and the cables between them, which may be parallel. Immutable; arrays are not copies.
 *
 * @param first by switch, where its neighbours begin; length switches + 1
 * @param to neighbours, one for each cable, both ways
 * @param weights by switch, at least 0
 */
public record SwitchGraph(int[] first, int[] to, int[] weights) {
  /** How many switches there are. */
  public int count() {
    return weights.length;
  }
}
