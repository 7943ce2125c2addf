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

  Slots(Tree tree, int rank) {
    blocks = Parts.of(tree.links(), tree.ranks(), rank - 1, rank);
    counts = new int[tree.switchCount()];
    cables = new int[tree.switchCount()][];
    PortGroups groups = tree.groups();
    int[] sizes = new int[tree.switchCount()]; // by parent: cables of its biggest group below
    for (int child = 0; child < cables.length; child++) {
      if (tree.rank(child) == rank) {
        for (int group = groups.first[child]; group < groups.parentsEnd(child); group++) {
          int parent = groups.remotes[group];
          sizes[parent] = Math.max(sizes[parent], groups.size(group));
        }
      }
    }
    int[][] slots = number(tree, rank, sizes);
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
  private int[][] number(Tree tree, int rank, int[] sizes) {
    int[][] slots = new int[sizes.length][];
    int[] parents = PortGroups.inPlaneOrder(tree.links(), tree.ranks(), rank - 1);
    int longest = 0;
    for (int parent : parents) {
      slots[parent] = new int[sizes[parent]];
      longest = Math.max(longest, sizes[parent]);
    }
    for (int place = 0; place < longest; place++) {
      for (int parent : parents) {
        if (place < sizes[parent]) {
          slots[parent][place] = counts[blocks[parent]]++;
        }
      }
    }
    return slots;
  }

  /** How many slots a switch has, at least 1. */
  int count(int child) {
    return counts[blocks[child]];
  }

  /** The port index of the cable in a slot, or {@link Fabric#NONE} where it is missing. */
  int cable(int child, int slot) {
    return cables[child][slot];
  }
}
