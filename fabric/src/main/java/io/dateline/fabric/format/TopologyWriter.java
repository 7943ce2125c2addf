package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import java.io.IOException;

/**
 * Writes a fabric as ibnetdiscover prints it, nodes in index order. What the form has no place for
 * is not written: GUIDs and LIDs of unlinked ports, control characters in descriptions (they become
 * blanks).
 */
public final class TopologyWriter {
  private final Fabric fabric;
  private final Appendable out;

  private TopologyWriter(Fabric fabric, Appendable out) {
    this.fabric = fabric;
    this.out = out;
  }

  public static void write(Fabric fabric, Appendable out) throws IOException {
    TopologyWriter writer = new TopologyWriter(fabric, out);
    out.append("#\n# Topology file: ").append(Integer.toString(fabric.switchCount()));
    out.append(" switches of ").append(Integer.toString(fabric.nodeCount())).append(" nodes\n#\n");
    for (int node = 0; node < fabric.nodeCount(); node++) {
      writer.writeNode(node);
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int port = fabric.port(node, number);
        if (fabric.peer(port) != Fabric.NONE) {
          writer.writePort(port);
        }
      }
    }
  }

  private void writeNode(int node) throws IOException {
    out.append("\nvendid=0x").append(Integer.toHexString(fabric.vendorId(node)));
    out.append("\ndevid=0x").append(Integer.toHexString(fabric.deviceId(node)));
    out.append("\nsysimgguid=0x").append(Long.toHexString(fabric.systemImageGuid(node)));
    out.append('\n').append(guidAttribute(fabric.type(node)));
    out.append("=0x").append(Long.toHexString(fabric.nodeGuid(node)));
    int portZero = fabric.port(node, 0);
    if (fabric.isSwitch(node)) {
      out.append('(').append(Long.toHexString(fabric.portGuid(portZero))).append(')');
    }
    out.append('\n').append(fabric.type(node).keyword()).append('\t');
    out.append(Integer.toString(fabric.externalPortCount(node))).append(' ');
    writeId(node);
    out.append("\t\t# ");
    writeDescription(node);
    if (fabric.isSwitch(node)) {
      out.append(fabric.hasEnhancedPort0(node) ? " enhanced" : " base").append(" port 0");
      writeLidAndLmc(portZero);
    }
    out.append('\n');
  }

  private static String guidAttribute(NodeType type) {
    return switch (type) {
      case SWITCH -> "switchguid";
      case CA -> "caguid";
      case ROUTER -> "rtguid";
    };
  }

  private void writePort(int port) throws IOException {
    int node = fabric.nodeOf(port);
    int peer = fabric.peer(port);
    int peerNode = fabric.nodeOf(peer);
    writeEnd(port);
    out.append('\t');
    writeId(peerNode);
    writeEnd(peer);
    out.append("\t\t#");
    if (!fabric.isSwitch(node)) {
      writeLidAndLmc(port);
    }
    out.append(' ');
    writeDescription(peerNode);
    int addressed = fabric.isSwitch(peerNode) ? fabric.port(peerNode, 0) : peer;
    out.append(" lid ").append(Integer.toString(fabric.foundLid(addressed)));
    out.append(' ').append(fabric.width(port).label()).append(fabric.speed(port).label());
    out.append('\n');
  }

  // "[7]"; with a GUID of its own "[1](1000001) "
  private void writeEnd(int port) throws IOException {
    out.append('[').append(Integer.toString(fabric.portNumber(port))).append(']');
    if (!fabric.isSwitch(fabric.nodeOf(port))) {
      out.append('(').append(Long.toHexString(fabric.portGuid(port))).append(") ");
    }
  }

  private void writeLidAndLmc(int port) throws IOException {
    out.append(" lid ").append(Integer.toString(fabric.foundLid(port)));
    out.append(" lmc ").append(Integer.toString(fabric.foundLmc(port)));
  }

  private void writeId(int node) throws IOException {
    out.append('"').append(fabric.type(node).idPrefix()).append('-');
    out.append(Guid.hex16(fabric.nodeGuid(node))).append('"');
  }

  private void writeDescription(int node) throws IOException {
    out.append('"');
    DumpText.appendPrintable(fabric.description(node), out);
    out.append('"');
  }
}
