package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.sim.Attachment;
import io.dateline.sim.SimulatedFabric;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * A node's way into the simulated fabric. Packets take their time, each its own, so that they
 * overtake each other; some are lost, and some come twice.
 */
final class SimulatedWire implements MadTransport {
  private final World world;
  private final SimulatedFabric fabric;
  private final Weather weather;
  private final PortIdentity port;
  private final Attachment attachment;
  private Consumer<MadPacket> receiver = packet -> {};
  private boolean isClosed;

  /** How bad it is on the way, for all nodes. */
  static final class Weather {
    double loss;
    double doubling;
    long latest = World.MS / 5; // ns
    final BitSet silent = new BitSet(); // nodes that answer nothing
    final BitSet guidless = new BitSet(); // nodes that answer everything but GUIDInfo
    final BitSet oneBlock = new BitSet(); // nodes that answer GUIDInfo of the first block alone
  }

  SimulatedWire(World world, SimulatedFabric fabric, Weather weather, int port) {
    this.world = world;
    this.fabric = fabric;
    this.weather = weather;
    Fabric known = fabric.fabric();
    this.port =
        new PortIdentity(
            "sim/" + port,
            known.nodeGuid(known.nodeOf(port)),
            known.portGuid(port),
            known.portNumber(port));
    attachment = fabric.attach(port, true, this::arrived);
  }

  private long latency() {
    return world.between(World.MS / 100, weather.latest);
  }

  private void arrived(MadPacket packet) {
    carry(() -> receiver.accept(packet));
  }

  private void carry(Runnable delivery) {
    if (world.chance(weather.loss)) {
      return;
    }
    world.in(latency(), () -> ifOpen(delivery));
  }

  private void ifOpen(Runnable delivery) {
    if (!isClosed) {
      delivery.run();
    }
  }

  @Override
  public PortIdentity port() {
    return port;
  }

  @Override
  public void start(Consumer<MadPacket> given) {
    receiver = given;
  }

  @Override
  public void send(MadPacket packet) {
    if (isUnheard(weather.silent, packet.mad())
        || (packet.mad().attributeId() == AttributeId.GUID_INFO
            && (isUnheard(weather.guidless, packet.mad())
                || (packet.mad().attributeModifier() > 0
                    && isUnheard(weather.oneBlock, packet.mad()))))) {
      return;
    }
    MadPacket copy = packet.reply(packet.mad().copy()); // the fabric answers into it
    if (world.chance(weather.doubling)) {
      MadPacket twice = packet.reply(packet.mad().copy());
      carry(() -> fabric.send(attachment, twice));
    }
    carry(() -> fabric.send(attachment, copy));
  }

  private boolean isUnheard(BitSet nodes, Mad mad) {
    return !nodes.isEmpty() && nodes.get(target(mad));
  }

  /** The node that a directed route leads to. */
  private int target(Mad mad) {
    int at = attachment.port();
    Fabric known = fabric.fabric();
    int node = known.nodeOf(at);
    if (!mad.isDirectedRoute() || mad.isResponse()) {
      return node;
    }
    for (int hop = 1; hop <= mad.hopCount(); hop++) {
      int number = mad.initialPath(hop);
      int peer =
          number > known.externalPortCount(node)
              ? Fabric.NONE
              : fabric.peer(known.port(node, number));
      if (peer == Fabric.NONE) {
        return node;
      }
      node = known.nodeOf(peer);
    }
    return node;
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    if (!isClosed) {
      fabric.setSubnetManager(attachment, isSm);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    fabric.detach(attachment);
  }
}
