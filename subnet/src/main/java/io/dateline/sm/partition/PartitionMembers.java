package io.dateline.sm.partition;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.sm.partition.Member.Membership;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.shorts.ShortArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Which P_Keys the end ports of a fabric are to hold. Immutable.
 *
 * <p>The time to make it is the number of members that the partitions name, each keyword counted as
 * the ports that it names.
 */
public final class PartitionMembers {
  private static final short[] NO_KEYS = {};

  private final short[][] keys; // by port
  private final short[] index0; // by port; lower 15 bits, 0 where no partition asks for it
  private final BitSet inUse = new BitSet(); // lower 15 bits of P_Keys that end ports hold

  private PartitionMembers(int portCount) {
    keys = new short[portCount][];
    index0 = new short[portCount];
  }

  /**
   * Finds them out.
   *
   * @param isSelf whether the end port of a GUID is of a node that manages the subnet
   * @param allowsBoth whether {@link Membership#BOTH} gives both P_Keys; else it gives the one of
   *     full members
   */
  public static PartitionMembers of(
      Partitions partitions, Fabric fabric, LongPredicate isSelf, boolean allowsBoth) {
    return new Search(fabric, isSelf, allowsBoth).members(partitions);
  }

  /**
   * The P_Keys of an end port, with the top bit for full members. They come in the order in which
   * OpenSM adds new ones to a table, so that a site finds each at the index it had there.
   *
   * @param endPort one of {@link Fabric#endPorts}
   * @return not a copy
   */
  public short[] keys(int endPort) {
    return keys[endPort] == null ? NO_KEYS : keys[endPort];
  }

  /**
   * The partition whose P_Key goes to index 0 of an end port's table: the lower 15 bits; 0 where
   * none asks for it, so that it is the default one's place. Of several that ask, the last counts.
   */
  public int index0Key(int endPort) {
    return index0[endPort];
  }

  /** Whether a partition, by the lower 15 bits of its P_Key, has an end port of the fabric. */
  public boolean isInUse(int key) {
    return inUse.get(key);
  }

  /** Finds out members, a partition at a time. Used once. */
  private static final class Search {
    /**
     * OpenSM keeps partitions in a map by P_Key as it is in packets, read as a number by a CPU that
     * has the low byte first.
     */
    private static final Comparator<Partition> AS_OPENSM =
        Comparator.comparingInt(partition -> Short.reverseBytes((short) partition.key()) & 0xFFFF);

    private final Fabric fabric;
    private final boolean allowsBoth;
    private final int[] selves;
    private final PartitionMembers result;
    private final ShortArrayList[] lists; // by port
    private final Membership[] found; // by port, of the partition at hand
    private final IntArrayList ports = new IntArrayList(); // where there is one

    private Search(Fabric fabric, LongPredicate isSelf, boolean allowsBoth) {
      this.fabric = fabric;
      this.allowsBoth = allowsBoth;
      IntArrayList own = new IntArrayList();
      for (int port : fabric.endPorts()) {
        if (isSelf.test(fabric.portGuid(port))) {
          own.add(port);
        }
      }
      selves = own.toIntArray();
      result = new PartitionMembers(fabric.portCount());
      lists = new ShortArrayList[fabric.portCount()];
      found = new Membership[fabric.portCount()];
    }

    private PartitionMembers members(Partitions partitions) {
      for (Partition partition : partitions.all()) {
        if (partition.isIndex0()) {
          findIndex0(partition);
        }
      }
      List<Partition> ordered = new ArrayList<>(partitions.all());
      ordered.sort(AS_OPENSM);
      for (Partition partition : ordered) {
        findKeys(partition);
      }
      for (int port : fabric.endPorts()) {
        if (lists[port] != null) {
          result.keys[port] = lists[port].toShortArray();
        }
      }
      return result;
    }

    private void findIndex0(Partition partition) {
      for (Member member : partition.members()) {
        for (int port : ports(member)) {
          if (member.isIndex0()) {
            result.index0[port] = (short) partition.key();
          } else if (result.index0[port] == partition.key()) {
            result.index0[port] = 0;
          }
        }
      }
    }

    private void findKeys(Partition partition) {
      for (Member member : partition.members()) {
        for (int port : ports(member)) {
          if (found[port] == null) {
            ports.add(port);
          }
          found[port] = member.membership();
        }
      }
      for (int i = 0; i < ports.size(); i++) {
        int port = ports.getInt(i);
        add(port, partition.key(), found[port]);
        found[port] = null;
      }
      if (!ports.isEmpty()) {
        result.inUse.set(partition.key());
      }
      ports.clear();
    }

    private void add(int port, int key, Membership membership) {
      if (lists[port] == null) {
        lists[port] = new ShortArrayList(2);
      }
      boolean isLimited =
          membership == Membership.LIMITED || (membership == Membership.BOTH && allowsBoth);
      if (isLimited) {
        lists[port].add((short) key);
      }
      if (membership != Membership.LIMITED) {
        lists[port].add((short) (key | Partition.FULL_BIT));
      }
    }

    /** The end ports that a member is; none where it is not in the fabric. */
    private int[] ports(Member member) {
      return switch (member.kind()) {
        case GUID -> {
          int port = fabric.endPortByGuid(member.guid());
          yield port == Fabric.NONE ? new int[0] : new int[] {port};
        }
        case ALL -> fabric.endPorts();
        case ALL_CAS -> ports(NodeType.CA);
        case ALL_SWITCHES -> ports(NodeType.SWITCH);
        case ALL_ROUTERS -> ports(NodeType.ROUTER);
        case SELF -> selves;
      };
    }

    private int[] ports(NodeType type) {
      IntArrayList all = new IntArrayList();
      for (int port : fabric.endPorts()) {
        if (fabric.type(fabric.nodeOf(port)) == type) {
          all.add(port);
        }
      }
      return all.toIntArray();
    }
  }
}
