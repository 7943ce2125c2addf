package io.dateline.fabric;

/** Everything a fabric tells through its accessors, as text, so that a difference names itself. */
public final class FabricText {
  private FabricText() {}

  public static String of(Fabric fabric) {
    StringBuilder text = new StringBuilder();
    text.append(fabric.nodeCount()).append(" nodes, ").append(fabric.switchCount());
    text.append(" switches, ").append(fabric.portCount()).append(" ports\n");
    for (int node = 0; node < fabric.nodeCount(); node++) {
      text.append(node).append(' ').append(fabric.type(node)).append(' ');
      text.append(Guid.format(fabric.nodeGuid(node))).append(" system ");
      text.append(Guid.format(fabric.systemImageGuid(node))).append(" vendor ");
      text.append(fabric.vendorId(node)).append(" device ").append(fabric.deviceId(node));
      text.append(fabric.hasEnhancedPort0(node) ? " enhanced " : " base ");
      text.append(fabric.description(node)).append('\n');
      for (int number = 0; number <= fabric.externalPortCount(node); number++) {
        int port = fabric.port(node, number);
        text.append("  ").append(number).append(' ').append(Guid.format(fabric.portGuid(port)));
        text.append(" lid ").append(fabric.foundLid(port)).append('/');
        text.append(fabric.foundLmc(port)).append(" -> ").append(fabric.peer(port));
        text.append(' ').append(fabric.width(port)).append(fabric.speed(port)).append('\n');
      }
    }
    return text.toString();
  }

  /** Cables; one that leads back to the port it starts from counts once. */
  public static int linkCount(Fabric fabric) {
    int links = 0;
    for (int port = 0; port < fabric.portCount(); port++) {
      if (fabric.peer(port) >= port) {
        links++;
      }
    }
    return links;
  }

  /** Cables between switches, self-loops among them. */
  public static int switchLinkCount(Fabric fabric) {
    int links = 0;
    for (int port = 0; port < fabric.portCount(); port++) {
      int peer = fabric.peer(port);
      if (peer >= port
          && fabric.isSwitch(fabric.nodeOf(port))
          && fabric.isSwitch(fabric.nodeOf(peer))) {
        links++;
      }
    }
    return links;
  }
}
