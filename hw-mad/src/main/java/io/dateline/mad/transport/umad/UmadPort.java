package io.dateline.mad.transport.umad;

import io.dateline.fabric.Guid;

/**
 * A port as libibumad describes it.
 *
 * @param ca name of the channel adapter
 * @param number port number, 0 on a switch
 * @param nodeGuid GUID of the node
 * @param portGuid GUID of the port
 * @param state PortState, 1 Down to 4 Active (IBA Vol 1, 14.2.5.6)
 * @param physicalState PortPhysicalState, 5 LinkUp
 * @param linkLayer {@code InfiniBand} or {@code IB}; others have no subnet manager
 */
record UmadPort(
    String ca,
    int number,
    long nodeGuid,
    long portGuid,
    int state,
    int physicalState,
    String linkLayer) {
  private static final int STATE_INIT = 2;
  private static final int PHYSICAL_STATE_LINK_UP = 5;

  String name() {
    return ca + "/" + number;
  }

  boolean isInfiniBand() {
    return linkLayer.equals("InfiniBand") || linkLayer.equals("IB");
  }

  boolean hasLink() {
    return state >= STATE_INIT || physicalState == PHYSICAL_STATE_LINK_UP;
  }

  /** For lists of what there is: {@code mlx5_0/1 (0x..., no link)}. */
  String describe() {
    String condition = !isInfiniBand() ? linkLayer : hasLink() ? "has a link" : "no link";
    return "%s (%s, %s)".formatted(name(), Guid.format(portGuid), condition);
  }
}
