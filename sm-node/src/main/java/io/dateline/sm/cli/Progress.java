package io.dateline.sm.cli;

import java.io.Console;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;

/**
 * Tells who sits at a terminal what is being done and for how long, on standard error; it is wiped
 * away at the end. Without a terminal nothing is shown.
 */
final class Progress implements AutoCloseable {
  private static final int UPDATE_MS = 200;

  private final ProgressBar bar; // null where nothing is shown

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  /** Begins to show a task of unknown length, if it is wanted and there is a terminal. */
  static Progress start(String task, boolean wanted) {
    if (!wanted || !isTerminal(System.console())) {
      return new Progress(null);
    }
    return new Progress(
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(-1)
            .setRenderer(Progress::line)
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

  boolean isShown() {
    return bar != null;
  }

  /** Names what is being done now. */
  void step(String name) {
    if (bar != null) {
      bar.setExtraMessage(name);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  // The Console of java.base is null without a terminal, other ones are asked.
  private static boolean isTerminal(Console console) {
    return console != null && console.isTerminal();
  }
}
