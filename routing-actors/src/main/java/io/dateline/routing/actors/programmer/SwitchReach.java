package io.dateline.routing.actors.programmer;

import io.dateline.routing.actors.entity.RoutingMessage;
import java.util.Objects;

/**
 * How a switch is reached from one end port, and what a Set for it needs. The subnet manager, which
 * has seen the fabric, gives it to a programmer, wherever that one lives. A part of messages.
 *
 * @param fromPort GUID of the end port that the way begins at; a programmer at another one does not
 *     go it
 * @param path output port numbers, from the first hop on
 * @param switchInfo the 64 bytes of SwitchInfo data that the switch was last seen with; not written
 *     to any more
 * @param mKey of the switch in the term of the one that gives it: in a later term the switch takes
 *     no Set with it any more
 */
public record SwitchReach(long fromPort, byte[] path, byte[] switchInfo, long mKey)
    implements RoutingMessage {
  public SwitchReach {
    Objects.requireNonNull(path);
    Objects.requireNonNull(switchInfo);
  }
}
