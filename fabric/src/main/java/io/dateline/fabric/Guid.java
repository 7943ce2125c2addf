package io.dateline.fabric;

import java.util.Arrays;

/** Text forms of a GUID. The value itself stays a {@code long} of 64 unsigned bits everywhere. */
public final class Guid {
  private Guid() {}

  /** As OpenSM prints it: {@code 0x} and 16 lower-case hex digits. */
  public static String format(long guid) {
    return "0x" + hex16(guid);
  }

  /** 16 lower-case hex digits without a prefix, as in ibnetdiscover's node ids. */
  public static String hex16(long guid) {
    String digits = Long.toHexString(guid);
    return "0".repeat(16 - digits.length()) + digits;
  }

  /**
   * Reads a GUID as OpenSM's files write it: hex with {@code 0x}, else decimal.
   *
   * @throws NumberFormatException if the text is neither, or needs more than 64 bits
   */
  public static long parse(String text) {
    return text.startsWith("0x") || text.startsWith("0X")
        ? parseHex(text.substring(2))
        : Long.parseUnsignedLong(text);
  }

  /**
   * Reads 1 to 16 hex digits without a prefix.
   *
   * @throws NumberFormatException if the text is anything else
   */
  public static long parseHex(String digits) {
    return Long.parseUnsignedLong(digits, 16);
  }

  /** Sorts GUIDs in place, ascending as unsigned integers: the order of a fabric's nodes. */
  public static void sort(long[] guids) {
    // Sorting with the sign bit flipped gives the unsigned order.
    for (int i = 0; i < guids.length; i++) {
      guids[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(guids);
    for (int i = 0; i < guids.length; i++) {
      guids[i] ^= Long.MIN_VALUE;
    }
  }
}
