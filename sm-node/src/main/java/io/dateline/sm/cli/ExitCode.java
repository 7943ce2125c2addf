package io.dateline.sm.cli;

/** What a command ends with. */
final class ExitCode {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int BAD_INPUT = 2;
  static final int REFUSED = 3;

  private ExitCode() {}
}
