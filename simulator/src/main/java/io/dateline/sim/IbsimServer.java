package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.transport.ibsim.ControlPacket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets programs of other processes attach to a simulated fabric by ibsim's remote protocol over
 * UDP: those that run under ibsim's preload library (OpenSM, saquery, ibnetdiscover, ...), and
 * Dateline's own nodes.
 *
 * <p>Control datagrams come to one port; the program in slot {@code i} (from 0) exchanges MADs with
 * port control + 1 + i. ibsim has 10 slots, its clients know no such limit; here there are {@link
 * #SLOTS}, and their ports are taken when they are needed.
 *
 * <p>Everything happens on the simulator's thread. A datagram that is not understood, or that
 * speaks for a slot that its sender does not have, changes nothing.
 */
public final class IbsimServer implements AutoCloseable {
  /** Programs that can be attached at a time. */
  public static final int SLOTS = 64;

  private static final Logger LOG = LoggerFactory.getLogger(IbsimServer.class);
  private static final int CONTROL_BUFFER_BYTES = 1 << 20;
  private static final int LIVENESS_PERIOD_MS = 200;

  /** Longer than a program that manages or asks is silent. */
  static final Duration SILENCE = Duration.ofSeconds(30);

  private final Simulator simulator;
  private final SimulatedFabric simulated;
  private final InetSocketAddress address;
  private final DatagramChannel control;
  private final ByteBuffer buffer = ByteBuffer.allocate(ControlPacket.BYTES + 1);
  private final IbsimSlot[] slots = new IbsimSlot[SLOTS];
  private final long silenceNs;
  private boolean isClosed;

  /**
   * Begins to listen, on a UDP port for control and on the ones above it for data.
   *
   * @throws UncheckedIOException if the control port is taken
   */
  public static IbsimServer serve(Simulator simulator, InetSocketAddress address) {
    return serve(simulator, address, SILENCE);
  }

  /**
   * Begins to listen.
   *
   * @param silence after which a program on another host may be one that was killed
   */
  static IbsimServer serve(Simulator simulator, InetSocketAddress address, Duration silence) {
    return simulator.call(
        simulated -> {
          try {
            return new IbsimServer(simulator, simulated, address, silence);
          } catch (IOException e) {
            throw new UncheckedIOException(
                "cannot listen on %s:%d: %s"
                    .formatted(address.getHostString(), address.getPort(), e.getMessage()),
                e);
          }
        });
  }

  private IbsimServer(
      Simulator simulator, SimulatedFabric simulated, InetSocketAddress wanted, Duration silence)
      throws IOException {
    silenceNs = silence.toNanos();
    this.simulator = simulator;
    this.simulated = simulated;
    control = DatagramChannel.open(StandardProtocolFamily.INET);
    try {
      control.setOption(StandardSocketOptions.SO_RCVBUF, CONTROL_BUFFER_BYTES);
      control.bind(wanted);
      control.configureBlocking(false);
      simulator.register(control, this::readControl);
    } catch (IOException e) {
      control.close();
      throw e;
    }
    address = (InetSocketAddress) control.getLocalAddress();
    simulator.repeat(LIVENESS_PERIOD_MS, this::dropTheDead);
  }

  /** Where it listens for control datagrams. */
  public InetSocketAddress address() {
    return address;
  }

  /** The attached programs, one a line: slot, node, address. */
  public List<String> clients() {
    return simulator.call(
        unused -> {
          List<String> lines = new ArrayList<>();
          for (IbsimSlot slot : slots) {
            if (slot != null) {
              lines.add(slot.toString());
            }
          }
          return lines;
        });
  }

  private void readControl() {
    try {
      while (true) {
        buffer.clear();
        InetSocketAddress sender = (InetSocketAddress) control.receive(buffer);
        if (sender == null) {
          return;
        }
        ControlPacket request = ControlPacket.decode(buffer.array(), buffer.position());
        if (request != null) {
          ControlPacket reply = answer(request, sender);
          control.send(ByteBuffer.wrap(reply.encode()), sender);
        }
      }
    } catch (IOException e) {
      LOG.debug("control socket failed: address={}", address, e);
    }
  }

  private ControlPacket answer(ControlPacket request, InetSocketAddress sender) {
    if (request.type() == ControlPacket.CONNECT) {
      return connect(request, sender);
    }
    int index = request.client();
    IbsimSlot slot = index >= 0 && index < SLOTS ? slots[index] : null;
    if (slot == null || !slot.isControlledBy(sender)) {
      return refusal(request);
    }
    Fabric fabric = simulated.fabric();
    int port = slot.port();
    byte[] data =
        switch (request.type()) {
          case ControlPacket.DISCONNECT -> {
            release(slot, "disconnected");
            yield request.data();
          }
          case ControlPacket.SET_ISSM -> {
            slot.announce();
            simulated.setSubnetManager(slot.attachment(), request.value() != 0);
            yield request.data();
          }
          case ControlPacket.GET_PORT -> ControlAnswers.port(simulated, port);
          case ControlPacket.GET_VENDOR -> ControlAnswers.vendor(fabric, port);
          case ControlPacket.GET_GID -> ControlAnswers.gid(simulated, port);
          case ControlPacket.GET_GUID -> ControlAnswers.guid(fabric, port);
          case ControlPacket.GET_NODEINFO -> simulated.ask(port, ControlAnswers.nodeInfo());
          case ControlPacket.GET_PORTINFO ->
              simulated.ask(port, ControlAnswers.portInfo(request.data()[0] & 0xFF));
          case ControlPacket.GET_PKEYS -> simulated.ask(port, ControlAnswers.pKeys());
          default -> null;
        };
    return data == null
        ? refusal(request)
        : new ControlPacket(request.client(), request.type(), data);
  }

  private static ControlPacket refusal(ControlPacket request) {
    return new ControlPacket(request.client(), ControlPacket.ERROR, request.data());
  }

  private ControlPacket connect(ControlPacket request, InetSocketAddress sender) {
    int dataPort = request.value();
    if (dataPort < 1 || dataPort > 0xFFFF) {
      return refusal(request);
    }
    int port = portFor(request.node());
    boolean isSm = ControlAnswers.isSm(request);
    if (port == Fabric.NONE) {
      LOG.info("program refused, no such node: address={} node={}", sender, request.node());
      return refusal(request);
    }
    if (isSm && (simulated.portInfo(port).capabilityMask() & CapabilityMask.IS_SM) != 0) {
      LOG.info("program refused, there is an SM already: address={}", sender);
      return refusal(request);
    }
    InetSocketAddress client = new InetSocketAddress(sender.getAddress(), dataPort);
    dropEarlier(client, sender);
    String reason = "all are taken";
    for (int index = 0; index < SLOTS; index++) {
      if (slots[index] != null) {
        continue;
      }
      try {
        open(index, client, sender, port);
      } catch (IOException e) {
        reason = "port " + (address.getPort() + 1 + index) + ": " + e.getMessage();
        continue;
      }
      if (isSm) {
        slots[index].announce();
        simulated.setSubnetManager(slots[index].attachment(), true);
      }
      if (index >= SLOTS / 2) {
        askWhoIsThere();
      }
      return ControlAnswers.connected(index, simulated.fabric(), port);
    }
    LOG.warn(
        "program refused, no slot for it: address={} attached={} reason={}",
        sender,
        Arrays.stream(slots).filter(Objects::nonNull).count(),
        reason);
    askWhoIsThere();
    return refusal(request);
  }

  /** The port of a node that a program attaches to; no name means the first channel adapter. */
  private int portFor(String name) {
    Fabric fabric = simulated.fabric();
    int node = NodeNames.find(fabric, name);
    if (name.isEmpty() && fabric.nodeCount() > 0) {
      node = fabric.switchCount() < fabric.nodeCount() ? fabric.switchCount() : 0;
    }
    if (node == Fabric.NONE) {
      node = NodeNames.findByStart(fabric, name, ControlPacket.NODE_ID_MAX);
    }
    if (node == Fabric.NONE) {
      return Fabric.NONE;
    }
    return simulated.portForPrograms(node);
  }

  private void open(int index, InetSocketAddress client, InetSocketAddress sender, int port)
      throws IOException {
    int slotPort = address.getPort() + 1 + index;
    if (slotPort > 0xFFFF) {
      throw new IOException("there is no such port");
    }
    InetSocketAddress local = new InetSocketAddress(address.getAddress(), slotPort);
    IbsimSlot slot = new IbsimSlot(index, simulator, simulated, local, client, sender, port);
    slot.onUnreachable(() -> release(slot, "does not listen any more"));
    slots[index] = slot;
  }

  /**
   * A program that receives where an earlier one did has come after it. One that asks from the same
   * socket, too, is the same: it repeats its CONNECT, or tries whether it is still known here.
   */
  private void dropEarlier(InetSocketAddress client, InetSocketAddress sender) {
    for (IbsimSlot slot : slots) {
      if (slot != null && slot.isOf(client) && !slot.isControlledBy(sender)) {
        release(slot, "succeeded by another program at its address");
      }
    }
  }

  /** What a host's kernel does when a process dies: its port ceases to be an SM. */
  private void dropTheDead() {
    for (IbsimSlot slot : slots) {
      if (slot != null && slot.isDead()) {
        release(slot, "has died");
      }
    }
  }

  /**
   * Programs on other hosts that were killed, and that are sent nothing, would keep their slots for
   * good. Done before the slots run out, for it takes a moment to hear of it.
   */
  private void askWhoIsThere() {
    for (IbsimSlot slot : slots) {
      if (slot != null) {
        slot.knock(silenceNs);
      }
    }
  }

  /** Of a program that has been released already, a late word that it has gone says nothing. */
  private void release(IbsimSlot slot, String reason) {
    if (slots[slot.index()] != slot) {
      return;
    }
    slot.announceEnd(reason);
    slots[slot.index()] = null;
    slot.close();
    simulated.detach(slot.attachment());
  }

  /** Detaches every program and gives the ports back. */
  @Override
  public void close() {
    simulator.execute(
        unused -> {
          if (isClosed) {
            return;
          }
          isClosed = true;
          for (IbsimSlot slot : slots) {
            if (slot != null) {
              release(slot, "server closed");
            }
          }
          try {
            control.close();
          } catch (IOException e) {
            LOG.debug("closing the control socket failed: address={}", address, e);
          }
        });
  }
}
