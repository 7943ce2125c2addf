package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.routing.hops.LinkDistances;
import io.dateline.routing.hops.SwitchLinks;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How many links below the roots every switch is. Links join equal ranks ("siblings") or ranks that
 * differ by one.
 *
 * <p>Without roots given, the roots are the switches farthest from any adapter.
 */
final class Ranks {
  /** Rank of a switch from which no links lead to a root. */
  static final int UNRANKED = Fabric.NONE;

  final int[] of; // by switch
  final int max; // the lowest switches' rank

  private Ranks(int[] of) {
    this.of = of;
    max = Arrays.stream(of).max().orElse(UNRANKED);
  }

  /** Ranks from roots that are named, as far as there are any, else from the adapters. */
  static Ranks of(
      Fabric fabric, SwitchLinks links, Optional<List<Long>> rootGuids, List<String> warnings) {
    boolean[] roots = new boolean[fabric.switchCount()];
    boolean any = false;
    for (long guid : rootGuids.orElse(List.of())) {
      int root = switchOf(fabric, guid);
      if (root == Fabric.NONE) {
        warnings.add("root " + Guid.format(guid) + " is not in the fabric and was skipped");
      } else {
        roots[root] = true;
        any = true;
      }
    }
    if (any) {
      return new Ranks(distances(links, roots));
    }
    if (rootGuids.isPresent()) {
      warnings.add("no root of the list is in the fabric: ranks were counted from the adapters");
    }
    return fromAdapters(fabric, links);
  }

  /** A switch, or the one that the adapter of a node or port GUID is attached to. */
  private static int switchOf(Fabric fabric, long guid) {
    int node = fabric.nodeByGuid(guid);
    if (node != Fabric.NONE && fabric.isSwitch(node)) {
      return node;
    }
    int port = fabric.endPortByGuid(guid);
    if (port != Fabric.NONE) {
      return switchBehind(fabric, port);
    }
    if (node != Fabric.NONE) {
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int found = switchBehind(fabric, fabric.port(node, number));
        if (found != Fabric.NONE) {
          return found;
        }
      }
    }
    return Fabric.NONE;
  }

  private static int switchBehind(Fabric fabric, int port) {
    int peer = fabric.peer(port);
    return peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))
        ? fabric.nodeOf(peer)
        : Fabric.NONE;
  }

  private static Ranks fromAdapters(Fabric fabric, SwitchLinks links) {
    boolean[] leaves = new boolean[fabric.switchCount()];
    for (int node = fabric.switchCount(); node < fabric.nodeCount(); node++) {
      if (fabric.type(node) != NodeType.CA) {
        continue;
      }
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int leaf = switchBehind(fabric, fabric.port(node, number));
        if (leaf != Fabric.NONE) {
          leaves[leaf] = true;
        }
      }
    }
    int[] heights = distances(links, leaves);
    int top = Arrays.stream(heights).max().orElse(UNRANKED);
    boolean[] roots = new boolean[heights.length];
    for (int node = 0; node < heights.length; node++) {
      roots[node] = top != UNRANKED && heights[node] == top;
    }
    return new Ranks(distances(links, roots));
  }

  private static int[] distances(SwitchLinks links, boolean[] from) {
    return LinkDistances.from(
        links, IntStream.range(0, from.length).filter(node -> from[node]).toArray());
  }

  /** The switches of a rank, or those that have none, by index. */
  int[] at(int rank) {
    return IntStream.range(0, of.length).filter(node -> of[node] == rank).toArray();
  }

  boolean isRanked(int node) {
    return of[node] != UNRANKED;
  }
}
