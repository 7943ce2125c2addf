package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A multicast tree at random, of which some branches may be missing. */
public final class RandomTree {
  private RandomTree() {}

  /** With one or two service levels. */
  public static MulticastTree of(Fabric fabric, Random random) {
    int root = random.nextInt(fabric.switchCount());
    int[][] uplinks = new int[fabric.switchCount()][0];
    int cutOneIn = random.nextBoolean() ? 6 : Integer.MAX_VALUE;
    List<Integer> onTree = new ArrayList<>(List.of(root));
    List<Integer> ports = new ArrayList<>();
    for (int port = 0; port < fabric.switchCount() * (1 + fabric.externalPortCount(0)); port++) {
      ports.add(port);
    }
    boolean grows = true;
    while (grows) {
      grows = false;
      Collections.shuffle(ports, random);
      for (int port : ports) {
        int node = fabric.nodeOf(port);
        int peer = fabric.peer(port);
        if (peer == Fabric.NONE || onTree.contains(node)) {
          continue;
        }
        int parent = fabric.nodeOf(peer);
        if (onTree.contains(parent) && random.nextInt(cutOneIn) != 0) {
          uplinks[node] = cables(fabric, node, parent);
          onTree.add(node);
          grows = true;
        }
      }
    }
    return new MulticastTree(root, uplinks, random.nextBoolean() ? List.of(0) : List.of(3, 8));
  }

  private static int[] cables(Fabric fabric, int node, int parent) {
    List<Integer> found = new ArrayList<>();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      if (fabric.peer(port) != Fabric.NONE && fabric.nodeOf(fabric.peer(port)) == parent) {
        found.add(port);
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }
}
