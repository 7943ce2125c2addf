package io.dateline.persistence.journal;

/** The journal's database cannot be opened. The message says which, and what it said. */
public final class JournalUnavailableException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  JournalUnavailableException(String message) {
    super(message);
  }

  JournalUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
