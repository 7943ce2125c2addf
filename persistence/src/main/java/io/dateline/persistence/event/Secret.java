package io.dateline.persistence.event;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Bytes that cannot be guessed, and what is derived from them (HMAC-SHA-256, RFC 2104). */
public final class Secret {
  public static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";

  private Secret() {}

  /** {@link #BYTES} random ones. */
  public static byte[] random() {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    return secret;
  }

  /** A function of messages that is known only with the secret. Has one owner. */
  public static Mac hmac(byte[] secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + ALGORITHM, e);
    }
  }
}
