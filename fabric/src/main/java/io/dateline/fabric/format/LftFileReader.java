package io.dateline.fabric.format;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Lid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads an {@link LftFile}, forgiving as OpenSM is. Used once. */
final class LftFileReader {
  private static final int LID_COUNT = Lid.UNICAST_MAX + 1;
  private static final int PORT_NUMBER_MAX = ForwardingTables.NO_PORT - 1;

  private final Map<Long, LftFile.Table> tables = new LinkedHashMap<>(); // by switch GUID
  private final List<String> warnings = new ArrayList<>();

  // Dumps name the same GUIDs for every switch, so tables share one array unless they contradict.
  private final long[] sharedGuids = new long[LID_COUNT];
  private final boolean[] isShared = new boolean[LID_COUNT]; // by LID: some table has an entry

  // The switch whose entries are being read, once there is one.
  private boolean inTable;
  private long switchGuid;
  private int length; // one more than the largest LID with an entry
  private final byte[] ports = new byte[LID_COUNT];
  private final long[] portGuids = new long[LID_COUNT];

  LftFile read(Path file) throws IOException {
    LineScanner scanner = LineScanner.scan(file, this::parse);
    endTable();
    if (!inTable) {
      scanner.report(0, "there is no forwarding table in this file");
    }
    scanner.fail();
    return new LftFile(List.copyOf(tables.values()), warnings);
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.tryText("Unicast lids")) {
      endTable();
      if (!line.skipPast(" guid 0x")) {
        throw new LineException("the heading of a switch has no guid");
      }
      switchGuid = line.hex64("the GUID of the switch");
      inTable = true;
    } else if (line.tryText("Multicast mlids")) {
      warnings.add("line %d begins a multicast table, which is left out".formatted(lineNumber));
    } else if (inTable && line.startsWith("0x")) {
      LftEntry entry = LftEntry.parse(line, PORT_NUMBER_MAX);
      ports[entry.lid()] = (byte) entry.portNumber();
      portGuids[entry.lid()] = entry.portGuid();
      length = Math.max(length, entry.lid() + 1);
    }
  }

  private void endTable() {
    if (inTable) {
      byte[] own = Arrays.copyOf(ports, length);
      tables.put(switchGuid, new LftFile.Table(switchGuid, own, guids()));
    }
    length = 0;
    Arrays.fill(ports, (byte) ForwardingTables.NO_PORT);
    Arrays.fill(portGuids, 0);
  }

  private long[] guids() {
    for (int lid = 0; lid < length; lid++) {
      if (hasEntry(lid) && isShared[lid] && sharedGuids[lid] != portGuids[lid]) {
        return Arrays.copyOf(portGuids, length);
      }
    }
    for (int lid = 0; lid < length; lid++) {
      if (hasEntry(lid)) {
        isShared[lid] = true;
        sharedGuids[lid] = portGuids[lid];
      }
    }
    return sharedGuids;
  }

  private boolean hasEntry(int lid) {
    return (ports[lid] & 0xFF) != ForwardingTables.NO_PORT;
  }
}
