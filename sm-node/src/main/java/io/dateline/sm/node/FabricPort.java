package io.dateline.sm.node;

import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import io.dateline.mad.transport.umad.UmadTransport;

/** Opens the port into the fabric that a setting names. */
final class FabricPort {
  private FabricPort() {}

  /**
   * Opens a port.
   *
   * @throws io.dateline.mad.transport.TransportUnavailableException if it is not to be had
   */
  static MadTransport open(FabricAddress address) {
    return switch (address) {
      case FabricAddress.Umad umad -> UmadTransport.open(umad);
      case FabricAddress.Sim sim -> IbsimTransport.connect(sim);
    };
  }
}
