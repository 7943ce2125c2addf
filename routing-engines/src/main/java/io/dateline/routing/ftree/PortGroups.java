package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The port groups of all ranked switches: a group is all cables to the same other switch. A
 * switch's groups are numbered in one go: those to parents, to siblings, to children. Groups to
 * parents are in the order of their planes ({@link Parts}), so that the same place in the order
 * means the same part of the tree everywhere below; all others go by switch index. So these rows
 * are others than those of a {@link SwitchGraph}.
 *
 * <p>Immutable; do not write to the arrays.
 */
final class PortGroups {
  final int[] first; // by switch: its first group, to a parent if it has any; length switches + 1
  final int[] firstSibling; // by switch
  final int[] firstChild; // by switch
  final int[] remotes; // by group: the other switch
  final int[] firstCable; // by group: where it begins in cables; length groups + 1
  final int[] cables; // port indices, ascending within a group
  final int[] groupOfPort; // by port index: the group, or Fabric.NONE
  final short[] places; // by port index: which cable of its group it is, from 0

  PortGroups(Fabric fabric, SwitchGraph graph, Ranks ranks) {
    int switches = fabric.switchCount();
    int groups = graph.neighbours.length;
    first = new int[switches + 1];
    firstSibling = new int[switches];
    firstChild = new int[switches];
    remotes = new int[groups];
    firstCable = new int[groups + 1];
    cables = new int[graph.channelCount];
    groupOfPort = new int[fabric.portCount()];
    places = new short[fabric.portCount()];
    Arrays.fill(groupOfPort, Fabric.NONE);
    int[] planeOrder = planeOrder(graph, ranks);
    int group = 0;
    int cable = 0;
    for (int node = 0; node < switches; node++) {
      first[node] = group;
      int rank = ranks.of[node];
      for (int turn = -1; turn <= 1; turn++) {
        if (turn == 0) {
          firstSibling[node] = group;
        } else if (turn == 1) {
          firstChild[node] = group;
        }
        if (rank == Ranks.UNRANKED) {
          continue;
        }
        for (int remote : neighbours(graph, ranks, node, rank + turn, planeOrder)) {
          firstCable[group] = cable;
          remotes[group] = remote;
          cable = addCables(fabric, graph, node, remote, group, cable);
          group++;
        }
      }
    }
    first[switches] = group;
    Arrays.fill(firstCable, group, groups + 1, cable);
  }

  /**
   * The switches of a rank in the order of their planes: the pieces of the tree that are left if
   * nothing below the rank is.
   */
  static int[] inPlaneOrder(SwitchGraph graph, Ranks ranks, int rank) {
    int[] planes = Parts.of(graph, ranks, 0, rank);
    return IntStream.range(0, planes.length)
        .filter(node -> ranks.of[node] == rank)
        .boxed()
        .sorted(
            Comparator.comparingInt((Integer node) -> planes[node])
                .thenComparing(Comparator.naturalOrder()))
        .mapToInt(node -> node)
        .toArray();
  }

  /** By switch: its place among those of its rank in the order of planes. */
  private static int[] planeOrder(SwitchGraph graph, Ranks ranks) {
    int[] places = new int[ranks.of.length];
    for (int rank = 0; rank <= ranks.max; rank++) {
      int place = 0;
      for (int node : inPlaneOrder(graph, ranks, rank)) {
        places[node] = place++;
      }
    }
    return places;
  }

  private static int[] neighbours(
      SwitchGraph graph, Ranks ranks, int node, int rank, int[] planeOrder) {
    int[] all = graph.neighboursOf(node);
    long[] keys = new long[all.length]; // place in the order, then index
    int count = 0;
    for (int other : all) {
      if (ranks.of[other] == rank) {
        long place = rank < ranks.of[node] ? planeOrder[other] : 0;
        keys[count++] = place << Integer.SIZE | other;
      }
    }
    Arrays.sort(keys, 0, count);
    int[] neighbours = new int[count];
    for (int i = 0; i < count; i++) {
      neighbours[i] = (int) keys[i];
    }
    return neighbours;
  }

  private int addCables(
      Fabric fabric, SwitchGraph graph, int node, int remote, int group, int start) {
    int cable = start;
    for (int channel = graph.first[node]; channel < graph.first[node + 1]; channel++) {
      if (graph.to[channel] == remote) {
        int port = fabric.port(node, graph.number(channel));
        places[port] = (short) (cable - start);
        groupOfPort[port] = group;
        cables[cable++] = port;
      }
    }
    return cable;
  }

  /** How many cables all groups have; one between two switches is in a group of either. */
  int cableCount() {
    return firstCable[remotes.length];
  }

  /** The number of cables in a group. */
  int size(int group) {
    return firstCable[group + 1] - firstCable[group];
  }

  /** The port index of a group's cable; places beyond its size begin again with the first. */
  int cable(int group, int place) {
    return cables[firstCable[group] + place % size(group)];
  }

  /** The end of a switch's groups to parents. */
  int parentsEnd(int node) {
    return firstSibling[node];
  }
}
