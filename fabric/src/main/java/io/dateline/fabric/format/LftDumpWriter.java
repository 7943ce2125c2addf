package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import java.io.IOException;

/**
 * Writes forwarding tables as OpenSM does ({@code opensm-lfts.dump}): switches in index order, LIDs
 * without a route left out.
 */
public final class LftDumpWriter {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private static final String UNKNOWN = " # unknown node and type\n";

  private final Fabric fabric;
  private final LidMap lids;
  private final String[] remarks; // by LID, up to the largest one in use

  /** A writer for one switch after the other, where not all tables are at hand together. */
  public LftDumpWriter(Fabric fabric, LidMap lids) throws IOException {
    this.fabric = fabric;
    this.lids = lids;
    // What follows the port number is the same on every switch, and there are millions of lines.
    remarks = new String[lids.maxLid() + 1];
    for (int lid = 0; lid < remarks.length; lid++) {
      remarks[lid] = remark(lids.port(lid));
    }
  }

  /** Writes the tables of all switches. */
  public static void write(Fabric fabric, LidMap lids, ForwardingTables tables, Appendable out)
      throws IOException {
    LftDumpWriter writer = new LftDumpWriter(fabric, lids);
    for (int node = 0; node < fabric.switchCount(); node++) {
      writer.write(node, tables.row(node), tables.maxLid(), out);
    }
  }

  /**
   * Writes the table of a switch.
   *
   * @param row output ports by LID, at least up to {@code maxLid}
   */
  public void write(int node, byte[] row, int maxLid, Appendable out) throws IOException {
    out.append("Unicast lids [0-").append(Integer.toString(maxLid));
    out.append("] of switch Lid ").append(Integer.toString(lids.baseLid(fabric.port(node, 0))));
    out.append(" guid ").append(Guid.format(fabric.nodeGuid(node))).append(" ('");
    DumpText.appendPrintable(fabric.description(node), out);
    out.append("'):\n");
    StringBuilder line = new StringBuilder();
    for (int lid = 0; lid <= maxLid; lid++) {
      int portNumber = row[lid] & 0xFF;
      if (portNumber != ForwardingTables.NO_PORT) {
        line.setLength(0);
        appendLid(lid, line);
        appendPortNumber(portNumber, line);
        out.append(line.append(lid < remarks.length ? remarks[lid] : UNKNOWN));
      }
    }
    // OpenSM counts the LIDs it looked at.
    out.append(Integer.toString(maxLid)).append(" lids dumped\n");
  }

  private String remark(int port) throws IOException {
    if (port == Fabric.NONE) {
      return UNKNOWN;
    }
    int node = fabric.nodeOf(port);
    StringBuilder remark = new StringBuilder(" # ");
    remark.append(DumpText.typeName(fabric.type(node))).append(" portguid ");
    remark.append(Guid.format(fabric.portGuid(port))).append(": '");
    DumpText.appendPrintable(fabric.description(node), remark);
    return remark.append("'\n").toString();
  }

  // 0x%04x
  private static void appendLid(int lid, StringBuilder line) {
    line.append("0x").append(HEX[lid >>> 12]).append(HEX[(lid >>> 8) & 0xF]);
    line.append(HEX[(lid >>> 4) & 0xF]).append(HEX[lid & 0xF]);
  }

  // " %03u"
  private static void appendPortNumber(int portNumber, StringBuilder line) {
    line.append(' ').append((char) ('0' + portNumber / 100));
    line.append((char) ('0' + portNumber / 10 % 10)).append((char) ('0' + portNumber % 10));
  }
}
