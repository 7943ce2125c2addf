package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The roots that the operator names.
 *
 * @param nodes switches, ascending
 * @param warnings a sentence for each GUID that names none
 */
public record GivenRoots(int[] nodes, List<String> warnings) {
  /**
   * Finds them by node GUIDs of switches, or by node or port GUIDs of adapters and routers, which
   * stand for the switch they are attached to, by their first port where they have several.
   */
  public static GivenRoots of(Fabric fabric, List<Long> guids) {
    BitSet found = new BitSet();
    List<String> warnings = new ArrayList<>();
    for (long guid : guids) {
      int node = switchOf(fabric, guid);
      if (node == Fabric.NONE) {
        warnings.add(
            "root GUID %s is skipped: no switch has it, and no adapter at a switch"
                .formatted(Guid.format(guid)));
      } else {
        found.set(node);
      }
    }
    return new GivenRoots(found.stream().toArray(), warnings);
  }

  private static int switchOf(Fabric fabric, long guid) {
    int node = fabric.nodeByGuid(guid);
    if (node != Fabric.NONE && fabric.isSwitch(node)) {
      return node;
    }
    if (node != Fabric.NONE) {
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int found = fabric.switchAt(fabric.port(node, number));
        if (found != Fabric.NONE) {
          return found;
        }
      }
    }
    int port = fabric.endPortByGuid(guid);
    return port == Fabric.NONE ? Fabric.NONE : fabric.switchAt(port);
  }
}
