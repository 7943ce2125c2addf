package io.dateline.persistence.event;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * The M_Keys of a term (IBA Vol 1, 14.2.4). Each end port has its own, so that a key that is read
 * at one port opens no other one; a switch has that of its port 0. They are derived from a secret:
 *
 * <pre>
 * M_Key = first 64 bits of HMAC-SHA256(secret, "dateline M_Key 1" | port GUID), 1 where these are 0
 * </pre>
 *
 * <p>Terms of the first releases had one M_Key for all ports: {@link #shared}. Immutable; any
 * thread may use it. What is printed of it tells no key.
 */
public final class TermKeys {
  public static final int SECRET_BYTES = Secret.BYTES;

  /** No key: of a subnet that had no term. Of every port it is 0. */
  public static final TermKeys NONE = new TermKeys(0, null);

  private static final byte[] LABEL = "dateline M_Key 1".getBytes(StandardCharsets.US_ASCII);

  private final long shared;
  private final byte[] secret; // null where the key is shared
  private final Long2LongOpenHashMap derived = new Long2LongOpenHashMap(); // by port GUID
  private Mac mac; // null before the first use

  private TermKeys(long shared, byte[] secret) {
    this.shared = shared;
    this.secret = secret;
  }

  /** One M_Key for all ports; 0 is {@link #NONE}. */
  public static TermKeys shared(long mKey) {
    return mKey == 0 ? NONE : new TermKeys(mKey, null);
  }

  /**
   * A key for each port.
   *
   * @throws IllegalArgumentException if the secret has another length than {@link #SECRET_BYTES}
   */
  public static TermKeys derived(byte[] secret) {
    if (secret.length != SECRET_BYTES) {
      throw new IllegalArgumentException("a secret of %d bytes".formatted(secret.length));
    }
    return new TermKeys(0, secret.clone());
  }

  /** Those of a new term, which nothing that is known tells. */
  public static TermKeys random() {
    return new TermKeys(0, Secret.random());
  }

  /** Whether there is no key at all. */
  public boolean isNone() {
    return secret == null && shared == 0;
  }

  /** The key of all ports; 0 where each has its own. */
  public long sharedKey() {
    return shared;
  }

  /** What the keys are derived from; empty where all ports have the same one. */
  public Optional<byte[]> secret() {
    return Optional.ofNullable(secret).map(byte[]::clone);
  }

  /**
   * The M_Key of an end port, and of the whole switch where it is a port 0. Takes a microsecond the
   * first time.
   */
  public long of(long portGuid) {
    return secret == null ? shared : derive(portGuid);
  }

  private synchronized long derive(long portGuid) {
    long known = derived.get(portGuid);
    if (known != 0) {
      return known;
    }
    if (mac == null) {
      mac = Secret.hmac(secret);
    }
    mac.update(LABEL);
    long key = ByteBuffer.wrap(mac.doFinal(bytes(portGuid))).getLong();
    long mKey = key == 0 ? 1 : key; // 0 opens a port to all
    derived.put(portGuid, mKey);
    return mKey;
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TermKeys keys
        && shared == keys.shared
        && Arrays.equals(secret, keys.secret);
  }

  @Override
  public int hashCode() {
    return Objects.hash(shared, Arrays.hashCode(secret));
  }

  /** Without any key. */
  @Override
  public String toString() {
    return isNone() ? "no M_Keys" : "M_Keys";
  }
}
