package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/**
 * Which switches were how many hops away in a tree, and which cables led to those that were not
 * reached yet. The next tree to the same switch hardly ever differs in that, for most of its LIDs
 * have the same turns to choose from: as long as its levels are the same, no other cable leads
 * anywhere, and half of them need not be looked at.
 */
final class TreeShape {
  private final int words;
  private final long[] outwards; // by switch and word: the cables
  private final int[] hops; // by switch, Fabric.NONE where it was not reached
  private final int[] reached; // by level: switches so far
  private int levels;
  private int home = Fabric.NONE;

  TreeShape(int switches, int words) {
    this.words = words;
    outwards = new long[switches * words];
    hops = new int[switches];
    reached = new int[switches + 1];
  }

  /** Whether the tree that is known leads to a switch. */
  boolean isOf(int destination) {
    return home == destination;
  }

  /** Begins a tree; it is of use once it has been {@link #complete completed}. */
  void begin() {
    home = Fabric.NONE;
    levels = 0;
  }

  /** Notes the cables of a switch that lead to others that have not been reached yet. */
  void note(int node, int word, long cables) {
    outwards[node * words + word] = cables;
  }

  /** Notes how many switches there are up to a level. */
  void noteLevel(int count) {
    reached[levels++] = count;
  }

  void complete(int destination, int[] treeHops) {
    System.arraycopy(treeHops, 0, hops, 0, hops.length);
    Arrays.fill(reached, levels, reached.length, Fabric.NONE);
    home = destination;
  }

  long outwards(int node, int word) {
    return outwards[node * words + word];
  }

  int hops(int node) {
    return hops[node];
  }

  /** How many switches there are up to a level; {@link Fabric#NONE} behind the last one. */
  int reached(int level) {
    return reached[level];
  }
}
