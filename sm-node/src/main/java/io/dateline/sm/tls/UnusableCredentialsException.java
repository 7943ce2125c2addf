package io.dateline.sm.tls;

/** A certificate, its key or its authority cannot be used; the message is a sentence. */
public class UnusableCredentialsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnusableCredentialsException(String sentence) {
    super(sentence);
  }

  UnusableCredentialsException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
