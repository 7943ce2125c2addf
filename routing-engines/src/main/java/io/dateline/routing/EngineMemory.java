package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;

/**
 * What engines want to be told again at their next routing, whoever is the master then. It is a
 * fact of the subnet, kept for as long as the subnet is.
 *
 * @param torus where torus-2QoS has placed switches; empty until it has routed
 */
public record EngineMemory(Optional<TorusFrame> torus) {
  /** Nothing was ever routed. */
  public static final EngineMemory NONE = new EngineMemory(Optional.empty());

  public EngineMemory {
    Objects.requireNonNull(torus);
  }

  /** What of it is about the switches of a fabric. */
  public EngineMemory of(Fabric fabric) {
    return new EngineMemory(
        torus.map(frame -> frame.of(guid -> fabric.nodeByGuid(guid) != Fabric.NONE)));
  }

  /**
   * A name that tells any two memories apart: SHA-256 in hex of each dimension's radix and whether
   * it is looped (32 bits each, big endian), then of every switch by GUID its GUID (64 bits) and
   * place (32 bits). Empty where nothing is remembered.
   */
  public String digest() {
    return torus.map(EngineMemory::digest).orElse("");
  }

  private static String digest(TorusFrame frame) {
    long[] guids = frame.nodeGuids();
    ByteBuffer facts =
        ByteBuffer.allocate(
            2 * Integer.BYTES * TorusShape.DIMENSIONS
                + guids.length * (Long.BYTES + Integer.BYTES));
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      facts.putInt(frame.shape().radix(dimension));
      facts.putInt(frame.shape().isLooped(dimension) ? 1 : 0);
    }
    for (long guid : guids) {
      facts.putLong(guid).putInt(frame.place(guid));
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(facts.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
