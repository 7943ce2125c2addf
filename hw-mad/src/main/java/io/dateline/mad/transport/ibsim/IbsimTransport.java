package io.dateline.mad.transport.ibsim;

import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.mad.transport.WireCounters;
import io.dateline.mad.transport.WireStats;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port of a simulated fabric, over ibsim's remote protocol.
 *
 * <p>One client slot serves both queue pairs: the simulator delivers what is addressed to QP 0 and
 * 1 of a node to the client there that has set IsSM, and answers to the client that asked, by the
 * client's slot in the upper 16 bits of the transaction ID, which the simulator writes itself.
 *
 * <p>A simulator that is started anew has forgotten its clients. The receiving thread finds that
 * out when nothing has arrived for a while, and takes a slot again.
 *
 * <p>The data socket does not block, for two reasons: a sender must not wait for the network, and
 * an interrupt of a thread that is inside a blocking channel would close it. What the socket does
 * not take at once is lost, and counted.
 */
public final class IbsimTransport implements MadTransport {
  private static final Logger log = LoggerFactory.getLogger(IbsimTransport.class);

  /**
   * As much as the kernel grants of it. A full window of packets fits the usual limit of 208 KiB.
   */
  private static final int SOCKET_BUFFER_BYTES = 4 << 20;

  /**
   * Silence, to something sent, after which it is tried whether the simulator knows this client.
   */
  private static final int SILENCE_MS = 1_000;

  /** The same where nothing was sent. To try takes a slot for a moment, so it is rare. */
  private static final int IDLE_MS = 10_000;

  private static final int NODE_INFO_TRIES = 3;
  private static final int NODE_INFO_TIMEOUT_MS = 1_000;

  private final FabricAddress.Sim address;
  private final ControlChannel control;
  private final DatagramChannel data;
  private final Selector selector;
  private final WireCounters counters = new WireCounters();
  private final ByteBuffer outgoing =
      ByteBuffer.allocateDirect(DataPacket.BYTES); // guarded by itself
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(DataPacket.BYTES + 1);
  private PortIdentity port;
  private Consumer<MadPacket> receiver;
  private volatile boolean isSubnetManager; // as it should be
  private volatile boolean isBitTold = true; // the simulator knows

  /** What is sent is not taken: the simulator has gone, or has given the slot to another client. */
  private volatile boolean isRefused;

  private volatile boolean isAwaiting; // something was sent since something came
  private boolean isLost; // the simulator was not there when last asked; receiving thread's
  private final AtomicBoolean closed = new AtomicBoolean();

  private IbsimTransport(FabricAddress.Sim address, ControlChannel control) throws IOException {
    this.address = address;
    this.control = control;
    data = DatagramChannel.open(StandardProtocolFamily.INET);
    selector = Selector.open();
  }

  /**
   * Takes a client slot of the simulator.
   *
   * @throws TransportUnavailableException if there is no simulator, no such node, or no free slot
   */
  public static IbsimTransport connect(FabricAddress.Sim address) {
    try {
      InetAddress host = resolve(address.host());
      ControlChannel control = new ControlChannel(host, address.port());
      IbsimTransport transport = new IbsimTransport(address, control);
      try {
        transport.attach(host);
        return transport;
      } catch (IOException | RuntimeException e) {
        transport.closeSockets();
        throw e;
      }
    } catch (IOException e) {
      throw new TransportUnavailableException("cannot attach to " + address + ": " + e, e);
    }
  }

  @Override
  public PortIdentity port() {
    return port;
  }

  @Override
  public void start(Consumer<MadPacket> newReceiver) {
    receiver = newReceiver;
    Thread thread = new Thread(this::receive, "ibsim-receiver-" + address);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void send(MadPacket packet) {
    try {
      boolean taken;
      synchronized (outgoing) {
        DataPacket.encode(packet, outgoing);
        taken = data.write(outgoing) == DataPacket.BYTES;
      }
      if (taken) {
        counters.sent();
        isAwaiting = true;
      } else {
        counters.unsent();
      }
    } catch (PortUnreachableException e) {
      isRefused = true;
      counters.unsent();
    } catch (IOException e) {
      counters.unsent();
      log.debug("packet not sent: to={} reason={}", address, e.toString());
    }
  }

  /** A simulator that cannot be told now is told by the receiving thread when it answers again. */
  @Override
  public void setSubnetManager(boolean isSm) {
    isSubnetManager = isSm;
    try {
      tellSubnetManager();
    } catch (TransportUnavailableException e) {
      log.warn("IsSM bit not set to {} yet: {}", isSm, e.getMessage());
    }
  }

  private void tellSubnetManager() {
    synchronized (control) { // the receiving thread must not tell what has just been taken back
      isBitTold = false;
      control.setSubnetManager(isSubnetManager);
      isBitTold = true;
    }
  }

  public WireStats stats() {
    return counters.read();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      if (isSubnetManager) {
        control.setSubnetManager(false); // leaving does not clear the bit
      }
      control.disconnect();
    } catch (TransportUnavailableException e) {
      log.debug("simulator has gone before its client: address={}", address);
    }
    closeSockets();
  }

  private void attach(InetAddress host) throws IOException {
    data.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
    data.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
    data.bind(new InetSocketAddress(0));
    int dataPort = ((InetSocketAddress) data.getLocalAddress()).getPort();
    int slot = control.connect(dataPort, address.node());
    if (slot < 0) {
      throw refusal(dataPort);
    }
    data.connect(new InetSocketAddress(host, address.port() + 1 + slot));
    data.configureBlocking(false);
    data.register(selector, SelectionKey.OP_READ);
    try {
      port = askForIdentity();
    } catch (RuntimeException e) {
      control.disconnect();
      throw e;
    }
  }

  /** The simulator does not say why it refuses; whether it takes us anywhere else tells. */
  private TransportUnavailableException refusal(int dataPort) {
    if (!address.node().isEmpty() && control.connect(dataPort, "") >= 0) {
      control.disconnect();
      return new TransportUnavailableException(
          "the simulator at %s:%d has no node '%s' (a node id such as H-0002c90300000001, or a node description)"
              .formatted(address.host(), address.port(), address.node()));
    }
    return new TransportUnavailableException(
        "the simulator at %s:%d has no client slot left".formatted(address.host(), address.port()));
  }

  /**
   * Asks the control port what this is, for an agent keeps it from programs that do not know its
   * M_Key. Where the port seems to have the adapter's own GUID, the agent is asked, too: ibsim
   * fills the port in only when the attribute is asked for on the wire, and knows no M_Keys.
   */
  private PortIdentity askForIdentity() throws IOException {
    NodeInfo known = control.nodeInfo();
    boolean isSwitch = known.nodeType() == NodeType.SWITCH.code();
    if (known.portGuid() != 0 && (isSwitch || known.portGuid() != known.nodeGuid())) {
      return identity(known);
    }
    Optional<NodeInfo> told = askAgent();
    if (told.isEmpty() && known.portGuid() == 0) {
      throw new TransportUnavailableException(
          "the node at " + address + " does not answer Get(NodeInfo)");
    }
    return identity(told.orElse(known));
  }

  private Optional<NodeInfo> askAgent() throws IOException {
    Mad question = Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0);
    question.transactionId(System.nanoTime() & 0xFFFF_FFFFL);
    for (int tried = 0; tried < NODE_INFO_TRIES; tried++) {
      send(MadPacket.directed(question));
      long endNs = System.nanoTime() + NODE_INFO_TIMEOUT_MS * 1_000_000L;
      for (long leftNs = 1; leftNs > 0; leftNs = endNs - System.nanoTime()) {
        selector.select(Math.max(1, leftNs / 1_000_000));
        selector.selectedKeys().clear();
        MadPacket packet = readOne() ? accepted() : null;
        if (packet != null && isAnswer(packet.mad(), question)) {
          return Optional.of(NodeInfo.in(packet.mad().bytes(), Mad.SMP_DATA));
        }
      }
    }
    return Optional.empty();
  }

  private static PortIdentity identity(NodeInfo info) {
    String name = "sim:" + Guid.hex16(info.nodeGuid()) + "/" + info.localPortNum();
    return new PortIdentity(name, info.nodeGuid(), info.portGuid(), info.localPortNum());
  }

  private static boolean isAnswer(Mad mad, Mad question) {
    return mad.method() == Mad.GET_RESP
        && mad.status() == 0
        && mad.isDirectedRoute()
        && mad.attributeId() == AttributeId.NODE_INFO
        && (int) mad.transactionId() == (int) question.transactionId();
  }

  private void receive() {
    long heardNs = System.nanoTime();
    try {
      while (!closed.get()) {
        selector.select(SILENCE_MS);
        selector.selectedKeys().clear();
        while (readOne()) {
          heardNs = System.nanoTime();
          isAwaiting = false;
          MadPacket packet = accepted();
          if (packet != null) {
            counters.received();
            deliver(packet);
          }
        }
        int silenceMs = isAwaiting || isLost || !isBitTold ? SILENCE_MS : IDLE_MS;
        if (System.nanoTime() - heardNs > silenceMs * 1_000_000L && !closed.get()) {
          reattachIfForgotten();
          heardNs = System.nanoTime();
        }
      }
    } catch (ClosedChannelException | ClosedSelectorException e) {
      // close() was called
    } catch (IOException e) {
      log.error("receiving has ended: port={}", port, e);
    }
  }

  private void reattachIfForgotten() throws IOException {
    try {
      int dataPort = ((InetSocketAddress) data.getLocalAddress()).getPort();
      if (isRefused) {
        reattach(dataPort);
      } else if (control.retake(dataPort, address.node())) {
        attachedAgain();
      } else if (isLost) {
        log.info("simulator answers again: address={}", address);
      }
      if (!isBitTold) {
        tellSubnetManager();
      }
      isLost = false;
    } catch (TransportUnavailableException e) {
      if (!isLost && !closed.get()) {
        log.error("simulator lost, its return is waited for: {}", e.getMessage());
      }
      isLost = true;
    }
  }

  private void reattach(int dataPort) throws IOException {
    InetSocketAddress before = (InetSocketAddress) data.getRemoteAddress();
    int slot = control.connect(dataPort, address.node());
    if (slot < 0) {
      throw new TransportUnavailableException(address + " refuses to take this client again");
    }
    synchronized (outgoing) {
      data.disconnect();
      data.connect(new InetSocketAddress(before.getAddress(), address.port() + 1 + slot));
    }
    isRefused = false;
    attachedAgain();
  }

  private void attachedAgain() {
    isBitTold = !isSubnetManager;
    log.warn("simulator was started anew, attached again: address={}", address);
  }

  private void deliver(MadPacket packet) {
    try {
      receiver.accept(packet);
    } catch (RuntimeException e) {
      log.error("receiver failed: mad={}", packet.mad(), e);
    }
  }

  /** Reads a datagram into {@link #incoming}; false if there is none. */
  private boolean readOne() throws IOException {
    incoming.clear();
    try {
      int length = data.read(incoming);
      incoming.flip();
      return length > 0;
    } catch (PortUnreachableException e) {
      // What was sent before found no receiver. It was counted as sent; the next read goes on.
      isRefused = true;
      log.debug("nobody listens: address={}", address);
      return false;
    }
  }

  /** What has just been read, or null if it is to be dropped. */
  private MadPacket accepted() {
    if (!DataPacket.isValid(incoming)) {
      counters.malformed();
      return null;
    }
    if (DataPacket.status(incoming) != 0) {
      counters.returned();
      return null;
    }
    return DataPacket.decode(incoming);
  }

  private void closeSockets() {
    try (control;
        data;
        selector) {
      selector.wakeup();
    } catch (IOException e) {
      log.debug("closing failed: address={} reason={}", address, e.toString());
    }
  }

  private static InetAddress resolve(String host) {
    try {
      for (InetAddress candidate : InetAddress.getAllByName(host)) {
        if (candidate instanceof Inet4Address) {
          return candidate; // the protocol has room for no other
        }
      }
    } catch (UnknownHostException e) {
      throw new TransportUnavailableException("no host named '" + host + "' is known", e);
    }
    throw new TransportUnavailableException("host '" + host + "' has no IPv4 address");
  }
}
