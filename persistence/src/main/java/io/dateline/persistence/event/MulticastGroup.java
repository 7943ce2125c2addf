package io.dateline.persistence.event;

import java.util.List;
import java.util.Objects;

/**
 * A multicast group, and its members (IBA Vol 1, 15.2.5.17). Immutable.
 *
 * @param mgidHigh upper 64 bits of the group's GID
 * @param mgidLow lower 64 bits
 * @param mlid the multicast LID that switches forward its packets by, {@code 0xC000..0xFFFE}
 * @param terms what packets of the group have in common
 * @param isWellKnown whether it stays when no port is in it
 * @param members by PortGUID, ascending as unsigned integers
 */
public record MulticastGroup(
    long mgidHigh, long mgidLow, int mlid, Terms terms, boolean isWellKnown, List<Member> members) {

  /** JoinState: receives and sends. */
  public static final int FULL_MEMBER = 1;

  /** JoinState: receives and sends, does not keep the group alive. */
  public static final int NON_MEMBER = 2;

  /** JoinState: sends only, does not keep the group alive. */
  public static final int SEND_ONLY_NON_MEMBER = 4;

  /** JoinState: sends only. */
  public static final int SEND_ONLY_FULL_MEMBER = 8;

  /** Of these a group is alive. */
  public static final int KEEPING = FULL_MEMBER | SEND_ONLY_FULL_MEMBER;

  public MulticastGroup {
    Objects.requireNonNull(terms);
    members = List.copyOf(members);
  }

  /**
   * What a port that joins has to agree with, in the units of MCMemberRecord.
   *
   * @param mtu code of the exact MTU
   * @param rate code of the exact rate
   * @param packetLife code of the exact packet life time
   * @param scope address scope, 4 bits
   */
  public record Terms(
      int qKey,
      int pKey,
      int mtu,
      int rate,
      int packetLife,
      int sl,
      int trafficClass,
      int flowLabel,
      int hopLimit,
      int scope) {}

  /**
   * A port in the group.
   *
   * @param portGuid of the end port
   * @param joinState the bits it is in with, not 0
   * @param proxyJoin whether another port asked for it
   */
  public record Member(long portGuid, int joinState, boolean proxyJoin) {}
}
