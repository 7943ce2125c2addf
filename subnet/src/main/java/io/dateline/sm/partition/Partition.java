package io.dateline.sm.partition;

import java.util.List;

/**
 * A partition: end ports that share a P_Key (IBA Vol 1, 10.9).
 *
 * @param name for people; not unique
 * @param key the lower 15 bits of its P_Key, 1 to 0x7fff
 * @param sl the SL of paths in it where QoS is on, 0 to 15
 * @param groups multicast groups that the subnet makes for it before any host asks
 * @param members its end ports; no member is overridden as a whole by a later one
 */
public record Partition(
    String name, int key, int sl, List<PartitionGroup> groups, List<Member> members) {
  /** The key of the partition that every end port belongs to. */
  public static final int DEFAULT_KEY = 0x7FFF;

  /** The bit of a P_Key that a full member has. */
  public static final int FULL_BIT = 0x8000;

  public Partition {
    if (key < 1 || key > DEFAULT_KEY) {
      throw new IllegalArgumentException("no P_Key: " + key);
    }
    groups = List.copyOf(groups);
    members = List.copyOf(members);
  }

  /** Whether its P_Key goes to index 0 of the table of some members. */
  public boolean isIndex0() {
    return members.stream().anyMatch(Member::isIndex0);
  }

  public boolean isDefault() {
    return key == DEFAULT_KEY;
  }

  /** Whether two of its members can talk, if they are there. */
  boolean hasFullMembers() {
    return members.stream().anyMatch(member -> member.membership() != Member.Membership.LIMITED);
  }

  /** Name and P_Key for people, as in {@code 'Storage' (0x0010)}. */
  public String words() {
    return "'%s' (0x%04x)".formatted(name, key);
  }
}
