package io.dateline.persistence.event;

import io.dateline.fabric.NodeType;
import java.util.List;
import java.util.Objects;

/**
 * An end port that sweeps do not find any more, for its management agent does not answer, and whose
 * link is up all the same: it goes on with the P_Keys that it has. Immutable.
 *
 * @param type of its node; never a switch
 * @param facingGuid node at the other end of its cable
 * @param facingNumber port there
 * @param pKeys that it may hold, with the top bit for full members, ascending
 */
public record SilentPort(
    long portGuid, NodeType type, long facingGuid, int facingNumber, List<Integer> pKeys) {
  public SilentPort {
    Objects.requireNonNull(type);
    pKeys = List.copyOf(pKeys);
  }
}
