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
 * @param layers which layers paths were granted; empty until an engine has routed that assigns them
 */
public record EngineMemory(Optional<TorusFrame> torus, Optional<LayerMemory> layers) {
  /** Nothing was ever routed. */
  public static final EngineMemory NONE = new EngineMemory(Optional.empty());

  public EngineMemory {
    Objects.requireNonNull(torus);
    Objects.requireNonNull(layers);
  }

  /** A memory of a torus alone. */
  public EngineMemory(Optional<TorusFrame> torus) {
    this(torus, Optional.empty());
  }

  /** This with another torus. */
  public EngineMemory with(TorusFrame frame) {
    return new EngineMemory(Optional.of(frame), layers);
  }

  /** This with other layers. */
  public EngineMemory with(LayerMemory granted) {
    return new EngineMemory(torus, Optional.of(granted));
  }

  /** What of it is about the switches of a fabric. */
  public EngineMemory of(Fabric fabric) {
    return new EngineMemory(
        torus.map(frame -> frame.of(guid -> fabric.nodeByGuid(guid) != Fabric.NONE)),
        layers.map(granted -> granted.of(fabric)));
  }

  /**
   * A name that tells any two memories apart: SHA-256 in hex of each dimension's radix and whether
   * it is looped (32 bits each, big endian), then of every switch by GUID its GUID (64 bits) and
   * place (32 bits); then, where there are layers, of {@link LayerMemoryBytes}. Empty where nothing
   * is remembered.
   */
  public String digest() {
    if (torus.isEmpty() && layers.isEmpty()) {
      return "";
    }
    byte[] frame = torus.map(EngineMemory::bytes).orElse(new byte[0]);
    byte[] granted = layers.map(LayerMemoryBytes::write).orElse(new byte[0]);
    return digest(frame, granted);
  }

  private static byte[] bytes(TorusFrame frame) {
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
    return facts.array();
  }

  private static String digest(byte[] frame, byte[] granted) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(frame);
      return HexFormat.of().formatHex(digest.digest(granted));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
