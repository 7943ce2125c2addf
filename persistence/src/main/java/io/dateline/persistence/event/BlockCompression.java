package io.dateline.persistence.event;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Entries of forwarding tables as they are stored: raw DEFLATE (RFC 1951). Rows of port numbers
 * shrink several times; the fastest level is used, because a large fabric has hundreds of MB of
 * them and the journal is waiting.
 */
public final class BlockCompression {
  private BlockCompression() {}

  public static byte[] deflate(byte[] entries) {
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
      deflater.setInput(entries);
      deflater.finish();
      byte[] out = new byte[entries.length / 2 + 64];
      int length = 0;
      while (!deflater.finished()) {
        if (length == out.length) {
          out = Arrays.copyOf(out, 2 * out.length);
        }
        length += deflater.deflate(out, length, out.length - length);
      }
      return Arrays.copyOf(out, length);
    }
  }

  /**
   * The entries again.
   *
   * @param length their number
   * @throws IllegalArgumentException if the bytes do not hold exactly {@code length} entries
   */
  public static byte[] inflate(byte[] deflated, int length) {
    // One byte more than expected, so that surplus entries are noticed.
    byte[] entries = new byte[length + 1];
    int read = 0;
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(deflated);
      while (!inflater.finished()) {
        int more = inflater.inflate(entries, read, entries.length - read);
        if (more == 0 && !inflater.finished()) {
          break;
        }
        read += more;
      }
      if (!inflater.finished() || read != length) {
        throw new IllegalArgumentException("compressed entries are not " + length);
      }
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not compressed entries: " + e.getMessage(), e);
    }
    return Arrays.copyOf(entries, length);
  }
}
