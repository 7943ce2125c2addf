package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads SL to VL tables as OpenSM dumps them ({@code opensm-sl2vl.dump}): per end port a heading
 * and 16 lanes for every input and output port; a channel adapter's one row has 0 for both.
 *
 * <pre>
 * Switch 0x0000000000200000, base LID 1, "name"
 * #in out : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15
 * #--------------------------------------------------------
 * 0   1   : 0  1  2  3  4  5  6  7  0  1  2  3  4  5  6  7
 * #--------------------------------------------------------
 * </pre>
 */
public final class SlToVlDumpReader {
  private static final int SL_COUNT = 16;
  private static final int LANE_MAX = 15;
  private static final int PORT_NUMBER_MAX = 254;

  /**
   * What stands below a heading; rows in arrays, as a large fabric has millions of them.
   *
   * @param lines by row the number of its line
   * @param ports by row the input port, and the output port in the bits from 8 on
   * @param lanes by row 16 of four bits, that of SL 0 in the lowest
   */
  private record Block(
      String typeName, long guid, IntArrayList lines, IntArrayList ports, LongArrayList lanes) {
    Block(String typeName, long guid) {
      this(typeName, guid, new IntArrayList(), new IntArrayList(), new LongArrayList());
    }
  }

  private final List<Block> blocks = new ArrayList<>();

  private SlToVlDumpReader() {}

  /**
   * Reads a file for a fabric. A switch or end port the fabric does not have is a warning.
   *
   * @throws FormatException if the file is no such dump, or names a port a switch does not have
   */
  public static SlToVlDump read(Path file, Fabric fabric) throws IOException {
    SlToVlDumpReader reader = new SlToVlDumpReader();
    LineScanner scanner = LineScanner.scan(file, reader::parse);
    if (reader.blocks.isEmpty()) {
      scanner.report(0, "there is no SL to VL table in this file");
    }
    List<String> warnings = new ArrayList<>();
    SlToVlRows rows = new SlToVlRows(fabric);
    LongOpenHashSet guids = new LongOpenHashSet();
    for (Block block : reader.blocks) {
      guids.add(block.guid);
    }
    EndPortGuids endPorts = EndPortGuids.choose(fabric, guids, warnings);
    for (Block block : reader.blocks) {
      int port = endPorts.find(block.guid);
      if (port == Fabric.NONE) {
        warnings.add(
            "there is no %s %s in the topology".formatted(block.typeName, Guid.format(block.guid)));
        continue;
      }
      for (int row = 0; row < block.lanes.size(); row++) {
        place(fabric, port, block, row, rows, scanner);
      }
    }
    scanner.fail();
    return new SlToVlDump(rows.slToVl(), warnings);
  }

  private static void place(
      Fabric fabric, int port, Block block, int row, SlToVlRows rows, LineScanner scanner)
      throws FormatException {
    int node = fabric.nodeOf(port);
    int line = block.lines.getInt(row);
    int input = block.ports.getInt(row) & 0xFF;
    int output = block.ports.getInt(row) >>> 8;
    long lanes = block.lanes.getLong(row);
    if (!fabric.isSwitch(node)) {
      if (input != 0 || output != 0) {
        scanner.report(line, "a channel adapter's row is that from 0 to 0");
        return;
      }
      rows.set(node, 0, fabric.portNumber(port), lanes);
      return;
    }
    int count = fabric.externalPortCount(node);
    if (input > count || output > count) {
      scanner.report(
          line,
          "the switch has %d ports, there is no row from %d to %d".formatted(count, input, output));
      return;
    }
    rows.set(node, input, output, lanes);
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.atEnd() || line.peek() == '#') {
      return;
    }
    for (String typeName : List.of("Switch", "Channel Adapter", "Router")) {
      if (line.tryText(typeName)) {
        blocks.add(new Block(typeName, line.hex64("the GUID")));
        return;
      }
    }
    if (blocks.isEmpty()) {
      throw new LineException("the heading of a switch or port expected, found " + line.found());
    }
    int input = line.decimal("input port", 0, PORT_NUMBER_MAX);
    int output = line.decimal("output port", 0, PORT_NUMBER_MAX);
    line.expect(':', "before the lanes");
    long lanes = 0;
    for (int sl = 0; sl < SL_COUNT; sl++) {
      lanes |= (long) line.decimal("lane of SL " + sl, 0, LANE_MAX) << (4 * sl);
    }
    line.expectEnd("after 16 lanes");
    Block block = blocks.getLast();
    block.lines.add(lineNumber);
    block.ports.add(output << 8 | input);
    block.lanes.add(lanes);
  }
}
