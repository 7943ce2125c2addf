package io.dateline.it.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between clients and a server on this host. When it falls silent, connections stay open,
 * and nothing that is sent on them is ever answered, as where the server's host has lost its power;
 * new ones reach the server.
 */
final class SilentRelay implements AutoCloseable {
  private final ServerSocket listening;
  private final int target;
  private final Set<Line> lines = ConcurrentHashMap.newKeySet();

  private SilentRelay(ServerSocket listening, int target) {
    this.listening = listening;
    this.target = target;
  }

  /** A client's connection and the one to the server. */
  private record Line(Socket client, Socket server) {
    void close() {
      closeQuietly(client);
      closeQuietly(server);
    }

    private static void closeQuietly(Socket socket) {
      try {
        socket.close();
      } catch (IOException e) {
        // it is of no use any more
      }
    }
  }

  /** Begins to relay to a port of this host. */
  static SilentRelay to(int port) throws IOException {
    SilentRelay relay =
        new SilentRelay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
    Thread.ofVirtual().start(relay::accept);
    return relay;
  }

  int port() {
    return listening.getLocalPort();
  }

  /** The connections that there are now are of no use from now on. */
  void fallSilent() {
    lines.clear();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Line line = new Line(client, new Socket(listening.getInetAddress(), target));
        client.setTcpNoDelay(true);
        line.server().setTcpNoDelay(true);
        lines.add(line);
        Thread.ofVirtual().start(() -> relay(line, client, line.server()));
        Thread.ofVirtual().start(() -> relay(line, line.server(), client));
      }
    } catch (IOException e) {
      // closed
    }
  }

  /** What comes on a line that is silent is taken, and goes nowhere. */
  private void relay(Line line, Socket from, Socket to) {
    byte[] buffer = new byte[1 << 16];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int bytes = in.read(buffer); bytes >= 0; bytes = in.read(buffer)) {
        if (lines.contains(line)) {
          out.write(buffer, 0, bytes);
        }
      }
    } catch (IOException e) {
      // an end has closed it
    }
    if (lines.remove(line)) {
      line.close();
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    lines.forEach(Line::close);
  }
}
