package io.dateline.fabric;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A name that tells any two contents apart (FIPS 180-4, SHA-256), taken piece by piece. */
public final class Sha256 {
  private final MessageDigest digest;

  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Takes numbers, such as the length of what follows: 64 bits each, big endian. */
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

  /** Takes what remains. */
  public Sha256 add(ByteBuffer bytes) {
    digest.update(bytes);
    return this;
  }

  /** The first 64 bits; nothing can be added any more. */
  public long head() {
    return ByteBuffer.wrap(digest.digest()).getLong();
  }

  /** In hex; nothing can be added any more. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
