package io.dateline.mad.transport.umad;

import io.dateline.mad.transport.TransportUnavailableException;
import java.util.List;

/** What is needed of libibumad, so that {@link UmadTransport} can be tested without it. */
interface Umad {
  /** The ports of this host, in the library's order. */
  List<UmadPort> ports();

  /**
   * Opens a port for MADs.
   *
   * @throws TransportUnavailableException if the system refuses
   */
  UmadHandle open(UmadPort port);
}
