package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * A {@link TorusFrame} as text: the grid as torus-2QoS.conf has it, and every switch that was ever
 * placed, with its coordinates and, if it is there, its name.
 *
 * <pre>
 * torus 6 5 1m
 * 0x0000000000200000 0 0 0 # sw_0_0_0
 * 0x0000000000200001 1 0 0
 * </pre>
 *
 * <p>Where a line begins with {@code #}, and behind the coordinates, anything may stand.
 */
public final class TorusFrameDump {
  private TorusShape shape; // null before it
  private final Long2IntOpenHashMap places = new Long2IntOpenHashMap(); // by GUID
  private final IntSet taken = new IntOpenHashSet(); // places

  private TorusFrameDump() {}

  /** Writes a frame, places ascending. */
  public static void write(TorusFrame frame, Fabric fabric, Appendable out) throws IOException {
    TorusShape shape = frame.shape();
    out.append(shape.toString()).append('\n');
    List<Long2IntMap.Entry> switches =
        frame.places().long2IntEntrySet().stream()
            .sorted(Comparator.comparingInt(Long2IntMap.Entry::getIntValue))
            .toList();
    for (Long2IntMap.Entry each : switches) {
      int place = each.getIntValue();
      out.append(
          "%s %d %d %d"
              .formatted(
                  Guid.format(each.getLongKey()),
                  shape.coordinate(place, 0),
                  shape.coordinate(place, 1),
                  shape.coordinate(place, 2)));
      DumpText.endWithName(fabric, each.getLongKey(), out);
    }
  }

  /**
   * Reads a frame.
   *
   * @throws FormatException if the grid is missing, or a line is none; also where a switch occurs
   *     twice, or two have one place
   */
  public static TorusFrame read(Path file) throws IOException {
    TorusFrameDump dump = new TorusFrameDump();
    dump.places.defaultReturnValue(Fabric.NONE);
    LineScanner scanner = LineScanner.scan(file, dump::parse);
    if (dump.shape == null) {
      scanner.report(0, "there is no line with the size of the torus");
    }
    scanner.fail();
    return new TorusFrame(dump.shape, dump.places);
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.atEnd() || line.peek() == '#') {
      return;
    }
    if (shape == null) {
      if (!line.token().equals("torus")) {
        throw new LineException("the size of the torus has to come first");
      }
      shape = TorusSize.parse(line, true);
      return;
    }
    long guid = line.unsigned64("GUID");
    int place = shape.place(coordinate(line, 0), coordinate(line, 1), coordinate(line, 2));
    if (!taken.add(place)) {
      throw new LineException("there is another switch at %s".formatted(shape.placeName(place)));
    }
    if (places.put(guid, place) != Fabric.NONE) {
      throw new LineException("switch %s has another place".formatted(Guid.format(guid)));
    }
  }

  private int coordinate(LineCursor line, int dimension) throws LineException {
    String what = TorusShape.dimensionName(dimension) + " coordinate";
    return line.unsigned(what, 0, shape.radix(dimension) - 1);
  }
}
