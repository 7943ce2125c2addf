package io.dateline.fabric.policy;

import io.dateline.fabric.format.CNumber;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import io.dateline.fabric.format.LineScanner;
import io.dateline.fabric.policy.ParagraphReader.Paragraph;
import io.dateline.fabric.policy.ParagraphReader.Qualifier;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a paragraph says whose qualifiers are given once. What is wrong with a value is told with
 * its own line, and what is not there with the paragraph's.
 */
final class PolicyParagraph {
  private final Map<String, Qualifier> given = new LinkedHashMap<>(); // by name
  private final int begin;
  private int line; // of what was looked at last

  private PolicyParagraph(Paragraph paragraph) {
    begin = paragraph.line();
    line = begin;
  }

  private void read(Paragraph paragraph) throws LineException {
    for (Qualifier qualifier : paragraph.qualifiers()) {
      line = qualifier.line();
      if (given.putIfAbsent(qualifier.name(), qualifier) != null) {
        throw new LineException("%s is given twice".formatted(qualifier.name()));
      }
    }
  }

  /** A value; nothing if the qualifier is not there. */
  Optional<String> text(String name) throws LineException {
    line = line(name);
    Qualifier qualifier = given.get(name);
    if (qualifier != null && qualifier.value().isEmpty()) {
      throw new LineException("%s has no value".formatted(name));
    }
    return Optional.ofNullable(qualifier).map(Qualifier::value);
  }

  /** The line of its begin. */
  int begin() {
    return begin;
  }

  /** The line of a qualifier, or of the paragraph's begin where it is not there. */
  int line(String name) {
    Qualifier qualifier = given.get(name);
    return qualifier == null ? begin : qualifier.line();
  }

  /** A value that has to be there. */
  String mandatory(String name, String what) throws LineException {
    return text(name)
        .orElseThrow(() -> new LineException("the %s has no %s".formatted(what, name)));
  }

  /**
   * A number.
   *
   * @param standard where the qualifier is not there
   */
  long number(String name, long min, long max, long standard) throws LineException {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return standard;
    }
    try {
      long number = CNumber.parse(text.get());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new LineException(
        "%s takes %s, not '%s'"
            .formatted(
                name,
                "a number from %d to %d".formatted(min, max),
                LineCursor.excerpt(text.get())));
  }

  /** Reports what is wrong with a paragraph, or returns what it says. */
  static <T> Optional<T> read(Paragraph paragraph, LineScanner scanner, Reading<T> reading)
      throws IOException {
    PolicyParagraph words = new PolicyParagraph(paragraph);
    try {
      words.read(paragraph);
      return Optional.of(reading.read(words));
    } catch (LineException e) {
      scanner.report(words.line, e.getMessage());
      return Optional.empty();
    }
  }

  /** Makes something of a paragraph. */
  interface Reading<T> {
    T read(PolicyParagraph paragraph) throws LineException;
  }
}
