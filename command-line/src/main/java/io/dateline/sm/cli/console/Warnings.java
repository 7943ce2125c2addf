package io.dateline.sm.cli.console;

import java.io.PrintWriter;
import java.util.List;

/** Warnings on a terminal: of many the first ones, and a count. JSON has all of them. */
public final class Warnings {
  private Warnings() {}

  /** Prints a line for each of the first ones. */
  public static void print(List<String> warnings, PrintWriter out) {
    FirstLines.print(warnings, "warning: ", " like these; --json tells all of them", out);
  }
}
