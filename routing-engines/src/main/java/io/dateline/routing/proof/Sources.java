package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The end ports that send, management ports of switches included, in the order of the switches
 * where their packets come in. Adapters that hang on no switch send nothing through one.
 */
final class Sources {
  private static final int SLS = 16;
  private static final int ALIKE_MAX = 2;

  final int[] firstAt; // by switch, length switchCount+1: its first source
  final int[] port; // by source: the end port
  final int[] entry; // by source: number of the switch port its packets come in by; 0 for its own

  private Sources(int[] firstAt, int[] port, int[] entry) {
    this.firstAt = firstAt;
    this.port = port;
    this.entry = entry;
  }

  /**
   * Those of which others do the same. Of sources that are alike there are two: one of them may be
   * the destination.
   */
  Sources distinct(Fabric fabric, LidMap lids, Routing routing) {
    int[] firsts = new int[firstAt.length];
    int[] ports = new int[port.length];
    int[] entries = new int[port.length];
    int kept = 0;
    for (int node = 0; node + 1 < firstAt.length; node++) {
      firsts[node] = kept;
      Map<List<Integer>, Integer> seen = new HashMap<>();
      for (int source = firstAt[node]; source < firstAt[node + 1]; source++) {
        if (seen.merge(kind(source, fabric, lids, routing), 1, Integer::sum) <= ALIKE_MAX) {
          ports[kept] = port[source];
          entries[kept++] = entry[source];
        }
      }
    }
    firsts[firstAt.length - 1] = kept;
    return new Sources(firsts, Arrays.copyOf(ports, kept), Arrays.copyOf(entries, kept));
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
  }
}
