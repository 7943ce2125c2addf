package io.dateline.persistence.journal;

/** A node that starts finds that its journal lacks what it has read there. */
public final class JournalWentBackException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  JournalWentBackException(String message) {
    super(message);
  }
}
