package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Service levels by path, a format of Dateline's own ({@code path-sl.dump}): lines {@code SLID DLID
 * SL}, decimal, {@code *} for every source; a later line wins over an earlier one. A path that no
 * line speaks of has SL 0.
 */
public final class PathSlDump {
  private static final int SL_COUNT = 16;

  private PathSlDump() {}

  /**
   * Reads a file.
   *
   * @throws FormatException if a line is not of that form
   */
  public static PathSl read(Path file) throws IOException {
    PathSlTable table = new PathSlTable();
    LineScanner scanner =
        LineScanner.scan(
            file,
            (line, lineNumber) -> {
              if (line.atEnd() || line.peek() == '#') {
                return;
              }
              boolean everySource = line.tryChar('*');
              int source = everySource ? 0 : unicast("source LID", line);
              int destination = unicast("destination LID", line);
              int sl = line.decimal("SL", 0, SL_COUNT - 1);
              line.expectEnd("after the SL");
              if (everySource) {
                table.setAll(destination, sl);
              } else {
                table.set(source, destination, sl);
              }
            });
    scanner.fail();
    return table;
  }

  private static int unicast(String what, LineCursor line) throws LineException {
    return line.decimal(what, Lid.UNICAST_MIN, Lid.UNICAST_MAX);
  }

  /**
   * Writes the SL of every pair of LIDs: per destination its most frequent SL for every source,
   * then the sources that differ. Asks {@code pathSl} once or twice for each pair.
   */
  public static void write(LidMap lids, PathSl pathSl, Appendable out) throws IOException {
    int[] counts = new int[SL_COUNT];
    for (int destination = 1; destination <= lids.maxLid(); destination++) {
      if (lids.port(destination) == Fabric.NONE) {
        continue;
      }
      Arrays.fill(counts, 0);
      IntUnaryOperator levels = pathSl.toward(destination);
      for (int source = 1; source <= lids.maxLid(); source++) {
        if (lids.port(source) != Fabric.NONE) {
          counts[levels.applyAsInt(source)]++;
        }
      }
      int common = 0;
      int total = 0;
      for (int sl = 0; sl < SL_COUNT; sl++) {
        total += counts[sl];
        common = counts[sl] > counts[common] ? sl : common;
      }
      writeLine("*", destination, common, out);
      if (counts[common] == total) {
        continue;
      }
      for (int source = 1; source <= lids.maxLid(); source++) {
        if (lids.port(source) != Fabric.NONE && levels.applyAsInt(source) != common) {
          writeLine(Integer.toString(source), destination, levels.applyAsInt(source), out);
        }
      }
    }
  }

  private static void writeLine(String source, int destination, int sl, Appendable out)
      throws IOException {
    out.append(source).append(' ').append(Integer.toString(destination)).append(' ');
    out.append(Integer.toString(sl)).append('\n');
  }
}
