package io.dateline.fabric.format;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Feeds a file to a parser line by line and collects what is wrong with it, so that one run names
 * every mistake. Bytes that are no UTF-8 become replacement characters: whether they matter is for
 * the parser of the line to say.
 */
public final class LineScanner {
  /** After so many problems the rest of the file is not looked at. */
  static final int PROBLEMS_MAX = 50;

  /** Parses one line. */
  public interface Parser {
    void parse(LineCursor line, int lineNumber) throws LineException;
  }

  private final String fileName;
  private final List<FormatException.Problem> problems = new ArrayList<>();

  LineScanner(String fileName) {
    this.fileName = fileName;
  }

  /** Scans a file; the scanner's name for it is the path as given. */
  public static LineScanner scan(Path file, Parser parser) throws IOException {
    LineScanner scanner = new LineScanner(file.toString());
    try (InputStream in = Files.newInputStream(file)) {
      scanner.scan(new InputStreamReader(in, StandardCharsets.UTF_8), parser);
    }
    return scanner;
  }

  void scan(Reader text, Parser parser) throws IOException {
    BufferedReader lines = new BufferedReader(text, 1 << 16);
    int lineNumber = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      lineNumber++;
      try {
        parser.parse(new LineCursor(line), lineNumber);
      } catch (LineException wrong) {
        report(lineNumber, wrong.getMessage());
      }
    }
  }

  /**
   * Notes a problem.
   *
   * @param lineNumber counted from 1, or 0 where the file as a whole is meant
   * @throws FormatException when there are too many of them to go on
   */
  public void report(int lineNumber, String sentence) throws FormatException {
    problems.add(new FormatException.Problem(lineNumber, sentence));
    if (problems.size() == PROBLEMS_MAX) {
      problems.add(new FormatException.Problem(0, "too many problems, reading stopped here"));
      fail();
    }
  }

  /**
   * Ends the reading.
   *
   * @throws FormatException if there were problems
   */
  public void fail() throws FormatException {
    if (!problems.isEmpty()) {
      throw new FormatException(fileName, problems);
    }
  }
}
