package io.dateline.sm.cli.console;

import java.io.PrintStream;
import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBarConsumer;

/** The last line of a terminal, which is written over again and again. Any thread may write. */
final class StatusLine implements ProgressBarConsumer {
  private static final int LENGTH_MAX = 79; // a line that is broken could not be written over
  private static final String ERASED = "\r\033[K";

  private final PrintStream out;

  StatusLine(PrintStream out) {
    this.out = out;
  }

  @Override
  public int getMaxRenderedLength() {
    return LENGTH_MAX;
  }

  @Override
  public synchronized void accept(String text) {
    out.print(ERASED + text);
    out.flush();
  }

  @Override
  public void clear() {
    accept("");
  }

  /** Prints a line that stays, on the same terminal; the last one is below it then. */
  synchronized void above(String line, PrintWriter err) {
    clear();
    err.println(line);
    err.flush();
  }

  @Override
  public void close() {
    clear();
  }
}
