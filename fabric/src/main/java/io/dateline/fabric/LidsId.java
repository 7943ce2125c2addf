package io.dateline.fabric;

import java.nio.ByteBuffer;

/**
 * A 64-bit name of which port has which LID: of two maps for fabrics of the same {@link TopologyId}
 * the same exactly when the maps are the same (but for a chance of 2^-64). It is the head of a
 * SHA-256 over the index of the port, as 32 bits, of every LID from 0 on.
 */
public final class LidsId {
  private LidsId() {}

  public static long of(LidMap lids) {
    ByteBuffer ports = ByteBuffer.allocate((lids.maxLid() + 1) * Integer.BYTES);
    for (int lid = 0; lid <= lids.maxLid(); lid++) {
      ports.putInt(lids.port(lid));
    }
    return new Sha256().add(ports.array()).head();
  }
}
