package io.dateline.routing.multicast;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastTables;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The multicast tables of a subnet's groups. Groups are parts of the routing's own tree where it
 * has one, as only that is known to agree with its lanes; otherwise each is a part of a {@link
 * HopTrees hop tree}. Same groups, same tables.
 *
 * @param tables by switch
 * @param problems sentences: what could not be entered, for lack of room or of cables
 */
public record GroupTables(MulticastTables tables, List<String> problems) {
  private static final int PROBLEMS_MAX = 20;

  /**
   * Computes them.
   *
   * @param routing of the fabric
   * @param trees of the fabric and the capacities
   * @param groups each multicast LID once
   * @param capacities by switch: MulticastFDBCap, entries there is room for
   */
  public static GroupTables of(
      Fabric fabric,
      Routing routing,
      HopTrees trees,
      List<MulticastMembers> groups,
      int[] capacities) {
    Optional<MulticastTree> own = routing.multicast();
    MulticastTables.Builder tables = new MulticastTables.Builder(fabric);
    List<String> problems = new ArrayList<>();
    for (MulticastMembers group : groups) {
      if (!group.hasPackets()) {
        continue;
      }
      Optional<MulticastTree> tree = own.isPresent() ? own : trees.of(group);
      BitSet ports = tree.map(found -> served(fabric, found, group)).orElseGet(BitSet::new);
      TreeSet<Integer> full = new TreeSet<>();
      for (int member : group.ports()) {
        int node = fabric.switchAt(member);
        if (node != Fabric.NONE && capacities[node] == 0) {
          full.add(node); // no tree comes there
        }
      }
      for (int port = ports.nextSetBit(0); port >= 0; port = ports.nextSetBit(port + 1)) {
        int node = fabric.nodeOf(port);
        if (group.mlid() - Lid.MULTICAST_MIN >= capacities[node]) {
          full.add(node);
          ports.clear(port);
          if (fabric.peer(port) != Fabric.NONE) {
            ports.clear(fabric.peer(port)); // nothing is to be sent to where it is not known
          }
        }
      }
      if (!full.isEmpty()) {
        problems.add(
            "group 0x%04X is not served at %d switches, such as %s with room for %d groups"
                .formatted(
                    group.mlid(),
                    full.size(),
                    Guid.format(fabric.nodeGuid(full.first())),
                    capacities[full.first()]));
      }
      tables.add(group.mlid(), ports);
    }
    return new GroupTables(
        tables.build(),
        problems.size() <= PROBLEMS_MAX
            ? List.copyOf(problems)
            : problems.subList(0, PROBLEMS_MAX));
  }

  /** The ports of those members that the tree reaches. */
  private static BitSet served(Fabric fabric, MulticastTree tree, MulticastMembers group) {
    int[] reached =
        Arrays.stream(group.ports())
            .filter(port -> fabric.switchAt(port) != Fabric.NONE)
            .filter(port -> tree.spans(fabric.switchAt(port)))
            .toArray();
    BitSet receivers = new BitSet();
    for (int port : reached) {
      receivers.set(port, group.receivers().get(port));
    }
    return tree.ports(fabric, new MulticastMembers(group.mlid(), reached, receivers));
  }
}
