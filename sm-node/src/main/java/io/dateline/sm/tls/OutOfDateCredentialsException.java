package io.dateline.sm.tls;

/**
 * A certificate is not valid yet, or not any more, by this host's clock. That may be put right
 * without this node, by the clock or by another certificate.
 */
public final class OutOfDateCredentialsException extends UnusableCredentialsException {
  private static final long serialVersionUID = 1L;

  OutOfDateCredentialsException(String sentence, Throwable cause) {
    super(sentence, cause);
  }

  OutOfDateCredentialsException(String sentence) {
    super(sentence);
  }
}
