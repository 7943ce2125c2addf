package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The end ports that send, management ports of switches included, in the order of the switches
 * where their packets come in. Adapters that hang on no switch send nothing through one.
 */
final class Sources {
  private static final int SLS = 16;

  final int[] firstAt; // by switch, length switchCount+1: its first source
  final int[] port; // by source: the end port
  final int[] entry; // by source: number of the switch port its packets come in by; 0 for its own
  final int[] alike; // by source: the port of an earlier one that does the same; NONE for none

  private Sources(int[] firstAt, int[] port, int[] entry, int[] alike) {
    this.firstAt = firstAt;
    this.port = port;
    this.entry = entry;
    this.alike = alike;
  }

  /** Whether packets to an end port are sent by a source, and not by one that does the same. */
  boolean sends(int source, int destination) {
    return port[source] != destination
        && (alike[source] == Fabric.NONE || alike[source] == destination);
  }

  /**
   * Those of which others do the same. Of sources that are alike there are two: the second one is
   * for packets to the first.
   */
  Sources distinct(Fabric fabric, LidMap lids, Routing routing) {
    int[] firsts = new int[firstAt.length];
    int[] ports = new int[port.length];
    int[] entries = new int[port.length];
    int[] same = new int[port.length];
    int kept = 0;
    for (int node = 0; node + 1 < firstAt.length; node++) {
      firsts[node] = kept;
      Map<List<Integer>, Integer> first = new HashMap<>(); // its port, by kind
      Set<List<Integer>> whole = new HashSet<>(); // kinds of which there are two
      for (int source = firstAt[node]; source < firstAt[node + 1]; source++) {
        List<Integer> kind = kind(source, fabric, lids, routing);
        Integer before = first.putIfAbsent(kind, port[source]);
        if (before == null || whole.add(kind)) {
          ports[kept] = port[source];
          same[kept] = before == null ? Fabric.NONE : before;
          entries[kept++] = entry[source];
        }
      }
    }
    firsts[firstAt.length - 1] = kept;
    return new Sources(
        firsts,
        Arrays.copyOf(ports, kept),
        Arrays.copyOf(entries, kept),
        Arrays.copyOf(same, kept));
  }

  private List<Integer> kind(int source, Fabric fabric, LidMap lids, Routing routing) {
    List<Integer> kind = new ArrayList<>();
    kind.add(dropped(source, fabric, routing.slToVl()));
    kind.add(routing.slToVl().areEndPortsAlike() ? 0 : entry[source]);
    for (int offset = 0; offset < lids.lidCount(port[source]); offset++) {
      kind.add(routing.pathSl().kind(lids.baseLid(port[source]) + offset));
    }
    return kind;
  }

  /** SLs, as a mask, that a source's own node lets nowhere. */
  int dropped(int source, Fabric fabric, SlToVl slToVl) {
    int mask = 0;
    for (int sl = 0; entry[source] != 0 && sl < SLS; sl++) {
      int vl = slToVl.vl(fabric.nodeOf(port[source]), 0, fabric.portNumber(port[source]), sl);
      mask |= vl == SlToVl.DROP ? 1 << sl : 0;
    }
    return mask;
  }

  Sources(Fabric fabric, LidMap lids) {
    int count = fabric.switchCount();
    firstAt = new int[count + 1];
    int[] ports = new int[fabric.endPorts().length];
    int[] entries = new int[ports.length];
    int found = 0;
    for (int node = 0; node < count; node++) {
      firstAt[node] = found;
      for (int number = 0; number <= fabric.externalPortCount(node); number++) {
        int sender = fabric.endPortAt(fabric.port(node, number));
        if (sender != Fabric.NONE && lids.lidCount(sender) > 0) {
          ports[found] = sender;
          entries[found++] = number;
        }
      }
    }
    firstAt[count] = found;
    port = Arrays.copyOf(ports, found);
    entry = Arrays.copyOf(entries, found);
    alike = new int[found];
    Arrays.fill(alike, Fabric.NONE);
  }
}
