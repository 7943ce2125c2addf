package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.PortIdentity;
import java.util.function.Consumer;

/**
 * Attaches this process to a port of a simulated fabric, without sockets. Receivers are called on
 * the simulator's thread. Any number of programs may be attached to a port.
 */
public final class SimulatedPort implements MadTransport {
  private final Simulator simulator;
  private final PortIdentity identity;
  private final Attachment attachment;
  private volatile Consumer<MadPacket> receiver = unused -> {};
  private volatile boolean isClosed;

  SimulatedPort(Simulator simulator, int port) {
    this.simulator = simulator;
    attachment = simulator.call(fabric -> fabric.attach(port, true, this::receive));
    identity = simulator.call(simulated -> identity(simulated.fabric(), port));
  }

  private static PortIdentity identity(Fabric fabric, int port) {
    int node = fabric.nodeOf(port);
    return new PortIdentity(
        "sim:%s/%d".formatted(NodeNames.id(fabric, node), fabric.portNumber(port)),
        fabric.nodeGuid(node),
        fabric.portGuid(port),
        fabric.portNumber(port));
  }

  private void receive(MadPacket packet) {
    if (!isClosed) {
      receiver.accept(packet);
    }
  }

  @Override
  public PortIdentity port() {
    return identity;
  }

  @Override
  public void start(Consumer<MadPacket> newReceiver) {
    receiver = newReceiver;
  }

  /** The packet stays the caller's, which may send it again: the simulation works on a copy. */
  @Override
  public void send(MadPacket packet) {
    MadPacket copy =
        new MadPacket(
            packet.mad().copy(),
            packet.queuePair(),
            packet.remoteLid(),
            packet.remoteQueuePair(),
            packet.serviceLevel());
    simulator.execute(
        fabric -> {
          if (!isClosed) {
            fabric.send(attachment, copy);
          }
        });
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    simulator.execute(
        fabric -> {
          if (!isClosed) {
            fabric.setSubnetManager(attachment, isSm);
          }
        });
  }

  @Override
  public void close() {
    isClosed = true;
    simulator.execute(fabric -> fabric.detach(attachment));
  }
}
