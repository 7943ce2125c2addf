package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/**
 * The cables up that the switches of one rank have, or would have if their tree was whole: in a
 * block ({@link Parts}) every child has a slot for every cable that any child has to any of the
 * parents. All parents' first cables come first, in the order of {@link PortGroups}, then their
 * second ones. So slots mean the same for all children, whatever a single one has lost.
 */
final class Slots {
  private final int[] blocks; // by switch of the rank
  private final int[] counts; // by block: slots
  private final int[][] cables; // by switch of the rank: port index by slot, or Fabric.NONE
  private final int[][] parents; // by block: parent by slot
  private final int[][] places; // by block: which of its parent's slots a slot is, from 0
  private final int[] sizes; // by parent: its slots
  private final int[] nextSlots; // by switch of the rank, Fabric.NONE as long as it has no path

  Slots(Tree tree, int rank) {
    blocks = Parts.of(tree.graph(), tree.ranks(), rank - 1, rank);
    counts = new int[tree.switchCount()];
    cables = new int[tree.switchCount()][];
    PortGroups groups = tree.groups();
    parents = new int[tree.switchCount()][];
    places = new int[tree.switchCount()][];
    sizes = new int[tree.switchCount()];
    for (int child = 0; child < cables.length; child++) {
      if (tree.rank(child) == rank) {
        for (int group = groups.first[child]; group < groups.parentsEnd(child); group++) {
          int parent = groups.remotes[group];
          sizes[parent] = Math.max(sizes[parent], groups.size(group));
        }
      }
    }
    nextSlots = new int[tree.switchCount()];
    Arrays.fill(nextSlots, Fabric.NONE);
    int[][] slots = number(tree, rank);
    for (int child = 0; child < cables.length; child++) {
      if (tree.rank(child) != rank) {
        continue;
      }
      int[] own = new int[counts[blocks[child]]];
      Arrays.fill(own, Fabric.NONE);
      for (int group = groups.first[child]; group < groups.parentsEnd(child); group++) {
        for (int place = 0; place < groups.size(group); place++) {
          own[slots[groups.remotes[group]][place]] = groups.cable(group, place);
        }
      }
      cables[child] = own;
    }
  }

  /** Numbers the slots of every block. By parent: the slot of its n-th cable. */
  private int[][] number(Tree tree, int rank) {
    int[][] slots = new int[sizes.length][];
    int[] inOrder = PortGroups.inPlaneOrder(tree.graph(), tree.ranks(), rank - 1);
    int longest = 0;
    for (int parent : inOrder) {
      slots[parent] = new int[sizes[parent]];
      longest = Math.max(longest, sizes[parent]);
    }
    for (int place = 0; place < longest; place++) {
      for (int parent : inOrder) {
        if (place < sizes[parent]) {
          slots[parent][place] = counts[blocks[parent]]++;
        }
      }
    }
    for (int parent : inOrder) {
      int block = blocks[parent];
      if (parents[block] == null) {
        parents[block] = new int[counts[block]];
        places[block] = new int[counts[block]];
      }
      for (int place = 0; place < sizes[parent]; place++) {
        parents[block][slots[parent][place]] = parent;
        places[block][slots[parent][place]] = place;
      }
    }
    return slots;
  }

  /** How many slots a switch has, at least 1. */
  int count(int child) {
    return counts[blocks[child]];
  }

  /** Whether a switch of the rank lacks a cable. */
  boolean areMissing(int child) {
    return Arrays.stream(cables[child]).anyMatch(cable -> cable == Fabric.NONE);
  }

  /**
   * The slot that the next path from a switch takes if it goes through the cables it has in turns.
   *
   * @param slot where to begin with the first path
   */
  int next(int child, int slot) {
    int[] own = cables[child];
    int found = nextSlots[child] == Fabric.NONE ? slot : nextSlots[child];
    while (own[found] == Fabric.NONE) {
      found = (found + 1) % own.length;
    }
    nextSlots[child] = (found + 1) % own.length;
    return found;
  }

  /**
   * Of the paths that take the slots of a switch in turns, those that come to the same parent are
   * numbered again.
   *
   * @param round how often all slots were taken before
   * @return the number of the path that takes a slot in that round
   */
  int numberAtParent(int child, int round, int slot) {
    int block = blocks[child];
    return round * sizes[parents[block][slot]] + places[block][slot];
  }

  /** The port index of the cable in a slot, or {@link Fabric#NONE} where it is missing. */
  int cable(int child, int slot) {
    return cables[child][slot];
  }
}
