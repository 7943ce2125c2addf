package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;

/**
 * The ranks that fat-tree routing expects MPI jobs to have ({@code opensm-ftree-ca-order.dump}):
 * one line a rank, the base LID of an adapter's port in hex and the node's description. A line
 * {@code 0xFFFF DUMMY} keeps a rank free, so that leaves with fewer nodes than others do not put
 * the shift out of step.
 */
public final class CaOrderDump {
  private final Fabric fabric;
  private final LidMap lids;
  private final IntArrayList order = new IntArrayList(); // by rank: the port, NONE for a dummy
  private final Int2IntOpenHashMap lineByPort = new Int2IntOpenHashMap();

  private CaOrderDump(Fabric fabric, LidMap lids) {
    this.fabric = fabric;
    this.lids = lids;
  }

  /**
   * Reads a file.
   *
   * @return by rank the port that has the LID, {@link Fabric#NONE} for a dummy
   * @throws FormatException if a line is not of that form, or its LID is no port's, a switch's or
   *     that of a port that has a rank already
   */
  public static int[] read(Path file, Fabric fabric, LidMap lids) throws IOException {
    CaOrderDump dump = new CaOrderDump(fabric, lids);
    LineScanner.scan(file, dump::parse).fail();
    return dump.order.toIntArray();
  }

  /**
   * Reads text that did not come from a file, as {@link #read(Path, Fabric, LidMap)}.
   *
   * @param name what messages call it
   */
  public static int[] read(String name, Reader text, Fabric fabric, LidMap lids)
      throws IOException {
    CaOrderDump dump = new CaOrderDump(fabric, lids);
    LineScanner scanner = new LineScanner(name);
    scanner.scan(text, dump::parse);
    scanner.fail();
    return dump.order.toIntArray();
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.atEnd() || line.peek() == '#') {
      return;
    }
    int lid = line.number("the LID", Lid.UNICAST_MIN, Lid.PERMISSIVE);
    int port = lid == Lid.PERMISSIVE ? Fabric.NONE : lids.port(lid);
    if (lid != Lid.PERMISSIVE && !isEndNode(port)) {
      throw new LineException("no adapter of the topology has LID " + lid);
    }
    int before = port == Fabric.NONE ? 0 : lineByPort.putIfAbsent(port, lineNumber);
    if (before != 0) {
      throw new LineException(
          "the port of LID %d has a rank already, in line %d".formatted(lid, before));
    }
    order.add(port);
  }

  private boolean isEndNode(int port) {
    return port != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(port));
  }
}
