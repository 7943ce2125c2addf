package io.dateline.routing.multicast;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.SwitchGraph;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Trees of fewest hops, one a root, for groups of routings that have no tree of their own. The root
 * of a group is the switch whose largest hop count to the switches of its members is least, as in
 * OpenSM; of several the one with the lowest GUID. All groups of a root are parts of one tree, so
 * that a port that joins does not move the others as long as the root stays. Of several neighbours
 * that are one hop nearer to the root a switch hangs on the one with the lowest GUID. Switches that
 * have no room for any group are no part of a tree.
 *
 * <p>Nothing checks them against the lanes of the routing, as it is not said which SLs are free of
 * credit loops together with them; OpenSM does not, either. For one thread at a time.
 */
public final class HopTrees {
  private static final char NOT_REACHED = (char) BreadthFirst.NONE;

  private final Fabric fabric;
  private final int switchCount;
  private final BitSet roomless; // switches
  private final SwitchGraph graph;
  private final BreadthFirst search; // over switches with room
  private final char[][] hops; // by switch: hops to every other one; null before it was asked for
  private final Int2ObjectOpenHashMap<MulticastTree> trees =
      new Int2ObjectOpenHashMap<>(); // by root

  /**
   * No trees yet; each is made when a group first needs it.
   *
   * @param capacities by switch: MulticastFDBCap
   */
  public HopTrees(Fabric fabric, int[] capacities) {
    this.fabric = fabric;
    switchCount = fabric.switchCount();
    roomless = roomless(capacities);
    graph = new SwitchGraph(fabric);
    search = new BreadthFirst(graph, (from, to) -> !roomless.get(to));
    hops = new char[switchCount][];
  }

  private static BitSet roomless(int[] capacities) {
    BitSet roomless = new BitSet();
    for (int node = 0; node < capacities.length; node++) {
      roomless.set(node, capacities[node] == 0);
    }
    return roomless;
  }

  /**
   * Whether these would be the same trees: of this very fabric, with the same switches left out.
   */
  public boolean areOf(Fabric other, int[] capacities) {
    return fabric == other && roomless.equals(roomless(capacities));
  }

  /** The tree of a group; empty where no member is at a switch with room. */
  Optional<MulticastTree> of(MulticastMembers group) {
    BitSet at = new BitSet();
    for (int port : group.ports()) {
      int node = fabric.switchAt(port);
      if (node != Fabric.NONE && !roomless.get(node)) {
        at.set(node);
      }
    }
    return at.isEmpty() ? Optional.empty() : Optional.of(tree(root(at)));
  }

  /** What cables do not join to the first of the switches has no part in it. */
  private int root(BitSet at) {
    int first = at.nextSetBit(0);
    char[] largest = hops(first).clone(); // by switch: to any of the group's
    for (int node = at.nextSetBit(first + 1); node >= 0; node = at.nextSetBit(node + 1)) {
      if (hops(first)[node] != NOT_REACHED) {
        char[] from = hops(node);
        for (int other = 0; other < switchCount; other++) {
          largest[other] = (char) Math.max(largest[other], from[other]);
        }
      }
    }
    int root = first;
    for (int node = 0; node < switchCount; node++) {
      if (largest[node] < largest[root] || (largest[node] == largest[root] && node < root)) {
        root = node;
      }
    }
    return root;
  }

  private MulticastTree tree(int root) {
    MulticastTree known = trees.get(root);
    if (known != null) {
      return known;
    }
    char[] toRoot = hops(root);
    int[][] uplinks = new int[switchCount][];
    for (int node = 0; node < switchCount; node++) {
      uplinks[node] =
          node == root || toRoot[node] == NOT_REACHED
              ? new int[0]
              : cables(node, parent(node, toRoot));
    }
    MulticastTree tree = new MulticastTree(root, uplinks, List.of(0));
    trees.put(root, tree);
    return tree;
  }

  private int parent(int node, char[] toRoot) {
    int parent = Integer.MAX_VALUE;
    for (int i = graph.firstNeighbour[node]; i < graph.firstNeighbour[node + 1]; i++) {
      int other = graph.neighbours[i];
      if (toRoot[other] == toRoot[node] - 1 && other < parent) {
        parent = other;
      }
    }
    if (parent == Integer.MAX_VALUE) {
      throw new IllegalStateException("no neighbour of %d is nearer to the root".formatted(node));
    }
    return parent;
  }

  private int[] cables(int from, int to) {
    return IntStream.range(graph.first[from], graph.first[from + 1])
        .filter(channel -> graph.to[channel] == to)
        .map(channel -> fabric.port(from, graph.number(channel)))
        .toArray();
  }

  private char[] hops(int to) {
    if (hops[to] == null) {
      search.from(to);
      hops[to] = new char[switchCount];
      for (int node = 0; node < switchCount; node++) {
        hops[to][node] = (char) search.distance(node); // NOT_REACHED is its NONE
      }
    }
    return hops[to];
  }
}
