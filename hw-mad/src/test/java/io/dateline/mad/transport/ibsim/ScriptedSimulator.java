package io.dateline.mad.transport.ibsim;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.NodeInfo;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The server's side of the protocol as far as a client can tell: one node, one client. It answers
 * Get(NodeInfo), echoes other requests as answers, and sends what a test tells it to.
 */
final class ScriptedSimulator implements AutoCloseable {
  static final String NODE = "H-0000000000000010";
  static final long NODE_GUID = 0x10;
  static final long PORT_GUID = 0x11;

  final List<ControlPacket> asked = new CopyOnWriteArrayList<>();

  private final DatagramSocket control;
  private final DatagramSocket data;
  private volatile boolean full;
  private volatile boolean hung;
  private volatile boolean mute;
  private final BitSet taken = new BitSet(); // slots
  private volatile InetSocketAddress client;

  ScriptedSimulator() throws IOException {
    DatagramSocket first = null;
    DatagramSocket second = null;
    while (second == null) { // the data port is the control port's neighbour
      int port = ThreadLocalRandom.current().nextInt(33_000, 60_000);
      try {
        first = new DatagramSocket(port, InetAddress.getLoopbackAddress());
        second = new DatagramSocket(port + 1, InetAddress.getLoopbackAddress());
      } catch (IOException e) {
        if (first != null) {
          first.close();
        }
      }
    }
    control = first;
    data = second;
    Thread.ofPlatform().daemon().start(this::serveControl);
    Thread.ofPlatform().daemon().start(this::serveData);
  }

  int port() {
    return control.getLocalPort();
  }

  void fillSlots() {
    full = true;
  }

  /** Makes it answer no MAD, or go on. */
  void mute(boolean isMute) {
    mute = isMute;
  }

  /** As if it was started anew: no client is known. */
  void forget() {
    synchronized (taken) {
      taken.clear();
    }
    asked.clear();
  }

  /** Makes it stop answering control packets, or go on. */
  void hang(boolean hangs) {
    hung = hangs;
  }

  /** Sends a datagram of any content to the client's data port. */
  void sendToClient(byte[] bytes) throws IOException {
    data.send(new DatagramPacket(bytes, bytes.length, client));
  }

  @Override
  public void close() {
    control.close();
    data.close();
  }

  private void serveControl() {
    byte[] bytes = new byte[500];
    DatagramPacket datagram = new DatagramPacket(bytes, bytes.length);
    try {
      while (true) {
        datagram.setLength(bytes.length);
        control.receive(datagram);
        ControlPacket request = ControlPacket.decode(bytes, datagram.getLength());
        if (hung) {
          continue;
        }
        asked.add(request);
        byte[] reply = answer(request, datagram.getAddress()).encode();
        control.send(new DatagramPacket(reply, reply.length, datagram.getSocketAddress()));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private ControlPacket answer(ControlPacket request, InetAddress from) {
    if (request.type() == ControlPacket.DISCONNECT) {
      synchronized (taken) {
        taken.clear(request.client());
      }
    }
    if (request.type() != ControlPacket.CONNECT) {
      return request;
    }
    if (full || !(request.node().isEmpty() || request.node().equals(NODE))) {
      return new ControlPacket(request.client(), ControlPacket.ERROR, request.data());
    }
    client = new InetSocketAddress(from, request.value());
    synchronized (taken) {
      int slot = taken.nextClearBit(0);
      taken.set(slot);
      return ControlPacket.of(slot, ControlPacket.CONNECT, slot);
    }
  }

  private void serveData() {
    byte[] bytes = new byte[500];
    DatagramPacket datagram = new DatagramPacket(bytes, bytes.length);
    try {
      while (true) {
        datagram.setLength(bytes.length);
        data.receive(datagram);
        if (mute) {
          continue;
        }
        byte[] mad = new byte[Mad.BYTES];
        System.arraycopy(bytes, DataPacket.BYTES - Mad.BYTES, mad, 0, Mad.BYTES);
        Mad reply = Mad.wrap(mad).method(Mad.GET_RESP).u16(4, Mad.DIRECTION_BIT);
        NodeInfo.in(mad, Mad.SMP_DATA).nodeGuid(NODE_GUID).portGuid(PORT_GUID).localPortNum(1);
        // Above the lower half, transaction IDs are the simulator's.
        reply.transactionId((reply.transactionId() & 0xFFFF_FFFFL) | (5L << 48));
        System.arraycopy(mad, 0, bytes, DataPacket.BYTES - Mad.BYTES, Mad.BYTES);
        data.send(new DatagramPacket(bytes, DataPacket.BYTES, datagram.getSocketAddress()));
      }
    } catch (IOException e) {
      // closed
    }
  }
}
