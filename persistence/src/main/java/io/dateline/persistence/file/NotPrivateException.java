package io.dateline.persistence.file;

import java.io.IOException;

/** A file that holds a secret, and that others than its owner may read or write. */
public final class NotPrivateException extends IOException {
  private static final long serialVersionUID = 1L;

  NotPrivateException(String sentence) {
    super(sentence);
  }
}
