package io.dateline.fabric;

import java.nio.ByteBuffer;

/** A name for tables that tells any two of them apart. */
public final class TableDigest {
  private TableDigest() {}

  /** SHA-256 of the largest LID (32 bits, big endian) and of all rows by switch index, in hex. */
  public static String of(ForwardingTables tables) {
    Sha256 digest = new Sha256().add(ByteBuffer.allocate(Integer.BYTES).putInt(0, tables.maxLid()));
    for (int node = 0; node < tables.switchCount(); node++) {
      digest.add(tables.row(node));
    }
    return digest.hex();
  }
}
