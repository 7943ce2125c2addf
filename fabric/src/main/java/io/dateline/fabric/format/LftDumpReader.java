package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads forwarding tables as OpenSM dumps them ({@code opensm-lfts.dump}) and as ibroute prints
 * them, any number of switches in a file:
 *
 * <pre>
 * Unicast lids [0-27] of switch Lid 1 guid 0x0000000000200000 ('name'):
 * 0x0002 007 # Channel Adapter portguid 0x0000000001000001: 'host'          OpenSM
 * 0x0002 007 : (Channel Adapter portguid 0x0000000001000001: 'host')        ibroute
 * 27 lids dumped
 * </pre>
 *
 * <p>LIDs are hex with {@code 0x} or decimal, port numbers decimal, 255 for none. A switch's
 * trailer may be missing; where it is there, its count has to be right: that of the entries
 * (ibroute) or the last LID of the heading (OpenSM).
 */
public final class LftDumpReader {
  private final Fabric fabric;
  private final byte[][] rows; // by switch, by LID; null where the dump has none yet
  private final byte[] row = new byte[Lid.UNICAST_MAX + 1]; // of the current switch
  private final LidClaims owners = new LidClaims();
  private final LongOpenHashSet unknownSwitches = new LongOpenHashSet();
  private final List<String> warnings = new ArrayList<>();
  private int maxLid;

  // The switch whose entries are being read.
  private boolean inBlock;
  private int currentSwitch = Fabric.NONE; // NONE also where the fabric has no such switch
  private int headingLine;
  private int lastLid; // of the heading
  private int entryCount;
  private final int[] entryLines = new int[Lid.UNICAST_MAX + 1]; // by LID; up to headingLine: none

  private LftDumpReader(Fabric fabric) {
    this.fabric = fabric;
    rows = new byte[fabric.switchCount()][];
  }

  /**
   * Reads a file for a fabric. A switch or end port the fabric does not have is a warning.
   *
   * @throws FormatException if the file is no such dump, contradicts itself, names a LID twice for
   *     a switch, or a port that it does not have
   */
  public static LftDump read(Path file, Fabric fabric) throws IOException {
    LftDumpReader reader = new LftDumpReader(fabric);
    LineScanner scanner = LineScanner.scan(file, reader::parse);
    reader.endBlock();
    if (!reader.inBlock) {
      scanner.report(0, "there is no forwarding table in this file");
    }
    scanner.fail();
    EndPortGuids endPorts = EndPortGuids.choose(fabric, reader.owners.guids(), reader.warnings);
    return new LftDump(
        reader.tables(),
        reader.owners.lidMap(fabric, endPorts, scanner, reader.warnings),
        reader.warnings);
  }

  private ForwardingTables tables() {
    ForwardingTables tables = new ForwardingTables(rows.length, maxLid);
    for (int node = 0; node < rows.length; node++) {
      if (rows[node] != null) {
        System.arraycopy(rows[node], 0, tables.row(node), 0, rows[node].length);
      }
    }
    return tables;
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.atEnd() || line.peek() == '#' || isColumnTitle(line)) {
      return;
    }
    if (line.tryWord("Unicast")) {
      parseHeading(line, lineNumber);
      return;
    }
    if (!inBlock) {
      throw new LineException("'Unicast lids ..' of a switch expected, found " + line.found());
    }
    int value = line.number("LID", 0, Lid.UNICAST_MAX);
    if (line.tryWord("valid") || line.tryWord("lids")) {
      checkTrailer(value);
    } else {
      parseEntry(value, line, lineNumber);
    }
  }

  // ibroute's "Lid  Out  Destination" over "Port  Info"
  private static boolean isColumnTitle(LineCursor line) {
    return line.tryWord("Lid") || line.tryWord("Port");
  }

  private void parseHeading(LineCursor line, int lineNumber) throws LineException {
    endBlock();
    inBlock = true;
    headingLine = lineNumber;
    currentSwitch = Fabric.NONE;
    entryCount = 0;
    Arrays.fill(row, (byte) ForwardingTables.NO_PORT);
    if (!line.tryWord("lids")) {
      throw new LineException("'lids' expected, found " + line.found());
    }
    line.expect('[', "before the range of LIDs");
    line.number("first LID", 0, Lid.UNICAST_MAX);
    line.expect('-', "between first and last LID");
    lastLid = line.number("last LID", 0, Lid.UNICAST_MAX);
    maxLid = Math.max(maxLid, lastLid);
    line.expect(']', "after the range of LIDs");
    int lid = Lid.NONE;
    if (line.skipPast("switch") && line.tryWord("Lid")) {
      lid = line.number("LID of the switch", 0, Lid.UNICAST_MAX);
    }
    if (!line.skipPast("guid")) {
      throw new LineException("the heading of a switch has no guid");
    }
    long guid = line.hex64("the GUID of the switch");
    int node = fabric.nodeByGuid(guid);
    if (node == Fabric.NONE || !fabric.isSwitch(node)) {
      if (unknownSwitches.add(guid)) {
        warnings.add("there is no switch " + Guid.format(guid) + " in the topology");
      }
      return;
    }
    if (rows[node] != null) {
      throw new LineException("switch " + Guid.format(guid) + " occurs twice");
    }
    currentSwitch = node;
    if (lid != Lid.NONE) {
      owners.note(lid, fabric.portGuid(fabric.port(node, 0)), lineNumber);
    }
  }

  private void parseEntry(int lid, LineCursor line, int lineNumber) throws LineException {
    if (entryLines[lid] > headingLine) {
      throw new LineException(
          "the switch's entry of LID %d is already in line %d".formatted(lid, entryLines[lid]));
    }
    entryLines[lid] = lineNumber;
    LftEntry entry = LftEntry.parse(lid, line, ForwardingTables.NO_PORT);
    int portNumber = entry.portNumber();
    boolean known = currentSwitch != Fabric.NONE && portNumber != ForwardingTables.NO_PORT;
    if (known && portNumber > fabric.externalPortCount(currentSwitch)) {
      throw new LineException(
          "the switch has %d ports, there is no port %d"
              .formatted(fabric.externalPortCount(currentSwitch), portNumber));
    }
    row[lid] = (byte) portNumber;
    maxLid = Math.max(maxLid, lid);
    entryCount++;
    if (entry.portGuid() != 0) {
      owners.note(lid, entry.portGuid(), lineNumber);
    }
  }

  private void checkTrailer(int count) throws LineException {
    if (count != entryCount && count != lastLid) {
      throw new LineException(
          "the switch has %d entries here, but %d were dumped".formatted(entryCount, count));
    }
  }

  private void endBlock() {
    if (currentSwitch != Fabric.NONE) {
      rows[currentSwitch] = Arrays.copyOf(row, maxLid + 1);
    }
  }
}
