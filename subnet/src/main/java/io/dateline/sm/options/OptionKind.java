package io.dateline.sm.options;

import io.dateline.fabric.format.CNumber;
import java.math.BigInteger;
import java.util.Locale;

/** What an option's value can be. */
public enum OptionKind {
  /** {@code TRUE} or {@code FALSE}. */
  FLAG("TRUE or FALSE"),
  /** 8 unsigned bits. */
  U8("a number from 0 to 255"),
  /** 16 unsigned bits. */
  U16("a number from 0 to 65535"),
  /** 32 unsigned bits. */
  U32("a number from 0 to 4294967295"),
  /** 64 unsigned bits. */
  U64("a number of 64 bits"),
  /** 32 bits with a sign. */
  I32("a number of 32 bits with a sign"),
  /** Up to 256 bits in hex. */
  MASK("256 bits in hex"),
  /** An SL, and the value for it: such options are there once for each SL. */
  SL("an SL from 0 to 15 and a number"),
  /** Anything. {@code (null)} stands for nothing. */
  TEXT("a text");

  /** How OpenSM writes that there is nothing. */
  public static final String NOTHING = "(null)";

  private static final int MASK_BITS = 256;
  private static final int SL_MAX = 15;

  private final String what;

  OptionKind(String what) {
    this.what = what;
  }

  /**
   * The same value as it is always written: values that mean the same have the same text.
   *
   * @throws IllegalArgumentException with a sentence, if it is no such value
   */
  public String canonical(String value) {
    try {
      return switch (this) {
        case FLAG -> flag(value);
        case U8 -> unsigned(value, 8);
        case U16 -> unsigned(value, 16);
        case U32 -> unsigned(value, 32);
        case U64 -> Long.toUnsignedString(CNumber.parse(value));
        case I32 -> signed(value);
        case MASK -> mask(value);
        case SL -> forSl(value);
        case TEXT -> value.isEmpty() ? NOTHING : value;
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "takes %s, not '%s'".formatted(what, Excerpt.of(value)), e);
    }
  }

  /** What it takes, in words. */
  String takes() {
    return what;
  }

  private static String flag(String value) {
    String upper = value.toUpperCase(Locale.ROOT);
    if (!upper.equals("TRUE") && !upper.equals("FALSE")) {
      throw new NumberFormatException(value);
    }
    return upper;
  }

  private static String unsigned(String value, int bits) {
    long number = CNumber.parse(value);
    if (number >>> bits != 0) {
      throw new NumberFormatException(value);
    }
    return Long.toString(number);
  }

  private static String signed(String value) {
    boolean isNegative = value.startsWith("-");
    long magnitude = CNumber.parse(isNegative ? value.substring(1) : value);
    long number = isNegative ? -magnitude : magnitude;
    if (magnitude < 0 || number != (int) number) {
      throw new NumberFormatException(value);
    }
    return Long.toString(number);
  }

  private static String mask(String value) {
    String digits = value.startsWith("0x") ? value.substring(2) : value;
    if (digits.startsWith("-") || digits.startsWith("+")) {
      throw new NumberFormatException(value);
    }
    BigInteger bits = new BigInteger(digits, 16);
    if (bits.bitLength() > MASK_BITS) {
      throw new NumberFormatException(value);
    }
    return bits.toString(16);
  }

  private static String forSl(String value) {
    String[] parts = value.split("\\s+", -1);
    if (parts.length != 2 || Long.compareUnsigned(CNumber.parse(parts[0]), SL_MAX) > 0) {
      throw new NumberFormatException(value);
    }
    return CNumber.parse(parts[0]) + " " + unsigned(parts[1], 16);
  }
}
