package io.dateline.fabric.format;

import io.dateline.fabric.measure.TrafficPattern;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads a traffic pattern, a format of Dateline's own: a flow a line, {@code source destination
 * [weight]}, 1 where no weight is given.
 *
 * <pre>
 * # gradients go round
 * H_0_0_0_0         H_1_0_0_0
 * "node 2 HCA-1"    0x0002c90200423f10    2.5
 * </pre>
 */
public final class TrafficPatternReader {
  /** Knows end ports by what people call them. */
  @FunctionalInterface
  public interface Ends {
    /**
     * The end port that is meant.
     *
     * @throws IllegalArgumentException with a sentence, if there is none, or it is not certain
     */
    int port(String text);
  }

  private final Ends ends;
  private final IntArrayList sources = new IntArrayList();
  private final IntArrayList destinations = new IntArrayList();
  private final DoubleArrayList weights = new DoubleArrayList();

  private TrafficPatternReader(Ends ends) {
    this.ends = ends;
  }

  /**
   * Reads a file.
   *
   * @throws FormatException if a line is not of that form or names no port, or there is no flow
   */
  public static TrafficPattern read(Path file, Ends ends) throws IOException {
    TrafficPatternReader reader = new TrafficPatternReader(ends);
    LineScanner scanner = LineScanner.scan(file, reader::parse);
    scanner.fail();
    if (reader.weights.isEmpty()) {
      scanner.report(0, "there is no flow in this file");
      scanner.fail();
    }
    return new TrafficPattern(
        file.toString(),
        reader.sources.toIntArray(),
        reader.destinations.toIntArray(),
        reader.weights.toDoubleArray());
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (isOver(line)) {
      return;
    }
    int source = end("source", line);
    int destination = end("destination", line);
    double weight = isOver(line) ? 1 : weight(line);
    if (!isOver(line)) {
      line.expectEnd("after the weight");
    }
    sources.add(source);
    destinations.add(destination);
    weights.add(weight);
  }

  private static boolean isOver(LineCursor line) {
    return line.atEnd() || line.peek() == '#';
  }

  private int end(String what, LineCursor line) throws LineException {
    if (isOver(line)) {
      throw new LineException(what + " expected, found the end of the line");
    }
    String text = line.tryChar('"') ? line.untilQuote("the " + what) : line.token();
    try {
      return ends.port(text);
    } catch (IllegalArgumentException e) {
      throw new LineException(e.getMessage());
    }
  }

  private static double weight(LineCursor line) throws LineException {
    String text = line.token();
    double weight = 0;
    try {
      weight = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new LineException("weight expected, found '%s'".formatted(LineCursor.excerpt(text)));
    }
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new LineException(
          "weight '%s' is no number above 0".formatted(LineCursor.excerpt(text)));
    }
    return weight;
  }
}
