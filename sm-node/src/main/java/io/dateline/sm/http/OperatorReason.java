package io.dateline.sm.http;

/**
 * What an operator gives as a reason. It goes to the log and, as long as there is a journal, to
 * every client that asks for the history: it has to stay in its line and do nothing to a terminal.
 */
final class OperatorReason {
  static final int LENGTH_MAX = 200;

  private OperatorReason() {}

  /** Whether a reason, without blanks around it, is one. */
  static boolean isFit(String reason) {
    return !reason.isEmpty()
        && reason.length() <= LENGTH_MAX
        && reason.codePoints().allMatch(OperatorReason::isPrintable);
  }

  private static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
