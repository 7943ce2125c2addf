package io.dateline.routing.nue;

/**
 * What lies outside of what, seen from a lane.
 *
 * @param centrality by switch
 * @param remoteness by switch: cables to the next one with senders
 */
record Rim(int[] centrality, int[] remoteness) {
  /** Whether a switch is less central than another one, and not farther from senders. */
  boolean isOutside(int node, int other) {
    return centrality[node] < centrality[other] && remoteness[node] <= remoteness[other];
  }
}
