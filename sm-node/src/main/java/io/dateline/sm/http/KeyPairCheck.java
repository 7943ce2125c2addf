package io.dateline.sm.http;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Whether a private and a public key are a pair. */
final class KeyPairCheck {
  private static final byte[] TEXT = {1, 2, 3};

  private KeyPairCheck() {}

  /**
   * Signs with the one and looks at that with the other.
   *
   * @throws IllegalArgumentException if they are none
   */
  static void check(PrivateKey key, PublicKey open) throws GeneralSecurityException {
    String algorithm =
        switch (open.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> open.getAlgorithm();
        };
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(TEXT);
    byte[] signed = signature.sign();
    signature.initVerify(open);
    signature.update(TEXT);
    if (!signature.verify(signed)) {
      throw new IllegalArgumentException("node-key.pem is not the key of node.pem");
    }
  }
}
