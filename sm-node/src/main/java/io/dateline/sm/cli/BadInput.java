package io.dateline.sm.cli;

/** What the user gave cannot be used; the message says where and what to do. Exit code 2. */
final class BadInput extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadInput(String message) {
    super(message);
  }
}
