package io.dateline.persistence.event;

/**
 * A port, a multicast group, and JoinState bits of the one in the other.
 *
 * @param mgidHigh upper 64 bits of the group's GID
 * @param mgidLow lower 64 bits
 * @param portGuid of the end port
 * @param joinState not 0, bits as {@link MulticastGroup} names them
 * @param proxyJoin whether another port asked for it
 */
public record Membership(
    long mgidHigh, long mgidLow, long portGuid, int joinState, boolean proxyJoin) {}
