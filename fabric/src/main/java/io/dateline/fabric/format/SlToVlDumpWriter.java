package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SlToVl;
import java.io.IOException;

/**
 * Writes SL to VL tables as OpenSM does ({@code opensm-sl2vl.dump}): end ports by base LID, of a
 * switch the rows towards its linked ports. The lanes of a row are put into words once where the
 * next rows have the same ones, for a large fabric has millions of rows.
 */
public final class SlToVlDumpWriter {
  private static final int SLS = 16;
  private static final String TITLE = "#in out : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15\n";
  private static final String RULE = "#" + "-".repeat(56) + "\n";

  private final SlToVl slToVl;
  private final Appendable out;
  private final StringBuilder line = new StringBuilder();
  private long lanes; // of the last row, four bits each
  private String words; // the same as it is written; null before the first row

  private SlToVlDumpWriter(SlToVl slToVl, Appendable out) {
    this.slToVl = slToVl;
    this.out = out;
  }

  public static void write(Fabric fabric, LidMap lids, SlToVl slToVl, Appendable out)
      throws IOException {
    SlToVlDumpWriter writer = new SlToVlDumpWriter(slToVl, out);
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      int port = lids.port(lid);
      if (port != Fabric.NONE && lids.baseLid(port) == lid) {
        writer.writeEndPort(fabric, port, lid);
      }
    }
  }

  private void writeEndPort(Fabric fabric, int port, int lid) throws IOException {
    int node = fabric.nodeOf(port);
    out.append(DumpText.typeName(fabric.type(node))).append(' ');
    out.append(Guid.format(fabric.portGuid(port))).append(", base LID ");
    out.append(Integer.toString(lid)).append(", \"");
    DumpText.appendPrintable(fabric.description(node), out);
    out.append("\"\n").append(TITLE).append(RULE);
    if (!fabric.isSwitch(node)) {
      writeRow(0, 0, node, fabric.portNumber(port));
    } else {
      int count = fabric.externalPortCount(node);
      for (int output = 1; output <= count; output++) {
        if (fabric.peer(fabric.port(node, output)) == Fabric.NONE) {
          continue;
        }
        for (int input = 0; input <= count; input++) {
          writeRow(input, output, node, output);
        }
      }
    }
    out.append(RULE).append('\n');
  }

  private void writeRow(int shownInput, int shownOutput, int node, int output) throws IOException {
    String row = row(node, shownInput, output);
    line.setLength(0);
    appendPadded(shownInput, 4);
    appendPadded(shownOutput, 4);
    out.append(line.append(row));
  }

  private String row(int node, int input, int output) {
    long row = 0;
    for (int sl = 0; sl < SLS; sl++) {
      row |= (long) slToVl.vl(node, input, output, sl) << (4 * sl);
    }
    if (words == null || row != lanes) {
      lanes = row;
      line.setLength(0);
      line.append(':');
      for (int sl = 0; sl < SLS; sl++) {
        line.append(' ');
        appendPadded((int) (row >>> (4 * sl)) & 0xF, 2);
      }
      words = line.append('\n').toString();
    }
    return words;
  }

  // "%-<width>d"
  private void appendPadded(int value, int width) {
    int begin = line.length();
    line.append(value);
    while (line.length() < begin + width) {
      line.append(' ');
    }
  }
}
