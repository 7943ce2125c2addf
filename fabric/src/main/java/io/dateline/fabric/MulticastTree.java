package io.dateline.fabric;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A spanning tree of the switches that all multicast groups of a subnet are parts of, with the same
 * root: a port that joins or leaves a group changes nothing of what is known about the tree.
 * Packets of a group go from the switch where they come in along the tree to all members, some of
 * them towards the root first.
 *
 * @param root the switch that is the root
 * @param uplinks by switch: the ports, as indices, of the cables to its parent, any one of which
 *     will do; none at the root and at switches that are not on the tree
 * @param serviceLevels those that groups may have
 */
public record MulticastTree(int root, int[][] uplinks, List<Integer> serviceLevels) {
  public MulticastTree {
    Objects.requireNonNull(uplinks);
    serviceLevels = List.copyOf(serviceLevels);
  }

  /**
   * The same tree of a later fabric, in which some switches may be gone and all cables between the
   * others are still there.
   *
   * @param then the fabric that it is of
   * @return empty where a switch that is there now has its parent, or a cable to it, no more
   */
  public Optional<MulticastTree> in(Fabric then, Fabric now) {
    int rootNow = now.nodeByGuid(then.nodeGuid(root));
    int[][] later = new int[now.switchCount()][];
    for (int node = 0; node < later.length; node++) {
      int before = then.nodeByGuid(now.nodeGuid(node));
      int[] ports = before == Fabric.NONE ? new int[0] : uplinks[before];
      later[node] = new int[ports.length];
      for (int i = 0; i < ports.length; i++) {
        int port = now.port(node, then.portNumber(ports[i]));
        int parent = then.nodeOf(then.peer(ports[i]));
        if (now.peer(port) == Fabric.NONE
            || now.nodeGuid(now.nodeOf(now.peer(port))) != then.nodeGuid(parent)) {
          return Optional.empty();
        }
        later[node][i] = port;
      }
    }
    return rootNow == Fabric.NONE
        ? Optional.empty()
        : Optional.of(new MulticastTree(rootNow, later, serviceLevels));
  }

  /** Whether a switch is on the tree. */
  public boolean spans(int node) {
    return node == root || uplinks[node].length > 0;
  }

  /**
   * The cable by which a switch is joined to its parent in one group. Groups take turns on parallel
   * cables, as both ends of a cable must know it.
   *
   * @param mlid the group's multicast LID
   * @return the switch's port, as an index, or {@link Fabric#NONE} where it has no parent
   */
  public int uplink(int node, int mlid) {
    int[] ports = uplinks[node];
    return ports.length == 0 ? Fabric.NONE : ports[mlid % ports.length];
  }

  /**
   * The ports, as indices, that switches send a group's packets out by. Those that only send are
   * not sent anything, which OpenSM does and adapters would have to drop; but their switches are on
   * the tree, as switches drop packets to a multicast LID that they have no entry of.
   */
  public BitSet ports(Fabric fabric, MulticastMembers group) {
    if (!group.hasPackets()) {
      return new BitSet();
    }
    BitSet out = ports(fabric, group.ports(), group.mlid());
    for (int member : group.ports()) {
      if (!group.receivers().get(member)) {
        int exit = exit(fabric, member);
        if (exit != Fabric.NONE) {
          out.clear(exit);
        }
      }
    }
    return out;
  }

  /**
   * The ports, as indices, that switches send a group's packets out by (IBA Vol 1, 18.2.4.3.3). A
   * switch does not send one back by the port it came in by.
   *
   * @param members end ports; those that are not at a switch of the tree are left out
   * @param mlid the group's multicast LID
   */
  public BitSet ports(Fabric fabric, int[] members, int mlid) {
    BitSet out = new BitSet();
    for (int member : members) {
      int exit = exit(fabric, member);
      if (exit == Fabric.NONE) {
        continue;
      }
      int node = fabric.nodeOf(exit);
      if (!fabric.isSwitch(node) || !spans(node)) {
        continue;
      }
      out.set(exit);
      int uplink = uplink(node, mlid);
      while (uplink != Fabric.NONE && !out.get(uplink)) {
        out.set(uplink);
        out.set(fabric.peer(uplink));
        uplink = uplink(fabric.nodeOf(fabric.peer(uplink)), mlid);
      }
    }
    return out;
  }

  /** The port by which what is for an end port leaves its switch, or {@link Fabric#NONE}. */
  private static int exit(Fabric fabric, int member) {
    return fabric.isSwitch(fabric.nodeOf(member)) ? member : fabric.peer(member);
  }
}
