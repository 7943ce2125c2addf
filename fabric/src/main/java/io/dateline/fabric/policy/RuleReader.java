package io.dateline.fabric.policy;

import io.dateline.fabric.format.CNumber;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import io.dateline.fabric.policy.ParagraphReader.Qualifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads the values of qualifiers that are rules. */
final class RuleReader {
  private static final int PORT_MAX = 254;
  private static final int CARD_MAX = 255;

  // Not begun within blanks: of many in a row, each would be looked at from each one before it.
  private static final Pattern AROUND_MARKS = Pattern.compile("(?<!\\s)\\s*+([@/-])\\s*+");
  private static final Pattern AROUND_EQUALS = Pattern.compile("(?<!\\s)\\s*+=\\s*+");

  private RuleReader() {}

  /** The rule of a qualifier; empty if it is none. */
  static Optional<Rule> rule(Qualifier qualifier) throws LineException {
    String value = qualifier.value();
    String words = qualifier.name() + ": " + value;
    return switch (qualifier.name()) {
      case "port-guid" -> Optional.of(guids(words, value));
      case "port-guid-range" -> Optional.of(range(words, value));
      case "port-name" -> Optional.of(hosts(words, value));
      case "port-regexp" -> Optional.of(expression(words, value));
      case "union-rule" -> {
        List<String> two = twoGroups("union-rule", value);
        yield Optional.of(new Rule.Union(words, two.getFirst(), two.getLast(), qualifier.line()));
      }
      case "subtract-rule" -> {
        List<String> two = twoGroups("subtract-rule", value);
        yield Optional.of(
            new Rule.Subtraction(words, two.getFirst(), two.getLast(), qualifier.line()));
      }
      default -> Optional.empty();
    };
  }

  private static Rule guids(String words, String value) throws LineException {
    List<Rule.GuidPorts> guids = new ArrayList<>();
    for (String part : value.split(",", -1)) {
      String text = withoutBlanks(part);
      // NVIDIA's text has both 0x289@6/8 and 0x289/6/8.
      int at = text.indexOf('@') >= 0 ? text.indexOf('@') : text.indexOf('/');
      guids.add(
          at < 0
              ? new Rule.GuidPorts(guid(text), Optional.empty())
              : new Rule.GuidPorts(
                  guid(text.substring(0, at)), Optional.of(numbers(text.substring(at + 1)))));
    }
    return new Rule.Guids(words, List.copyOf(guids));
  }

  /**
   * Blanks are free at the ends and around marks; elsewhere they would put two numbers together.
   */
  private static String withoutBlanks(String text) {
    return AROUND_MARKS.matcher(text.strip()).replaceAll("$1");
  }

  /** Numbers and ranges of numbers with slashes between them. */
  private static BitSet numbers(String text) throws LineException {
    BitSet numbers = new BitSet();
    for (String part : text.split("/", -1)) {
      String[] ends = part.split("-", -1);
      if (ends.length > 2) {
        throw new LineException("'%s' is no range of ports".formatted(LineCursor.excerpt(part)));
      }
      int first = number(ends[0], "port", 1, PORT_MAX);
      int last = number(ends[ends.length - 1], "port", 1, PORT_MAX);
      if (first > last) {
        throw new LineException("ports %d-%d go backwards".formatted(first, last));
      }
      numbers.set(first, last + 1);
    }
    return numbers;
  }

  private static Rule range(String words, String value) throws LineException {
    String text = withoutBlanks(value);
    if (text.indexOf(',') >= 0) {
      throw new LineException("port-guid-range takes one range, not a list");
    }
    if (text.indexOf('@') >= 0 || text.indexOf('/') >= 0) {
      throw new LineException("port-guid-range takes no ports");
    }
    String[] ends = text.split("-", -1);
    if (ends.length != 2) {
      throw new LineException(
          "'%s' is no range of GUIDs, such as 0x283-0x289".formatted(LineCursor.excerpt(value)));
    }
    long first = guid(ends[0]);
    long last = guid(ends[1]);
    if (Long.compareUnsigned(first, last) > 0) {
      throw new LineException("the range of GUIDs goes backwards");
    }
    return new Rule.GuidRange(words, first, last);
  }

  private static Rule hosts(String words, String value) throws LineException {
    List<Rule.Host> hosts = new ArrayList<>();
    for (String part : value.split(",", -1)) {
      hosts.add(host(part));
    }
    return new Rule.Hosts(words, List.copyOf(hosts));
  }

  private static Rule.Host host(String text) throws LineException {
    String name = "";
    OptionalInt port = OptionalInt.empty();
    OptionalInt card = OptionalInt.empty();
    Set<String> given = new HashSet<>();
    // Between them a semicolon, or blanks alone; both are in NVIDIA's text, as are blanks behind =.
    for (String field : AROUND_EQUALS.matcher(text).replaceAll("=").strip().split("[;\\s]+", -1)) {
      int equals = field.indexOf('=');
      String key = equals < 0 ? field : field.substring(0, equals);
      String value = equals < 0 ? "" : field.substring(equals + 1);
      if (!given.add(key.toLowerCase(Locale.ROOT))) {
        throw new LineException(
            "'%s' has %s twice: between hosts there is a comma"
                .formatted(LineCursor.excerpt(text.strip()), key.toLowerCase(Locale.ROOT)));
      }
      switch (key.toLowerCase(Locale.ROOT)) {
        case "hostname" -> name = value;
        case "port" -> port = OptionalInt.of(number(value, "port", 1, PORT_MAX));
        case "hca_idx" -> card = OptionalInt.of(number(value, "hca_idx", 0, CARD_MAX));
        default ->
            throw new LineException(
                "hostname=, port= or hca_idx= expected, found '%s'"
                    .formatted(LineCursor.excerpt(field)));
      }
    }
    if (name.isEmpty()) {
      throw new LineException("'%s' has no hostname".formatted(LineCursor.excerpt(text.strip())));
    }
    return new Rule.Host(name, port, card);
  }

  private static Rule expression(String words, String value) throws LineException {
    int colon = value.lastIndexOf(':');
    OptionalInt port = OptionalInt.empty();
    String expression = value;
    if (colon >= 0) {
      port = OptionalInt.of(number(value.substring(colon + 1), "port", 1, PORT_MAX));
      expression = value.substring(0, colon).strip();
    }
    if (expression.isEmpty() || expression.indexOf(':') >= 0) {
      throw new LineException("an expression is missing, or has a colon");
    }
    try {
      return new Rule.Expression(words, Pattern.compile(expression), port);
    } catch (StackOverflowError e) {
      throw new LineException(
          "'%s' has too many brackets within brackets".formatted(LineCursor.excerpt(expression)));
    } catch (PatternSyntaxException e) {
      throw new LineException(
          "'%s' is no regular expression: %s"
              .formatted(LineCursor.excerpt(expression), e.getDescription()));
    }
  }

  private static List<String> twoGroups(String rule, String value) throws LineException {
    List<String> names = new ArrayList<>();
    for (String name : value.split(",", -1)) {
      names.add(name.strip());
    }
    if (names.size() != 2 || names.contains("")) {
      throw new LineException("%s takes two groups".formatted(rule));
    }
    return names;
  }

  private static long guid(String text) throws LineException {
    try {
      return CNumber.parse(text);
    } catch (NumberFormatException e) {
      throw new LineException("GUID expected, found '%s'".formatted(LineCursor.excerpt(text)));
    }
  }

  private static int number(String text, String what, int min, int max) throws LineException {
    try {
      long number = CNumber.parse(text.strip());
      if (number >= min && number <= max) {
        return (int) number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new LineException(
        "%s '%s' is not a number from %d to %d"
            .formatted(what, LineCursor.excerpt(text.strip()), min, max));
  }
}
