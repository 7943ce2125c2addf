package io.dateline.sm.partition;

import io.dateline.fabric.Guid;

/**
 * End ports that a partition has, as its file names them. Of two that name the same end port, the
 * later one counts.
 *
 * @param kind what names them
 * @param guid the GUID of the end port, 64 unsigned bits; 0 unless the kind is {@link Kind#GUID}
 * @param membership what they are in the partition
 * @param isIndex0 whether the partition's P_Key goes to index 0 of their tables
 */
public record Member(Kind kind, long guid, Membership membership, boolean isIndex0) {

  /** What names end ports. */
  public enum Kind {
    GUID,
    ALL,
    ALL_CAS,
    ALL_SWITCHES,
    ALL_ROUTERS,
    /** The ports of all nodes of the cluster that manages the subnet. */
    SELF
  }

  /** Limited members talk to full ones only, not to each other (IBA Vol 1, 10.9.1). */
  public enum Membership {
    FULL,
    LIMITED,
    /** The end port holds both P_Keys, where that is allowed; else it is a full member. */
    BOTH;

    /** As in the file. */
    String word() {
      return switch (this) {
        case FULL -> "full";
        case LIMITED -> "limited";
        case BOTH -> "both";
      };
    }
  }

  public Member {
    if ((kind == Kind.GUID) != (guid != 0)) {
      throw new IllegalArgumentException("a GUID belongs to the kind GUID: " + kind + " " + guid);
    }
  }

  /** The end port of a GUID, its P_Key at any index. */
  public static Member port(long guid, Membership membership) {
    return new Member(Kind.GUID, guid, membership, false);
  }

  /** End ports of a kind, their P_Key at any index. */
  public static Member of(Kind kind, Membership membership) {
    return new Member(kind, 0, membership, false);
  }

  /** What names them, as in the file. */
  String name() {
    return kind == Kind.GUID ? Guid.format(guid) : kind.name();
  }

  /** As in the file: {@code 0x0002c90000000011=full}. */
  @Override
  public String toString() {
    return name() + "=" + membership.word();
  }
}
