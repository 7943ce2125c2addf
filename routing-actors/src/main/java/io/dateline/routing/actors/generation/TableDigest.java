package io.dateline.routing.actors.generation;

import io.dateline.fabric.ForwardingTables;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A name for tables that tells any two of them apart. */
public final class TableDigest {
  private TableDigest() {}

  /** SHA-256 of the largest LID (32 bits, big endian) and of all rows by switch index, in hex. */
  public static String of(ForwardingTables tables) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, tables.maxLid()));
      for (int node = 0; node < tables.switchCount(); node++) {
        digest.update(tables.row(node));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
