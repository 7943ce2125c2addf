package io.dateline.mad.transport;

/**
 * There is no way to the fabric as asked for. The message says what is missing and what to do about
 * it; it is meant for the operator.
 */
public final class TransportUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public TransportUnavailableException(String message) {
    super(message);
  }

  public TransportUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
