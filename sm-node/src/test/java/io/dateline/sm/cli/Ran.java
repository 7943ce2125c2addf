package io.dateline.sm.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command line printed, and its exit code. */
record Ran(int exitCode, String out, String err) {

  static Ran dateline(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Dateline.execute(new PrintWriter(out), new PrintWriter(err), args);
    return new Ran(exitCode, out.toString(), err.toString());
  }
}
