package io.dateline.sm.cli;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Ports for the demo's simulated fabric: one for control, and one for each client behind it. */
final class DemoPorts {
  private static final int FIRST = 7070;
  private static final int LAST = 9070;
  private static final int PORTS = 11;

  private DemoPorts() {}

  /**
   * The first free run of ports.
   *
   * @throws BadInput if there is none
   */
  static int forSimulatedFabric() {
    for (int port = FIRST; port < LAST; port += PORTS) {
      if (areFree(port)) {
        return port;
      }
    }
    throw new BadInput("no %d free UDP ports in a row from %d on".formatted(PORTS, FIRST));
  }

  private static boolean areFree(int first) {
    for (int port = first; port < first + PORTS; port++) {
      try (DatagramSocket socket = new DatagramSocket(null)) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      } catch (IOException e) {
        return false;
      }
    }
    return true;
  }
}
