package io.dateline.persistence.codec;

/** A record of a kind, or of a version of it, that only a newer version of the program knows. */
public final class UnknownRecordException extends UnreadableRecordException {
  private static final long serialVersionUID = 1L;

  UnknownRecordException(String message) {
    super(message);
  }
}
