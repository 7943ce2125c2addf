package io.dateline.fabric.format;

/** Numbers in OpenSM's files, which it reads with C's {@code strtoull} and no base given. */
public final class CNumber {
  private CNumber() {}

  /**
   * 64 unsigned bits: hex with {@code 0x}, octal with a leading {@code 0}, else decimal.
   *
   * @throws NumberFormatException if the text is anything else, or needs more bits
   */
  public static long parse(String text) {
    if (text.startsWith("0x") || text.startsWith("0X")) {
      return digits(text.substring(2), 16);
    }
    boolean isOctal = text.length() > 1 && text.startsWith("0");
    return digits(text, isOctal ? 8 : 10);
  }

  /** Java alone would take a sign, and the digits of any script. */
  private static long digits(String text, int radix) {
    if (!text.chars().allMatch(c -> c < 0x80 && Character.digit(c, radix) >= 0)) {
      throw new NumberFormatException("'" + text + "' has other characters than digits");
    }
    return Long.parseUnsignedLong(text, radix);
  }
}
