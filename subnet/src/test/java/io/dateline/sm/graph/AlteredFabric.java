package io.dateline.sm.graph;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Fabric.NodeDraft;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import java.util.Random;

/** Fabrics that are others than a fabric by chance, in all that a fabric tells. */
final class AlteredFabric {
  private final Fabric fabric;
  private final Random random;
  private final Fabric.Builder builder = new Fabric.Builder();

  private AlteredFabric(Fabric fabric, Random random) {
    this.fabric = fabric;
    this.random = random;
  }

  /** Nodes and cables are lost, attributes differ, ports get cables that are odd. */
  static Fabric of(Fabric fabric, Random random) {
    return new AlteredFabric(fabric, random).build();
  }

  /** The same fabric, found with other LIDs. */
  static Fabric withOtherLids(Fabric fabric, Random random) {
    return new AlteredFabric(fabric, random).without(Fabric.NONE, Fabric.NONE);
  }

  /** The same without the cable of a port, or without a node; NONE for neither. */
  static Fabric without(Fabric fabric, int cable, int node) {
    return new AlteredFabric(fabric, new Random(1)).without(cable, node);
  }

  private Fabric without(int cable, int lost) {
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (node != lost) {
        copy(node);
      }
    }
    for (int port = 0; port < fabric.portCount(); port++) {
      if (port != cable && (cable == Fabric.NONE || port != fabric.peer(cable))) {
        link(port, fabric.width(port), fabric.speed(port));
      }
    }
    return builder.build();
  }

  private Fabric build() {
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (!isRare(20)) {
        alter(copy(node));
      }
    }
    alterCables();
    return builder.build();
  }

  private boolean isRare(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  /** As it is, but for the LIDs. */
  private NodeDraft copy(int node) {
    NodeDraft draft =
        builder
            .node(fabric.type(node), fabric.nodeGuid(node), fabric.externalPortCount(node))
            .systemImageGuid(fabric.systemImageGuid(node))
            .description(fabric.description(node))
            .vendorId(fabric.vendorId(node))
            .deviceId(fabric.deviceId(node))
            .enhancedPort0(fabric.hasEnhancedPort0(node));
    for (int number = 0; number <= draft.portCount(); number++) {
      int port = fabric.port(node, number);
      draft.portGuid(number, fabric.portGuid(port));
      draft.dataVls(number, fabric.dataVls(port));
      draft.lid(number, random.nextInt(0xC000), random.nextInt(8));
    }
    return draft;
  }

  private void alter(NodeDraft draft) {
    if (isRare(6)) {
      draft.description(isRare(2) ? "" : "häuschen " + random.nextInt());
    }
    if (isRare(6)) {
      draft.systemImageGuid(random.nextLong());
    }
    if (isRare(6)) {
      draft.vendorId(random.nextInt()).deviceId(random.nextInt());
    }
    if (isRare(6)) {
      draft.enhancedPort0(random.nextBoolean());
    }
    for (int number = 0; number <= draft.portCount(); number++) {
      if (isRare(10)) {
        draft.dataVls(number, 1 + random.nextInt(15));
      }
      if (isRare(10) && (number == 0) == (draft.type() == NodeType.SWITCH)) {
        draft.portGuid(number, random.nextLong());
      }
    }
  }

  private void alterCables() {
    for (int port = 0; port < fabric.portCount(); port++) {
      if (isRare(8)) {
        link(port, anyOf(LinkWidth.values()), anyOf(LinkSpeed.values()));
      } else if (!isRare(15)) {
        link(port, fabric.width(port), fabric.speed(port));
      }
    }
    for (int tries = 0; tries < 5; tries++) {
      oddCable();
    }
  }

  /** Its cable, from the lower end, where both ends are there. */
  private void link(int port, LinkWidth width, LinkSpeed speed) {
    int peer = fabric.peer(port);
    if (peer >= port && draft(port) != null && draft(peer) != null) {
      builder.link(
          draft(port), fabric.portNumber(port), draft(peer), fabric.portNumber(peer), width, speed);
    }
  }

  private NodeDraft draft(int port) {
    return builder.find(fabric.nodeGuid(fabric.nodeOf(port)));
  }

  /** One of them, or null. */
  private <T> T anyOf(T[] values) {
    int place = random.nextInt(values.length + 1);
    return place == values.length ? null : values[place];
  }

  /** Between any ports that are free, of one switch, too; one leads back to its own port. */
  private void oddCable() {
    NodeDraft a = draft(random.nextInt(fabric.portCount()));
    NodeDraft b = isRare(2) ? a : draft(random.nextInt(fabric.portCount()));
    if (a == null || b == null) {
      return;
    }
    int numberA = 1 + random.nextInt(Math.max(1, a.portCount()));
    int numberB = a == b && isRare(2) ? numberA : 1 + random.nextInt(Math.max(1, b.portCount()));
    if (!a.isLinked(numberA) && !b.isLinked(numberB)) {
      builder.link(a, numberA, b, numberB, LinkWidth.X4, LinkSpeed.HDR);
    }
  }
}
