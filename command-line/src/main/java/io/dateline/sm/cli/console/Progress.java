package io.dateline.sm.cli.console;

import java.io.PrintStream;
import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;

/**
 * Tells the user at a terminal what is being done and for how long, on standard error; it is wiped
 * away at the end. Where standard error is no terminal nothing is shown.
 */
public final class Progress implements AutoCloseable {
  private static final int UPDATE_MS = 200;

  private final StatusLine line; // null where nothing is shown
  private final ProgressBar bar; // likewise

  private Progress(StatusLine line, ProgressBar bar) {
    this.line = line;
    this.bar = bar;
  }

  /** Begins to show a task of unknown length, if it is wanted and there is a terminal. */
  public static Progress start(String task, boolean wanted) {
    return wanted && Terminal.isAt(Terminal.ERR) ? on(System.err, task) : new Progress(null, null);
  }

  /** Begins to show one on a terminal. */
  static Progress on(PrintStream terminal, String task) {
    StatusLine line = new StatusLine(terminal);
    return new Progress(
        line,
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(-1)
            .setRenderer(Progress::line)
            .setConsumer(line)
            .setUpdateIntervalMillis(UPDATE_MS)
            .clearDisplayOnFinish()
            .build());
  }

  private static String line(ProgressState state, int lengthMax) {
    String message = state.getExtraMessage();
    String line =
        "%s, %d s%s"
            .formatted(
                state.getTaskName(),
                state.getElapsedAfterStart().toSeconds(),
                message.isEmpty() ? "" : ": " + message);
    return line.substring(0, Math.min(line.length(), lengthMax));
  }

  public boolean isShown() {
    return bar != null;
  }

  /** Names what is being done now. */
  public void step(String name) {
    if (bar != null) {
      bar.setExtraMessage(name);
    }
  }

  /** Prints a line that stays, whether or not progress is shown. */
  public void say(String sentence, PrintWriter err) {
    if (line == null) {
      err.println(sentence);
    } else {
      line.above(sentence, err);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      line.clear(); // a bar that is closed before it was drawn draws itself, and stays
    }
  }
}
