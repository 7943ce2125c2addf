package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Sha256;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * What engines want to be told again at their next routing, whichever node is the master then. It
 * is a fact of the subnet, kept for as long as the subnet is.
 *
 * @param torus where torus-2QoS has placed switches; empty until it has routed
 * @param layers of the paths that engines with layers have routed
 */
public record EngineMemory(Optional<TorusFrame> torus, LayerMemory layers) {
  /** Nothing was ever routed. */
  public static final EngineMemory NONE = new EngineMemory(Optional.empty(), LayerMemory.EMPTY);

  public EngineMemory {
    Objects.requireNonNull(torus);
    Objects.requireNonNull(layers);
  }

  /** This with another torus. */
  public EngineMemory with(Optional<TorusFrame> other) {
    return new EngineMemory(other, layers);
  }

  /** This with other layers. */
  public EngineMemory with(LayerMemory other) {
    return new EngineMemory(torus, other);
  }

  /** What of it a routing of a fabric depends on: of the torus only switches that are there. */
  public EngineMemory of(Fabric fabric) {
    return with(torus.map(frame -> frame.of(guid -> fabric.nodeByGuid(guid) != Fabric.NONE)));
  }

  /**
   * A name that tells any two memories apart: SHA-256 in hex of each dimension's radix and whether
   * it is looped (32 bits each, big endian), then of every switch by GUID its GUID (64 bits) and
   * place (32 bits); of layers, their bytes without compression behind that. Empty where nothing is
   * remembered.
   */
  public String digest() {
    return torus.isEmpty() && layers.isEmpty() ? "" : digest(torus, layers);
  }

  private static String digest(Optional<TorusFrame> torus, LayerMemory layers) {
    Sha256 digest = new Sha256();
    torus.ifPresent(frame -> digest.add(facts(frame)));
    if (!layers.isEmpty()) {
      layers.digestInto(digest);
    }
    return digest.hex();
  }

  private static byte[] facts(TorusFrame frame) {
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
}
