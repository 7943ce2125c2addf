package io.dateline.fabric;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A 64-bit name of who has which LID: of two maps for fabrics of the same {@link TopologyId} the
 * same exactly when the maps are the same (but for a chance of 2^-64). It is the head of a SHA-256
 * over the index of the port, as 32 bits, of every LID from 0 on.
 */
public final class LidsId {
  private LidsId() {}

  public static long of(LidMap lids) {
    ByteBuffer ports = ByteBuffer.allocate((lids.maxLid() + 1) * Integer.BYTES);
    for (int lid = 0; lid <= lids.maxLid(); lid++) {
      ports.putInt(lids.port(lid));
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(ports.array());
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
