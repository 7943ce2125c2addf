package io.dateline.fabric.format;

import io.dateline.fabric.Lid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a {@link LidMatrix}, forgiving as OpenSM is. Used once. */
final class LidMatrixReader {
  private static final int COLUMNS_MAX = 256;

  private record Row(long portGuid, byte[] hops) {}

  private final Map<Long, Map<Integer, Row>> rows = new LinkedHashMap<>(); // by switch, by LID
  private Map<Integer, Row> current; // of the switch whose rows are being read, null before it
  private final byte[] scratch = new byte[COLUMNS_MAX];

  LidMatrix read(Path file) throws IOException {
    LineScanner scanner = LineScanner.scan(file, this::parse);
    if (rows.isEmpty()) {
      scanner.report(0, "there is no lid matrix in this file");
    }
    scanner.fail();
    List<LidMatrix.Switch> switches = new ArrayList<>();
    rows.forEach((guid, table) -> switches.add(pack(guid, table)));
    return new LidMatrix(switches);
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.tryText("Switch")) {
      if (!line.skipPast(" guid 0x")) {
        throw new LineException("the heading of a switch has no guid");
      }
      long guid = line.hex64("the GUID of the switch");
      current = rows.computeIfAbsent(guid, key -> new LinkedHashMap<>());
    } else if (current != null && line.startsWith("0x")) {
      int lid = line.number("LID", 0, Lid.UNICAST_MAX);
      line.tryChar(':');
      byte[] hops = hops(line);
      long portGuid = line.skipPast("portguid") ? line.hex64("the port GUID") : 0;
      current.put(lid, new Row(portGuid, hops));
    }
  }

  private byte[] hops(LineCursor line) throws LineException {
    int count = 0;
    while (!line.atEnd() && line.peek() != '#') {
      long hops = line.hex64("a number of hops");
      if (hops < 0 || hops > LidMatrix.NO_PATH) {
        throw new LineException("number of hops %x is not within 0 to ff".formatted(hops));
      }
      if (count == COLUMNS_MAX) {
        throw new LineException("there are more numbers of hops than ports");
      }
      scratch[count++] = (byte) hops;
    }
    return Arrays.copyOf(scratch, count);
  }

  private static LidMatrix.Switch pack(long guid, Map<Integer, Row> table) {
    int columns = table.values().stream().mapToInt(row -> row.hops.length).max().orElse(0);
    int[] lids = new int[table.size()];
    long[] portGuids = new long[lids.length];
    byte[] hops = new byte[lids.length * columns];
    Arrays.fill(hops, (byte) LidMatrix.NO_PATH);
    int at = 0;
    for (Map.Entry<Integer, Row> entry : table.entrySet()) {
      Row row = entry.getValue();
      lids[at] = entry.getKey();
      portGuids[at] = row.portGuid;
      System.arraycopy(row.hops, 0, hops, at * columns, row.hops.length);
      at++;
    }
    return new LidMatrix.Switch(guid, columns, lids, portGuids, hops);
  }
}
