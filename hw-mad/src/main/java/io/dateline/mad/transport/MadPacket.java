package io.dateline.mad.transport;

import io.dateline.fabric.Lid;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import java.util.Optional;

/**
 * A MAD and where it goes to or came from.
 *
 * @param mad its bytes
 * @param queuePair the local queue pair: 0 subnet management, 1 everything else
 * @param remoteLid destination or source LID; {@link Lid#PERMISSIVE} for a directed route
 * @param remoteQueuePair queue pair at the other end
 * @param serviceLevel SL to send with, or that it came with
 * @param sourceGid source GID of the GRH that it came with (IBA Vol 1, 8.3); none is sent with one
 */
public record MadPacket(
    Mad mad,
    int queuePair,
    int remoteLid,
    int remoteQueuePair,
    int serviceLevel,
    Optional<Gid> sourceGid) {

  /** One without a GRH. */
  public MadPacket(Mad mad, int queuePair, int remoteLid, int remoteQueuePair, int serviceLevel) {
    this(mad, queuePair, remoteLid, remoteQueuePair, serviceLevel, Optional.empty());
  }

  /** A directed-route SMP. */
  public static MadPacket directed(Mad mad) {
    return new MadPacket(mad, 0, Lid.PERMISSIVE, 0, 0);
  }

  /** The same way back with another MAD. */
  public MadPacket reply(Mad reply) {
    return new MadPacket(reply, queuePair, remoteLid, remoteQueuePair, serviceLevel);
  }
}
