package io.dateline.it.kit;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Ports of the loopback address for processes that are yet to start. Between the look whether a
 * port is free and its use by a process that starts, seconds go by; so none is from the range that
 * the kernel gives to whoever asks for any port, none is given out twice, and test processes that
 * run side by side have ranges of their own.
 */
public final class FreePorts {
  private static final int FIRST = 10_000;
  private static final int PORTS = 5_000; // of a test process; four of them end below 32,768
  private static final int FORKS = 4;

  /** Of this test process, as the build counts them from 1 on. */
  private static final int FORK = Math.floorMod(Integer.getInteger("test.fork", 0), FORKS);

  /** Not the same ones in the next run: somebody may still hold on to those of the last. */
  private static int next = (int) (ProcessHandle.current().pid() * 37 % PORTS);

  private FreePorts() {}

  /** A TCP port. */
  public static int tcp() {
    return inARow(1, FreePorts::isFreeForTcp);
  }

  /** The first of a run of UDP ports. */
  public static int udp(int count) {
    return inARow(count, FreePorts::isFreeForUdp);
  }

  private interface Look {
    boolean isFree(int port);
  }

  private static synchronized int inARow(int count, Look look) {
    int run = 0;
    for (int tried = 0; tried < PORTS; tried++) {
      if (next == 0) {
        run = 0; // a run does not go over the end
      }
      run = look.isFree(port(next)) ? run + 1 : 0;
      next = (next + 1) % PORTS;
      if (run == count) {
        return port(Math.floorMod(next - count, PORTS));
      }
    }
    throw new IllegalStateException("no " + count + " free ports in a row");
  }

  private static int port(int offset) {
    return FIRST + FORK * PORTS + offset;
  }

  private static boolean isFreeForTcp(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isFreeForUdp(int port) {
    try (DatagramSocket socket = new DatagramSocket(null)) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
