package io.dateline.sim;

import io.dateline.fabric.Lid;
import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.UmadLength;
import io.dateline.mad.transport.ibsim.DataPacket;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One program attached by ibsim's protocol, and its data socket. On the simulator's thread. */
final class IbsimSlot {
  private static final Logger LOG = LoggerFactory.getLogger(IbsimSlot.class);
  private static final int BUFFER_BYTES = 4 << 20;

  /** Datagrams read before other programs get their turn. */
  private static final int BATCH = 64;

  private final int index;
  private final Simulator simulator;
  private final SimulatedFabric simulated;
  private final InetSocketAddress client;
  private final InetSocketAddress controller;
  private final DatagramChannel channel;
  private final Attachment attachment;
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(DataPacket.BYTES + 1);
  private final ByteBuffer outgoing = ByteBuffer.allocateDirect(DataPacket.BYTES);
  private Runnable onUnreachable = () -> {};
  private boolean isAnnounced;

  // Of what the program sent last; class 0: it has sent nothing so far.
  private long heardNs;
  private int managementClass;
  private int queuePair;

  /**
   * Opens the slot's socket and attaches the program.
   *
   * @param local where the program sends to
   * @param client where it receives
   * @param controller where its control datagrams come from
   * @param port the port of the fabric it is attached to
   */
  IbsimSlot(
      int index,
      Simulator simulator,
      SimulatedFabric simulated,
      InetSocketAddress local,
      InetSocketAddress client,
      InetSocketAddress controller,
      int port)
      throws IOException {
    this.index = index;
    this.simulator = simulator;
    this.simulated = simulated;
    this.client = client;
    this.controller = controller;
    channel = DatagramChannel.open(StandardProtocolFamily.INET);
    try {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
      channel.bind(local);
      channel.connect(client);
      channel.configureBlocking(false);
      simulator.register(channel, this::read);
      attachment = simulated.attachUmad(port, this::deliver);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  int index() {
    return index;
  }

  int port() {
    return attachment.port();
  }

  Attachment attachment() {
    return attachment;
  }

  boolean isControlledBy(InetSocketAddress sender) {
    return controller.equals(sender);
  }

  boolean isOf(InetSocketAddress address) {
    return client.equals(address);
  }

  /**
   * Tells that the program is here, when it first does something. Nodes take a slot for a moment
   * again and again, to see whether they are still known; that is worth no line.
   */
  void announce() {
    if (!isAnnounced) {
      isAnnounced = true;
      LOG.info("program attached: {}", this);
    }
  }

  void announceEnd(String reason) {
    if (isAnnounced) {
      LOG.info("program detached: {} reason={}", this, reason);
    }
  }

  /** What to do once the program's socket turns out to be closed. */
  void onUnreachable(Runnable action) {
    onUnreachable = action;
  }

  /**
   * Whether the program is known to be gone. Of one on this host that can be seen without asking
   * it: its UDP port is free to bind. Others are found out when they are sent something.
   */
  boolean isDead() {
    if (!client.getAddress().isLoopbackAddress()) {
      return false;
    }
    try (DatagramSocket probe = new DatagramSocket(null)) {
      probe.bind(client);
      return true;
    } catch (SocketException e) {
      return false;
    }
  }

  /**
   * Sends an answer to nothing, which a program leaves aside. Where there is no program any more,
   * its host says so.
   *
   * <p>Behind ibsim's preload library any datagram kills a program that is too short, or of a
   * management class that it does not use; and ibnetdiscover gives up at an answer that it does not
   * know. So only a program that has used a class is asked, and none that is at work.
   *
   * @param silenceNs how long it must have sent nothing
   */
  void knock(long silenceNs) {
    if (managementClass == 0 || System.nanoTime() - heardNs < silenceNs) {
      return;
    }
    Mad answer = new Mad().u8(0, 1).u8(1, managementClass).u8(2, 1).method(Mad.GET_RESP);
    deliver(new MadPacket(answer, queuePair, Lid.PERMISSIVE, queuePair, 0), Mad.BYTES);
  }

  private void read() {
    try {
      for (int i = 0; i < BATCH && channel.isOpen(); i++) {
        incoming.clear();
        if (channel.read(incoming) <= 0) {
          return;
        }
        incoming.flip();
        if (DataPacket.isValidAtServer(incoming)) {
          request();
        }
      }
    } catch (PortUnreachableException e) {
      unreachable();
    } catch (IOException e) {
      LOG.debug("data socket failed: {}", this, e);
    }
  }

  private void request() throws IOException {
    announce();
    MadPacket packet = DataPacket.decodeAtServer(incoming);
    heardNs = System.nanoTime();
    managementClass = packet.mad().managementClass();
    queuePair = packet.queuePair();
    boolean wantsAnswer = !packet.mad().isResponse() && packet.mad().method() != Mad.TRAP;
    if (!simulated.send(attachment, packet, DataPacket.lengthAtServer(incoming))
        && wantsAnswer
        && channel.isOpen()) {
      // The preload library has no timers: it hears from the simulator that no answer will come.
      DataPacket.markTimedOut(incoming);
      channel.write(incoming);
    }
  }

  private void deliver(MadPacket packet, int lengthBytes) {
    try {
      DataPacket.encodeAtServer(
          packet,
          UmadLength.of(packet.mad(), lengthBytes),
          simulated.lid(attachment.port()),
          outgoing);
      channel.write(outgoing);
    } catch (PortUnreachableException e) {
      unreachable();
    } catch (IOException e) {
      LOG.debug("packet lost: {}", this, e);
    }
  }

  /** Detaching has to wait until the fabric has finished what it is doing. */
  private void unreachable() {
    simulator.submit(onUnreachable);
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("closing a socket failed: {}", this, e);
    }
  }

  @Override
  public String toString() {
    return "slot=%d node=%s address=%s"
        .formatted(index, NodeNames.port(simulated.fabric(), attachment.port()), client);
  }
}
