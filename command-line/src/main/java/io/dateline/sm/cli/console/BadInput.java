package io.dateline.sm.cli.console;

/** What the user gave cannot be used; the message says where and what to do. Exit code 2. */
public final class BadInput extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadInput(String message) {
    super(message);
  }
}
