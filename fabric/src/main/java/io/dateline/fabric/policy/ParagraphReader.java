package io.dateline.fabric.policy;

import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import io.dateline.fabric.format.LineScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads a policy file of paragraphs: from a line {@code port-group} to a line {@code
 * end-port-group}, with qualifiers in between, one a line, each a name, a colon and a value. A
 * {@code #} at the begin of a line, or behind a blank, begins a comment. NVIDIA's text has names of
 * qualifiers in small letters and with a capital ({@code Path-bit}): both are the same. Used once.
 */
final class ParagraphReader {
  private static final String END = "end-";

  /**
   * One qualifier of a paragraph.
   *
   * @param value without blanks at its ends; may be empty
   */
  record Qualifier(String name, String value, int line) {}

  /**
   * One paragraph.
   *
   * @param line of its begin
   */
  record Paragraph(int line, List<Qualifier> qualifiers) {}

  private final String keyword;
  private final Set<String> known; // names of qualifiers
  private final Set<String> withColons; // of them, whose values may have colons
  private final List<Paragraph> paragraphs = new ArrayList<>();
  private Paragraph open; // null between paragraphs

  /**
   * Begins.
   *
   * @param keyword that begins a paragraph
   * @param known names of qualifiers
   * @param withColons names of those whose values may have colons
   */
  ParagraphReader(String keyword, Set<String> known, Set<String> withColons) {
    this.keyword = keyword;
    this.known = Set.copyOf(known);
    this.withColons = Set.copyOf(withColons);
  }

  /**
   * Reads it all. What is wrong is reported to the scanner that is returned; it has not failed yet.
   */
  LineScanner read(Path file, List<Paragraph> found) throws IOException {
    LineScanner scanner = LineScanner.scan(file, this::parse);
    if (open != null) {
      scanner.report(open.line(), "%s has no %s%s".formatted(keyword, END, keyword));
      paragraphs.add(open);
    }
    found.addAll(paragraphs);
    return scanner;
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    String text = withoutComment(line.rest());
    if (text.isEmpty()) {
      return;
    }
    if (text.equals(keyword)) {
      begin(lineNumber);
    } else if (text.equals(END + keyword)) {
      end();
    } else if (open != null && text.startsWith(END)) {
      end();
      throw new LineException("'%s' is not %s%s".formatted(LineCursor.excerpt(text), END, keyword));
    } else if (open == null) {
      throw new LineException(
          "'%s' stands outside of a %s".formatted(LineCursor.excerpt(text), keyword));
    } else {
      open.qualifiers().add(qualifier(text, lineNumber));
    }
  }

  private void begin(int lineNumber) throws LineException {
    Paragraph unfinished = open;
    open = new Paragraph(lineNumber, new ArrayList<>());
    if (unfinished != null) {
      paragraphs.add(unfinished); // what it defines is not missing elsewhere
      throw new LineException(
          "the %s of line %d has no %s%s".formatted(keyword, unfinished.line(), END, keyword));
    }
  }

  private void end() throws LineException {
    if (open == null) {
      throw new LineException("%s%s without a %s".formatted(END, keyword, keyword));
    }
    paragraphs.add(open);
    open = null;
  }

  private Qualifier qualifier(String text, int lineNumber) throws LineException {
    int colon = text.indexOf(':');
    String written = (colon < 0 ? text : text.substring(0, colon)).strip();
    String name = written.toLowerCase(Locale.ROOT);
    if (!known.contains(name)) {
      throw new LineException("there is no qualifier '%s'".formatted(LineCursor.excerpt(written)));
    }
    if (colon < 0) {
      throw new LineException("%s has no colon".formatted(name));
    }
    String value = text.substring(colon + 1).strip();
    if (!withColons.contains(name) && value.indexOf(':') >= 0) {
      throw new LineException("the value of %s has a colon".formatted(name));
    }
    return new Qualifier(name, value, lineNumber);
  }

  private static String withoutComment(String line) {
    for (int at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1)) {
      if (at == 0 || Character.isWhitespace(line.charAt(at - 1))) {
        return line.substring(0, at).strip();
      }
    }
    return line.strip();
  }
}
