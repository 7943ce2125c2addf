package io.dateline.sm.http;

import java.nio.file.Path;

/** The node's certificate cannot be used; the message says why. */
public final class UnusableCertificateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnusableCertificateException(Path folder, String why, Throwable cause) {
    super("the certificate in %s cannot be used: %s".formatted(folder, why), cause);
  }
}
