package io.dateline.fabric.format;

/** Reads one line from left to right; blanks and tabs between the parts do not matter. */
public final class LineCursor {
  private static final int EXCERPT_MAX = 40;

  private final String text;
  private int at;

  LineCursor(String text) {
    this.text = text;
  }

  /** Whether only blanks are left. */
  boolean atEnd() {
    skipBlanks();
    return at == text.length();
  }

  /** The next character that is no blank, or 0 at the end. */
  char peek() {
    skipBlanks();
    return at < text.length() ? text.charAt(at) : 0;
  }

  /** Passes the character if it comes next. */
  boolean tryChar(char wanted) {
    if (peek() != wanted || atEnd()) {
      return false;
    }
    at++;
    return true;
  }

  /** Passes the word if it comes next, upper and lower case alike. */
  boolean tryWord(String wanted) {
    skipBlanks();
    int end = at + wanted.length();
    if (!text.regionMatches(true, at, wanted, 0, wanted.length())
        || (end < text.length() && isWordPart(text.charAt(end)))) {
      return false;
    }
    at = end;
    return true;
  }

  /** Passes the text if it comes next, letter by letter. */
  boolean tryText(String wanted) {
    if (!startsWith(wanted)) {
      return false;
    }
    at += wanted.length();
    return true;
  }

  /** Whether a text comes next, letter by letter; stays where it is. */
  boolean startsWith(String wanted) {
    skipBlanks();
    return text.startsWith(wanted, at);
  }

  /** Goes to just behind the first occurrence of a text; stays where there is none. */
  boolean skipPast(String wanted) {
    int found = text.indexOf(wanted, at);
    if (found < 0) {
      return false;
    }
    at = found + wanted.length();
    return true;
  }

  /**
   * Passes a port's label in parentheses, {@code (1/17/1)} or {@code (B9D0F0/0/0/1)}, as ibdiagnet
   * writes them; it has a slash, which a GUID has not.
   */
  boolean tryLabel() {
    int end = peek() == '(' ? text.indexOf(')', at) : -1;
    if (end < 0 || text.lastIndexOf('/', end) < at) {
      return false;
    }
    at = end + 1;
    return true;
  }

  void expect(char wanted, String where) throws LineException {
    if (!tryChar(wanted)) {
      throw new LineException("'%c' expected %s, found %s".formatted(wanted, where, found()));
    }
  }

  void expectEnd(String where) throws LineException {
    if (!atEnd()) {
      throw new LineException("nothing more expected %s, found %s".formatted(where, found()));
    }
  }

  /** The letters, digits, '-' and '_' that come next; may be empty. */
  String word() {
    skipBlanks();
    int start = at;
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  /** A decimal number between two bounds, both inclusive. */
  int decimal(String what, int min, int max) throws LineException {
    return (int) bounded(what, 10, min, max);
  }

  /** A number between two bounds, both inclusive: hex with {@code 0x}, else decimal. */
  int number(String what, int min, int max) throws LineException {
    return (int) bounded(what, tryText("0x") || tryText("0X") ? 16 : 10, min, max);
  }

  /** 1 to 16 hex digits as 64 unsigned bits, with or without {@code 0x}. */
  long hex64(String what) throws LineException {
    if (!tryText("0x")) {
      tryText("0X");
    }
    skipBlanks();
    int start = at;
    long value = 0;
    for (int digit; at < text.length() && (digit = digit(text.charAt(at), 16)) >= 0; at++) {
      if (at - start == 16) {
        throw new LineException(what + " has more than 16 hex digits");
      }
      value = (value << 4) | digit;
    }
    if (at == start) {
      throw new LineException(what + " expected in hex, found " + found());
    }
    return value;
  }

  /** 64 unsigned bits as {@link CNumber} has them, up to a blank, a {@code #} or the end. */
  long unsigned64(String what) throws LineException {
    skipBlanks();
    int start = at;
    while (at < text.length() && !isBlank(text.charAt(at)) && text.charAt(at) != '#') {
      at++;
    }
    try {
      return CNumber.parse(text.substring(start, at));
    } catch (NumberFormatException e) {
      at = start;
      throw new LineException("%s expected, found %s".formatted(what, found()));
    }
  }

  /** A number as {@link #unsigned64} has it, between two bounds, both inclusive. */
  int unsigned(String what, int min, int max) throws LineException {
    long value = unsigned64(what);
    if (Long.compareUnsigned(value, min) < 0 || Long.compareUnsigned(value, max) > 0) {
      throw new LineException(
          "%s %s is not within %d to %d".formatted(what, Long.toUnsignedString(value), min, max));
    }
    return (int) value;
  }

  /** The characters up to a blank or the end; empty at the end. */
  String token() {
    skipBlanks();
    int start = at;
    while (at < text.length() && !isBlank(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  /** All that is left of the line, as it is. */
  public String rest() {
    String rest = text.substring(at);
    at = text.length();
    return rest;
  }

  private long bounded(String what, int radix, int min, int max) throws LineException {
    skipBlanks();
    int start = at;
    long value = 0;
    for (int digit; at < text.length() && (digit = digit(text.charAt(at), radix)) >= 0; at++) {
      // Stays above any bound once it is there, so that no number of digits wraps around.
      value = Math.min(value * radix + digit, Integer.MAX_VALUE + 1L);
    }
    if (at == start) {
      throw new LineException("%s expected, found %s".formatted(what, found()));
    }
    if (value < min || value > max) {
      throw new LineException(
          "%s %s is not within %d to %d"
              .formatted(what, excerpt(text.substring(start, at)), min, max));
    }
    return value;
  }

  /** Text up to the next quote; the cursor is behind the opening one. */
  String untilQuote(String what) throws LineException {
    int end = text.indexOf('"', at);
    if (end < 0) {
      throw new LineException(what + " has no closing quote");
    }
    String quoted = text.substring(at, end);
    at = end + 1;
    return quoted;
  }

  /** Text up to the last quote of the line; the cursor is behind the opening one. */
  String untilLastQuote(String what) throws LineException {
    int end = text.lastIndexOf('"');
    if (end < at) {
      throw new LineException(what + " has no closing quote");
    }
    String quoted = text.substring(at, end);
    at = end + 1;
    return quoted;
  }

  /** What comes next, for a message. */
  String found() {
    return atEnd() ? "the end of the line" : "'" + excerpt(text.substring(at)) + "'";
  }

  /** Text that may be junk, cut and cleaned for a message. */
  public static String excerpt(String text) {
    String head = text.length() > EXCERPT_MAX ? text.substring(0, EXCERPT_MAX) + ".." : text;
    StringBuilder clean = new StringBuilder(head.length());
    for (int i = 0; i < head.length(); i++) {
      char c = head.charAt(i);
      clean.append(Character.isISOControl(c) ? '?' : c);
    }
    return clean.toString().stripTrailing();
  }

  private void skipBlanks() {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private static boolean isWordPart(char c) {
    return digit(c, 36) >= 0 || c == '-' || c == '_';
  }

  /** The value of an ASCII digit, or -1. Character.digit would take any script's. */
  private static int digit(char c, int radix) {
    return c < 0x80 ? Character.digit(c, radix) : -1;
  }
}
