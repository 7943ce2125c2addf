package io.dateline.fabric.format;

import io.dateline.fabric.format.GuidFile.Form;
import io.dateline.fabric.format.GuidFile.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a {@link GuidFile}:
 *
 * <pre>
 * # roots, one in each rack
 * 0x0002c90200423f10          a GUID, hex with 0x or decimal
 * 0x0002c90200423f18 3 5      and what the form has behind it
 * </pre>
 *
 * <p>Lines of an invalid format are discarded, as OpenSM's manual has it; here with a warning.
 * Whatever follows what the form needs is not looked at: people write names there.
 */
public final class GuidFileReader {
  /** Lines that are named one by one; a file of another kind has nothing but wrong ones. */
  static final int WARNINGS_MAX = 20;

  private static final int PORT_MAX = 254;
  private static final int WEIGHT_MAX = 255;

  private final Path file;
  private final Form form;
  private final List<Line> lines = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private int skipped;

  private GuidFileReader(Path file, Form form) {
    this.file = file;
    this.form = form;
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static GuidFile read(Path file, Form form) throws IOException {
    GuidFileReader reader = new GuidFileReader(file, form);
    LineScanner.scan(file, reader::parse);
    if (reader.skipped > WARNINGS_MAX) {
      reader.warnings.add(
          "%s: %d more lines were skipped".formatted(file, reader.skipped - WARNINGS_MAX));
    }
    return new GuidFile(reader.lines, reader.warnings);
  }

  private void parse(LineCursor line, int lineNumber) {
    if (isOver(line)) {
      return;
    }
    try {
      long guid = line.unsigned64("GUID");
      lines.add(new Line(lineNumber, guid, numbers(line)));
    } catch (LineException wrong) {
      skipped++;
      if (skipped <= WARNINGS_MAX) {
        warnings.add(
            "%s:%d: %s; the line is skipped".formatted(file, lineNumber, wrong.getMessage()));
      }
    }
  }

  private static boolean isOver(LineCursor line) {
    return line.atEnd() || line.peek() == '#';
  }

  private List<Long> numbers(LineCursor line) throws LineException {
    return switch (form) {
      case GUID -> List.of();
      case GUID_AND_ID -> List.of(line.unsigned64("id"));
      case SWITCH_AND_PORT -> List.of(port(line));
      case SWITCH_PORT_AND_WEIGHT ->
          List.of(port(line), (long) line.unsigned("weight", 1, WEIGHT_MAX));
      case SWITCH_AND_PORTS -> ports(line);
    };
  }

  private static List<Long> ports(LineCursor line) throws LineException {
    List<Long> ports = new ArrayList<>();
    do {
      long port = port(line);
      if (ports.contains(port)) {
        throw new LineException("port " + port + " occurs twice");
      }
      ports.add(port);
    } while (!isOver(line));
    return ports;
  }

  private static long port(LineCursor line) throws LineException {
    return line.unsigned("port", 1, PORT_MAX);
  }
}
