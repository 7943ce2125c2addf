package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TreeFrame;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;

/**
 * A {@link TreeFrame} as text: every switch that has a level or is a root; {@code -} where it has
 * no level; and, if it is there, its name.
 *
 * <pre>
 * tree
 * 0x0000000000200000 2 root # L2_0
 * 0x0000000000200001 - root
 * 0x0000000000200002 0
 * </pre>
 *
 * <p>Where a line begins with {@code #}, and behind what is said of a switch, anything may stand.
 */
public final class TreeFrameDump {
  private static final int LEVEL_MAX = 255;

  private boolean begun;
  private final LongSet seen = new LongOpenHashSet(); // GUIDs
  private final Long2IntOpenHashMap levels = new Long2IntOpenHashMap(); // by GUID
  private final LongSet roots = new LongOpenHashSet(); // GUIDs

  private TreeFrameDump() {}

  /** Writes a frame, GUIDs ascending. */
  public static void write(TreeFrame frame, Fabric fabric, Appendable out) throws IOException {
    out.append("tree\n");
    long[] guids =
        LongStream.concat(LongStream.of(frame.levelGuids()), LongStream.of(frame.rootGuids()))
            .distinct()
            .toArray();
    Guid.sort(guids);
    for (long guid : guids) {
      int level = frame.level(guid);
      out.append(Guid.format(guid)).append(' ');
      out.append(level == Fabric.NONE ? "-" : String.valueOf(level));
      out.append(frame.roots().contains(guid) ? " root" : "");
      DumpText.endWithName(fabric, guid, out);
    }
  }

  /**
   * Reads a frame.
   *
   * @throws FormatException if the first line is missing, or a line is none; also where a switch
   *     occurs twice
   */
  public static TreeFrame read(Path file) throws IOException {
    TreeFrameDump dump = new TreeFrameDump();
    LineScanner scanner = LineScanner.scan(file, dump::parse);
    if (!dump.begun) {
      scanner.report(0, "there is no line that says tree");
    }
    scanner.fail();
    return new TreeFrame(dump.levels, dump.roots);
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.atEnd() || line.peek() == '#') {
      return;
    }
    if (!begun) {
      if (!line.token().equals("tree")) {
        throw new LineException("the word tree has to come first");
      }
      begun = true;
      return;
    }
    long guid = line.unsigned64("GUID");
    if (!seen.add(guid)) {
      throw new LineException("switch %s was there before".formatted(Guid.format(guid)));
    }
    if (!line.tryText("-")) {
      levels.put(guid, line.unsigned("level", 0, LEVEL_MAX));
    }
    if (line.tryWord("root")) {
      roots.add(guid);
    }
  }
}
