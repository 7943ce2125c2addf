package io.dateline.sm.qos;

import io.dateline.fabric.NodeType;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * End ports that rules are about. A port belongs to the group if any of its parts names it.
 *
 * @param name as the file has it; empty where a simple rule made the group
 * @param portGuids GUIDs of end ports
 * @param portNames ports by the descriptions of their nodes
 * @param pKeys lower 15 bits of P_Keys: members of either kind of these partitions
 * @param partitions likewise, by name
 * @param nodeTypes all ports of nodes of these types
 * @param hasSelf whether the port of the subnet manager belongs to it
 */
public record PortGroup(
    String name,
    NumberRanges portGuids,
    Set<PortName> portNames,
    NumberRanges pKeys,
    Set<String> partitions,
    Set<NodeType> nodeTypes,
    boolean hasSelf) {
  public PortGroup {
    portNames = Set.copyOf(portNames);
    partitions = Set.copyOf(partitions);
    nodeTypes = Set.copyOf(nodeTypes);
  }

  /** The ports that have these GUIDs. */
  static PortGroup ofGuids(NumberRanges guids) {
    return new PortGroup("", guids, Set.of(), NumberRanges.NONE, Set.of(), Set.of(), false);
  }

  /**
   * The same, with its partitions' P_Keys in place of their names; names without one are no port.
   */
  PortGroup resolved(Function<String, OptionalInt> keys) {
    if (partitions.isEmpty()) {
      return this;
    }
    NumberRanges all = pKeys;
    for (String partition : partitions) {
      OptionalInt key = keys.apply(partition);
      if (key.isPresent()) {
        all = all.and(NumberRanges.of(key.getAsInt()));
      }
    }
    return new PortGroup(name, portGuids, portNames, all, Set.of(), nodeTypes, hasSelf);
  }
}
