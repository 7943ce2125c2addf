package io.dateline.fabric.policy;

import java.util.regex.Pattern;

/**
 * A node's name, matched with an operator's expression. Some expressions take a time that doubles
 * with each character: so a name is given up on after so many looks at its characters. What comes
 * of a name does not depend on how fast a node is.
 */
final class BoundedMatch implements CharSequence {
  /** What expressions need for names of 64 characters is some hundreds. */
  private static final int LOOKS_MAX = 100_000;

  private static final class TooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooMuchException() {
      super("too many looks", null, false, false);
    }
  }

  /** What comes of a name. */
  enum Result {
    BEGINS_SO,
    BEGINS_OTHERWISE,
    /** It takes too long, or too deep a stack, to say. */
    GIVEN_UP
  }

  private final String text;
  private int looks;

  private BoundedMatch(String text) {
    this.text = text;
  }

  /** Whether a name begins with what a pattern has. */
  static Result of(Pattern pattern, String name) {
    try {
      return pattern.matcher(new BoundedMatch(name)).lookingAt()
          ? Result.BEGINS_SO
          : Result.BEGINS_OTHERWISE;
    } catch (TooMuchException | StackOverflowError e) {
      return Result.GIVEN_UP;
    }
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int at) {
    looks++;
    if (looks > LOOKS_MAX) {
      throw new TooMuchException();
    }
    return text.charAt(at);
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return text.subSequence(from, to);
  }

  @Override
  public String toString() {
    return text;
  }
}
