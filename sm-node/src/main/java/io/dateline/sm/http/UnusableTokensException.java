package io.dateline.sm.http;

/** A file of tokens that none can be taken from; the message says why. */
public final class UnusableTokensException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnusableTokensException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
