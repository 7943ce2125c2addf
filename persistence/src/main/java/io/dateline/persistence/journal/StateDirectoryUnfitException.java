package io.dateline.persistence.journal;

/** A state directory that must not be used. The message says why, and what to do. */
public final class StateDirectoryUnfitException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  StateDirectoryUnfitException(String message) {
    super(message);
  }
}
