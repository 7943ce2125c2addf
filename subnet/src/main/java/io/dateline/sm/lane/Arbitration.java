package io.dateline.sm.lane;

import io.dateline.fabric.format.CNumber;
import io.dateline.mad.attribute.VlArbitrationTable;

/**
 * One VL arbitration table, of high or low priority, as an option of OpenSM gives it.
 *
 * @param entries up to 64 as on the wire, two bytes each: VL, weight; zeros behind them
 * @param from name of the option, or {@code the default of} it
 */
public record Arbitration(byte[] entries, String from) {
  /** Both blocks of a table. */
  static final int BYTES = 2 * VlArbitrationTable.BYTES;

  private static final int ENTRY_BYTES = 2;
  private static final int VL_MAX = 14;
  private static final int WEIGHT_MAX = 255;

  /**
   * Reads {@code VL:weight,VL:weight,...}.
   *
   * @throws IllegalArgumentException with a sentence, if it is something else
   */
  public static Arbitration parse(String text, String from) {
    String[] pairs = text.split(",", -1);
    if (pairs.length > BYTES / ENTRY_BYTES) {
      throw new IllegalArgumentException(
          "has %d entries, a port has %d at most".formatted(pairs.length, BYTES / ENTRY_BYTES));
    }
    byte[] entries = new byte[BYTES];
    for (int i = 0; i < pairs.length; i++) {
      String[] pair = pairs[i].strip().split(":", -1);
      if (pair.length != 2) {
        throw new IllegalArgumentException("'" + pairs[i] + "' is no VL:weight");
      }
      entries[ENTRY_BYTES * i] = (byte) number(pair[0], "VL", VL_MAX);
      entries[ENTRY_BYTES * i + 1] = (byte) number(pair[1], "weight", WEIGHT_MAX);
    }
    return new Arbitration(entries, from);
  }

  /** A number from 0 to {@code max}. */
  static int number(String text, String what, int max) {
    try {
      long number = CNumber.parse(text.strip());
      if (number >= 0 && number <= max) {
        return (int) number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new IllegalArgumentException("'%s' is no %s from 0 to %d".formatted(text, what, max));
  }

  /** What a lane has in all entries together. */
  int weight(int vl) {
    int sum = 0;
    for (int at = 0; at < entries.length; at += ENTRY_BYTES) {
      sum += entries[at] == vl ? entries[at + 1] & 0xFF : 0;
    }
    return sum;
  }
}
