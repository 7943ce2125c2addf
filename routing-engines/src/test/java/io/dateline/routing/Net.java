package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Builds small fabrics: switch {@code i} is node {@code i}, adapters have one port each, LIDs go up
 * in the order of end ports.
 */
public final class Net {
  private final Fabric.Builder builder = new Fabric.Builder();
  private final List<Fabric.NodeDraft> switches = new ArrayList<>();
  private final List<Fabric.NodeDraft> adapters = new ArrayList<>();

  public Net switches(int count, int ports) {
    for (int i = 0; i < count; i++) {
      switches.add(builder.node(NodeType.SWITCH, 0x100 + switches.size(), ports));
    }
    return this;
  }

  /** Makes a switch a board of a chassis. */
  public Net system(int node, long image) {
    switches.get(node).systemImageGuid(image);
    return this;
  }

  public Net cable(int a, int portA, int b, int portB) {
    return cable(a, portA, b, portB, LinkSpeed.EDR);
  }

  public Net cable(int a, int portA, int b, int portB, LinkSpeed speed) {
    builder.link(switches.get(a), portA, switches.get(b), portB, LinkWidth.X4, speed);
    return this;
  }

  public Net host(int node, int port) {
    Fabric.NodeDraft adapter = builder.node(NodeType.CA, 0x10000 + 16L * adapters.size(), 1);
    adapters.add(adapter);
    builder.link(switches.get(node), port, adapter, 1, LinkWidth.X4, LinkSpeed.EDR);
    return this;
  }

  public boolean isFree(int node, int port) {
    return !switches.get(node).isLinked(port);
  }

  public Fabric build() {
    return builder.build();
  }

  /** Gives every adapter {@code 2^lmc} LIDs and every switch one. */
  public static LidMap lids(Fabric fabric, int lmc) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int lid = 1 << lmc;
    for (int port : fabric.endPorts()) {
      builder.assign(port, lid, fabric.isSwitch(fabric.nodeOf(port)) ? 0 : lmc);
      lid += 1 << lmc;
    }
    return builder.build();
  }

  /** The base LID of the only adapter on a port of a switch. */
  public static int lidAt(Fabric fabric, LidMap lids, int node, int number) {
    return lids.baseLid(fabric.peer(fabric.port(node, number)));
  }

  /** Random cables, some of them parallel, some slow, and adapters; not always in one piece. */
  public static Fabric random(Random random) {
    int switches = 1 + random.nextInt(9);
    int ports = 3 + random.nextInt(8);
    Net net = new Net().switches(switches, ports);
    for (int node = 0; node < switches; node++) {
      net.system(node, 1 + random.nextInt(switches));
    }
    for (int cable = random.nextInt(4 * switches); cable > 0; cable--) {
      int a = random.nextInt(switches);
      int b = random.nextInt(switches);
      int portA = 1 + random.nextInt(ports);
      int portB = 1 + random.nextInt(ports);
      if (net.isFree(a, portA) && net.isFree(b, portB)) {
        net.cable(a, portA, b, portB, random.nextInt(4) == 0 ? LinkSpeed.QDR : LinkSpeed.EDR);
      }
    }
    for (int host = random.nextInt(3 * switches); host > 0; host--) {
      int node = random.nextInt(switches);
      int port = 1 + random.nextInt(ports);
      if (net.isFree(node, port)) {
        net.host(node, port);
      }
    }
    return net.build();
  }
}
