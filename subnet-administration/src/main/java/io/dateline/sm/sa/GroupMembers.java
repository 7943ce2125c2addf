package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.sm.qos.NumberRanges;
import io.dateline.sm.qos.PortGroup;
import io.dateline.sm.qos.PortName;
import io.dateline.sm.subnet.SubnetView;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which end ports of a subnet are in the port groups of a policy. What a group names and is not
 * there is no port, without a word: it may come.
 */
final class GroupMembers {
  private final SubnetView view;
  private final Fabric fabric;
  private final PartitionKeys[] keys; // by end port

  /** Of several nodes with one description, the one with the smallest GUID. */
  private final Map<String, Integer> nodes = new HashMap<>();

  GroupMembers(SubnetView view, PartitionKeys[] keys) {
    this.view = view;
    this.keys = keys;
    fabric = view.fabric();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      nodes.merge(fabric.description(node), node, this::smallerGuid);
    }
  }

  private int smallerGuid(int node, int other) {
    return Long.compareUnsigned(fabric.nodeGuid(node), fabric.nodeGuid(other)) < 0 ? node : other;
  }

  /** The ports that are in at least one of the groups. */
  BitSet of(List<PortGroup> groups) {
    BitSet members = new BitSet(fabric.portCount());
    for (PortGroup group : groups) {
      for (int port : fabric.endPorts()) {
        if (group.nodeTypes().contains(fabric.type(fabric.nodeOf(port)))
            || group.portGuids().contains(fabric.portGuid(port))
            || isMember(keys[port], group.pKeys())) {
          members.set(port);
        }
      }
      group.portNames().forEach(name -> addNamed(name, members));
      if (group.hasSelf() && !view.managers().isEmpty()) {
        members.set(view.managers().getFirst().port());
      }
    }
    return members;
  }

  private static boolean isMember(PartitionKeys keys, NumberRanges partitions) {
    return !partitions.isEmpty() && keys.first(partitions) != 0;
  }

  private void addNamed(PortName name, BitSet members) {
    Integer node = nodes.get(name.description());
    if (node != null && name.number() <= fabric.externalPortCount(node)) {
      members.set(fabric.port(node, fabric.isSwitch(node) ? 0 : name.number()));
    }
  }
}
