package io.dateline.sm.text;

import java.util.Locale;

/** A number of bytes for people. */
public final class Bytes {
  private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB"};

  private Bytes() {}

  /** Two or three figures and a unit, in steps of 1,000: "950 bytes", "5.1 GB", "67 GB". */
  public static String words(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    String form = unit > 0 && value < 9.95 ? "%.1f %s" : "%.0f %s";
    return String.format(Locale.ROOT, form, value, UNITS[unit]);
  }
}
