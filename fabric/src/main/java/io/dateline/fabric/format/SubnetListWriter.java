package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.NodeType;
import java.io.IOException;

/**
 * Writes the cables of a fabric as OpenSM does ({@code opensm-subnet.lst}), the form that ibdmchk
 * reads: one line for each end of each cable, in order of the port indices.
 *
 * <p>Two things a topology does not say are filled in: hardware revisions are 0, and every link is
 * ACT. No node is marked as the SM.
 */
public final class SubnetListWriter {
  private SubnetListWriter() {}

  public static void write(Fabric fabric, LidMap lids, Appendable out) throws IOException {
    for (int port = 0; port < fabric.portCount(); port++) {
      int peer = fabric.peer(port);
      if (peer == Fabric.NONE) {
        continue;
      }
      // OpenSM prints the peer's vendor and device in words of 32 bits, the device in the upper
      // half.
      writeEnd(fabric, lids, port, "%06X", "%04X", 0, out);
      out.append(' ');
      writeEnd(fabric, lids, peer, "%08X", "%08X", 16, out);
      out.append(" PHY=").append(fabric.width(port).label());
      out.append(" LOG=ACT SPD=").append(speed(fabric.speed(port))).append('\n');
    }
  }

  private static void writeEnd(
      Fabric fabric,
      LidMap lids,
      int port,
      String vendorForm,
      String deviceForm,
      int deviceShift,
      Appendable out)
      throws IOException {
    int node = fabric.nodeOf(port);
    int endPort = fabric.isSwitch(node) ? fabric.port(node, 0) : port;
    out.append("{ ").append(typeName(fabric.type(node)));
    out.append(" Ports:%02X".formatted(fabric.externalPortCount(node)));
    out.append(" SystemGUID:%016x".formatted(fabric.systemImageGuid(node)));
    out.append(" NodeGUID:%016x".formatted(fabric.nodeGuid(node)));
    out.append(" PortGUID:%016x".formatted(fabric.portGuid(endPort)));
    out.append(" VenID:").append(vendorForm.formatted(fabric.vendorId(node)));
    out.append(" DevID:").append(deviceForm.formatted(fabric.deviceId(node) << deviceShift));
    out.append(" Rev:00000000 {");
    appendDescription(fabric.description(node), out);
    out.append("} LID:%04X PN:%02X }".formatted(lids.baseLid(endPort), fabric.portNumber(port)));
  }

  private static String typeName(NodeType type) {
    return switch (type) {
      case SWITCH -> "SW";
      case CA -> "CA";
      case ROUTER -> "Rt";
    };
  }

  /** Gb/s of a lane, as PortInfo rounds them. */
  private static String speed(LinkSpeed speed) {
    return switch (speed) {
      case SDR -> "2.5";
      case DDR -> "5";
      case QDR -> "10";
      case FDR10 -> "FDR10";
      case FDR -> "14";
      case EDR -> "25";
      case HDR -> "50";
      case NDR -> "100";
      case XDR -> "200";
    };
  }

  // A brace in a description would end it for the reader of the line.
  private static void appendDescription(String description, Appendable out) throws IOException {
    DumpText.appendPrintable(description.replace('{', '(').replace('}', ')'), out);
  }
}
