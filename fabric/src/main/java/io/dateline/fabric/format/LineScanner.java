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

  /** So many warnings are told one by one. */
  static final int WARNINGS_MAX = 10;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Parses one line. */
  public interface Parser {
    void parse(LineCursor line, int lineNumber) throws LineException;
  }

  private final String fileName;
  private final List<FormatException.Problem> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>(); // the first ones
  private int warned;

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
        parser.parse(new LineCursor(lineNumber == 1 ? withoutMark(line) : line), lineNumber);
      } catch (LineException wrong) {
        report(lineNumber, wrong.getMessage());
      }
    }
  }

  /** The first line of a file without the mark that some tools begin a file of UTF-8 with. */
  public static String withoutMark(String firstLine) {
    return firstLine.startsWith(BYTE_ORDER_MARK)
        ? firstLine.substring(BYTE_ORDER_MARK.length())
        : firstLine;
  }

  /** Notes something odd that reading goes on with. */
  public void warn(int lineNumber, String sentence) {
    warned++;
    if (warned <= WARNINGS_MAX) {
      warnings.add("%s:%d: %s".formatted(fileName, lineNumber, sentence));
    }
  }

  /** What was odd: the first of it, and how much more there was. */
  public List<String> warnings() {
    List<String> told = new ArrayList<>(warnings);
    if (warned > WARNINGS_MAX) {
      told.add("%s: %d more such lines".formatted(fileName, warned - WARNINGS_MAX));
    }
    return told;
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
