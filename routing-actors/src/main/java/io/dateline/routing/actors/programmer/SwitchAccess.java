package io.dateline.routing.actors.programmer;

import io.dateline.mad.DirectedRoute;
import io.dateline.mad.transport.MadExchange;
import java.util.Optional;

/** How this node reaches switches. From any thread, without waiting. */
public interface SwitchAccess {
  /** The way to a switch from this node's port; empty when this node knows none. */
  Optional<DirectedRoute> route(long switchGuid);

  /** The M_Key of a switch in the current term; 0 when this node knows none. */
  long mKey(long switchGuid);

  /**
   * The 64 bytes of SwitchInfo data that the switch was last seen with; not written to. Empty when
   * it was never read.
   */
  Optional<byte[]> switchInfo(long switchGuid);

  MadExchange exchange();
}
