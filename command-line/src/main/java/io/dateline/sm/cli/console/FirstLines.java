package io.dateline.sm.cli.console;

import java.io.PrintWriter;
import java.util.List;

/** Of many lines the first ones, and how many more there are. */
public final class FirstLines {
  private static final int PRINTED_MAX = 10;

  private FirstLines() {}

  /**
   * Prints them.
   *
   * @param before what each line begins with
   * @param hint what is to be said behind the count
   */
  public static void print(List<?> lines, String before, String hint, PrintWriter out) {
    lines.stream().limit(PRINTED_MAX).forEach(line -> out.println(before + line));
    if (lines.size() > PRINTED_MAX) {
      out.println(before + (lines.size() - PRINTED_MAX) + " more" + hint);
    }
  }
}
