package io.dateline.sm.cli.console;

/** What a command ends with. */
public final class ExitCode {
  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int BAD_INPUT = 2;
  public static final int REFUSED = 3;

  private ExitCode() {}
}
