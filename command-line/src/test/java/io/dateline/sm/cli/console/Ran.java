package io.dateline.sm.cli.console;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command line printed, and its exit code. */
public record Ran(int exitCode, String out, String err) {

  /** Runs one of a program. */
  public static Ran of(Program program, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = program.execute(new PrintWriter(out), new PrintWriter(err), args);
    return new Ran(exitCode, out.toString(), err.toString());
  }

  /** Runs one of the commands that are of no node. */
  public static Ran dateline(String... args) {
    return of(Nodeless.PROGRAM, args);
  }
}
