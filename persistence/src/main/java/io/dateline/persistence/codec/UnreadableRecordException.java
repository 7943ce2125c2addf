package io.dateline.persistence.codec;

import java.io.NotSerializableException;

/**
 * Bytes that this version of the program cannot understand. Akka drops a message that fails this
 * way and keeps the connection; an entity whose event does does not start.
 */
public sealed class UnreadableRecordException extends NotSerializableException
    permits UnknownRecordException {
  private static final long serialVersionUID = 1L;

  UnreadableRecordException(String message) {
    super(message);
  }

  UnreadableRecordException(String message, Throwable cause) {
    super(message);
    initCause(cause);
  }
}
