package io.dateline.mad.transport.ibsim;

import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.transport.TransportUnavailableException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions to a simulator's control port, one at a time. A datagram may be lost in either
 * direction, so each is asked up to three times; a reply tells by its type what it answers.
 */
final class ControlChannel implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControlChannel.class);

  private static final int TRIES = 3;

  /** A simulator answers one packet at a time, and may have a burst of them before it. */
  private static final int TIMEOUT_MS = 1_000;

  private final String where;
  private final DatagramSocket socket;
  private int client;

  ControlChannel(InetAddress host, int port) throws IOException {
    where = host.getHostAddress() + ":" + port;
    socket = new DatagramSocket();
    try {
      socket.connect(new InetSocketAddress(host, port));
      socket.setSoTimeout(TIMEOUT_MS);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Asks for a slot at a node.
   *
   * @return the slot given, or -1 if the simulator refuses
   * @throws TransportUnavailableException if there is no simulator
   */
  synchronized int connect(int dataPort, String node) {
    ControlPacket reply = ask(ControlPacket.connect(dataPort, node), TRIES);
    if (reply.type() == ControlPacket.ERROR) {
      return -1;
    }
    client = reply.value();
    return client;
  }

  synchronized void setSubnetManager(boolean isSm) {
    ControlPacket request = ControlPacket.of(client, ControlPacket.SET_ISSM, isSm ? 1 : 0);
    if (ask(request, TRIES).type() == ControlPacket.ERROR) {
      throw new TransportUnavailableException(
          "the simulator at " + where + " refuses to set the IsSM bit of client " + client);
    }
  }

  /**
   * NodeInfo as software on the host knows it, which no M_Key keeps from it. Of an adapter's port
   * ibsim does not know the GUID there.
   *
   * @throws TransportUnavailableException if there is no simulator
   */
  synchronized NodeInfo nodeInfo() {
    return NodeInfo.of(ask(ControlPacket.of(client, ControlPacket.GET_NODEINFO), TRIES).data());
  }

  /**
   * Takes the slot of this client again if it is free, as it is in a simulator that was started
   * anew. Any question about a slot that it has not given kills ibsim, so CONNECT is what tells:
   * the lowest free slot is given, and one above ours means that ours is taken.
   *
   * @return whether the slot was free, and is now this client's again
   * @throws TransportUnavailableException if there is no simulator
   */
  synchronized boolean retake(int dataPort, String node) {
    List<Integer> others = new ArrayList<>();
    try {
      giveBackLate();
      for (int tried = 0; tried <= client; tried++) {
        ControlPacket reply = ask(ControlPacket.connect(dataPort, node), 1);
        if (reply.type() == ControlPacket.ERROR) {
          return false; // no slot is free, ours neither
        }
        if (reply.value() == client) {
          return true;
        }
        others.add(reply.value());
        if (reply.value() > client) {
          return false;
        }
      }
      return false;
    } finally {
      others.forEach(this::giveBack);
    }
  }

  /** Gives the slot back. A simulator that has gone is not waited for. */
  synchronized void disconnect() {
    ask(ControlPacket.of(client, ControlPacket.DISCONNECT), 1);
  }

  @Override
  public void close() {
    socket.close();
  }

  private ControlPacket ask(ControlPacket request, int tries) {
    try {
      byte[] bytes = request.encode();
      for (int tried = 0; tried < tries; tried++) {
        socket.send(new DatagramPacket(bytes, bytes.length));
        ControlPacket reply = awaitReply(request.type());
        if (reply != null) {
          return reply;
        }
      }
    } catch (PortUnreachableException e) {
      throw new TransportUnavailableException(nobody("nothing listens there"), e);
    } catch (IOException e) {
      throw new TransportUnavailableException(nobody(e.toString()), e);
    }
    throw new TransportUnavailableException(nobody("asked " + tries + " times, no answer"));
  }

  private String nobody(String why) {
    return "no ibsim at %s: %s (start one with ibsim -r -l PORT, or dateline sim)"
        .formatted(where, why);
  }

  /** The next reply of this type or a refusal; null when none came in time. */
  private ControlPacket awaitReply(int type) throws IOException {
    byte[] bytes = new byte[ControlPacket.BYTES + 1]; // longer ones are seen to be longer
    long endNs = System.nanoTime() + TIMEOUT_MS * 1_000_000L;
    while (System.nanoTime() - endNs < 0) {
      DatagramPacket datagram = new DatagramPacket(bytes, bytes.length);
      try {
        socket.receive(datagram);
      } catch (SocketTimeoutException e) {
        return null;
      }
      ControlPacket reply = ControlPacket.decode(bytes, datagram.getLength());
      if (reply != null && (reply.type() == type || reply.type() == ControlPacket.ERROR)) {
        return reply;
      }
      if (reply != null && reply.type() == ControlPacket.CONNECT) {
        giveBack(reply.value());
      }
    }
    return null;
  }

  /** A CONNECT that was asked twice, because its answer was late, has taken two slots. */
  private void giveBack(int slot) {
    byte[] bytes = ControlPacket.of(slot, ControlPacket.DISCONNECT).encode();
    try {
      socket.send(new DatagramPacket(bytes, bytes.length));
    } catch (IOException e) {
      log.debug("slot not given back: simulator={} slot={} reason={}", where, slot, e.toString());
    }
  }

  /** A simulator that was hung answers all that was asked meanwhile. */
  private void giveBackLate() {
    byte[] bytes = new byte[ControlPacket.BYTES + 1];
    try {
      socket.setSoTimeout(1);
      while (true) {
        DatagramPacket datagram = new DatagramPacket(bytes, bytes.length);
        socket.receive(datagram);
        ControlPacket late = ControlPacket.decode(bytes, datagram.getLength());
        if (late != null && late.type() == ControlPacket.CONNECT) {
          giveBack(late.value());
        }
      }
    } catch (SocketTimeoutException e) {
      // that was all
    } catch (IOException e) {
      log.debug("late answers not read: simulator={} reason={}", where, e.toString());
    } finally {
      waitAsUsual();
    }
  }

  private void waitAsUsual() {
    try {
      socket.setSoTimeout(TIMEOUT_MS);
    } catch (SocketException e) {
      throw new TransportUnavailableException(nobody(e.toString()), e);
    }
  }
}
