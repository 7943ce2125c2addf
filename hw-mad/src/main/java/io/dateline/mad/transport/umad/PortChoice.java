package io.dateline.mad.transport.umad;

import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.TransportUnavailableException;
import java.util.List;
import java.util.stream.Collectors;

/** Which port an address means, on a host with these ports. */
final class PortChoice {
  private PortChoice() {}

  /**
   * The port that is named; or of those that are meant, the first that has a link.
   *
   * @throws TransportUnavailableException if there is none; the message lists what there is
   */
  static UmadPort choose(FabricAddress.Umad address, List<UmadPort> ports) {
    if (ports.isEmpty()) {
      throw new TransportUnavailableException(
          "libibumad knows no port on this host (nothing in /sys/class/infiniband_mad); attach to a simulated fabric with sim://HOST:PORT");
    }
    for (UmadPort port : ports) {
      boolean meant = address.ca().isEmpty() || address.ca().equals(port.ca());
      if (meant && port.isInfiniBand() && isWanted(address, port)) {
        return port;
      }
    }
    String what =
        address.port() != 0
            ? "there is no InfiniBand port " + address.ca() + "/" + address.port()
            : address.ca().isEmpty()
                ? "no InfiniBand port has a link"
                : "no InfiniBand port of " + address.ca() + " has a link";
    throw new TransportUnavailableException(
        what
            + "; this host has "
            + ports.stream().map(UmadPort::describe).collect(Collectors.joining(", ")));
  }

  private static boolean isWanted(FabricAddress.Umad address, UmadPort port) {
    return address.port() != 0 ? address.port() == port.number() : port.hasLink();
  }
}
