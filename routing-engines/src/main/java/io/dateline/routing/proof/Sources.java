package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.util.Arrays;

/**
 * The end ports that send, management ports of switches included, in the order of the switches
 * where their packets come in. Adapters that hang on no switch send nothing through one.
 */
final class Sources {
  final int[] firstAt; // by switch, length switchCount+1: its first source
  final int[] port; // by source: the end port
  final int[] entry; // by source: number of the switch port its packets come in by; 0 for its own

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
