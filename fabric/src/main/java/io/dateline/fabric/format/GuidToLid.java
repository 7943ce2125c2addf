package io.dateline.fabric.format;

import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of OpenSM's {@code guid2lid} state file: {@code GUID first-LID last-LID}. Whether ranges
 * overlap or suit an LMC is for the LID manager to judge.
 *
 * @param portGuid not 0
 * @param lidMin base LID, unicast
 * @param lidMax last LID, unicast, at least {@code lidMin}
 */
public record GuidToLid(long portGuid, int lidMin, int lidMax) {
  /**
   * Reads a file.
   *
   * @return its lines in order, no GUID twice
   * @throws FormatException if a line is not of that form or a GUID occurs twice
   */
  public static List<GuidToLid> read(Path file) throws IOException {
    List<GuidToLid> entries = new ArrayList<>();
    Long2IntOpenHashMap lineByGuid = new Long2IntOpenHashMap();
    LineScanner scanner =
        LineScanner.scan(
            file,
            (line, lineNumber) -> {
              if (line.atEnd() || line.peek() == '#') {
                return;
              }
              long guid = line.hex64("the port GUID");
              int lidMin = line.number("first LID", Lid.UNICAST_MIN, Lid.UNICAST_MAX);
              int lidMax = line.number("last LID", lidMin, Lid.UNICAST_MAX);
              line.expectEnd("after the last LID");
              if (guid == 0) {
                throw new LineException("the port GUID is 0");
              }
              int before = lineByGuid.putIfAbsent(guid, lineNumber);
              if (before != 0) {
                throw new LineException(
                    "port GUID %s is already in line %d".formatted(Guid.format(guid), before));
              }
              entries.add(new GuidToLid(guid, lidMin, lidMax));
            });
    scanner.fail();
    return entries;
  }

  /** Writes entries in the order given, each followed by an empty line as OpenSM does. */
  public static void write(List<GuidToLid> entries, Appendable out) throws IOException {
    for (GuidToLid entry : entries) {
      out.append(
          "%s 0x%04x 0x%04x\n\n"
              .formatted(Guid.format(entry.portGuid), entry.lidMin, entry.lidMax));
    }
  }
}
