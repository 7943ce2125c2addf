package io.dateline.fabric.format;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What tells the contents of two files apart, taken piece by piece. */
public final class Sha256 {
  private final MessageDigest digest;

  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Takes numbers, such as the length of what follows. */
  public Sha256 add(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length);
    bytes.asLongBuffer().put(values);
    digest.update(bytes);
    return this;
  }

  public Sha256 add(byte[] bytes) {
    digest.update(bytes);
    return this;
  }

  /** In hex; nothing can be added any more. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
