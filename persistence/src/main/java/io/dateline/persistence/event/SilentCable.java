package io.dateline.persistence.event;

/**
 * A cable between two switches, one of which sweeps do not find any more, or both, though a way
 * over cables that are up leads there: it may go on forwarding.
 *
 * @param switchGuid node at one end
 * @param number port there
 * @param peerGuid node at the other end
 * @param peerNumber port there
 */
public record SilentCable(long switchGuid, int number, long peerGuid, int peerNumber) {}
