package io.dateline.sm.cli.demo;

import io.dateline.sm.cli.console.BadInput;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that a demo can use, free a moment ago. */
final class DemoPorts {
  private static final int FIRST = 7070;
  private static final int LAST = 9070;
  private static final int PORTS = 11;
  private static final int FIRST_OF_NODES = 30_000;
  private static final int END_OF_NODES = 32_768;
  private static final int ATTEMPTS = 100;

  /** TCP ports of one node. */
  record OfNode(int http, int cluster) {}

  private DemoPorts() {}

  /**
   * The first free run of UDP ports for the simulated fabric: one for control, and one for each
   * client behind it.
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

  /** TCP ports for so many nodes, all different. */
  static List<OfNode> forNodes(int count) throws IOException {
    List<ServerSocket> taken = new ArrayList<>();
    try {
      List<OfNode> ports = new ArrayList<>();
      for (int node = 0; node < count; node++) {
        ports.add(new OfNode(take(taken), take(taken)));
      }
      return ports;
    } finally {
      for (ServerSocket socket : taken) {
        socket.close();
      }
    }
  }

  // Below those that systems give to connections they make: one of them may come in between.
  private static int take(List<ServerSocket> taken) throws IOException {
    BindException last = new BindException("no free TCP port was found");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_OF_NODES, END_OF_NODES);
      try {
        taken.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        return port;
      } catch (BindException e) {
        last = e;
      }
    }
    throw last;
  }
}
