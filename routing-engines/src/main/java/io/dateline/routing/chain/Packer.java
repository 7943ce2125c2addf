package io.dateline.routing.chain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

/** Writes ZLIB (RFC 1950); numbers are big endian, and lengths of 32 bits go before what varies. */
final class Packer implements AutoCloseable {
  private static final int PIECE_BYTES = 1 << 16;

  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
  private final ByteBuffer plain = ByteBuffer.allocate(PIECE_BYTES);
  private byte[] packed = new byte[PIECE_BYTES];
  private int length; // of what is packed

  void put(byte[] bytes, int from, int count) {
    for (int at = from; at < from + count; at += PIECE_BYTES) {
      int some = Math.min(PIECE_BYTES, from + count - at);
      room(some).put(bytes, at, some);
    }
  }

  private ByteBuffer room(int bytes) {
    if (plain.remaining() < bytes) {
      deflate();
    }
    return plain;
  }

  private void deflate() {
    deflater.setInput(plain.array(), 0, plain.position());
    while (!deflater.needsInput()) {
      pack();
    }
    plain.clear();
  }

  private void pack() {
    if (length == packed.length) {
      packed = Arrays.copyOf(packed, 2 * length);
    }
    length += deflater.deflate(packed, length, packed.length - length);
  }

  void put(byte[] bytes) {
    put(bytes.length);
    put(bytes, 0, bytes.length);
  }

  void put(String text) {
    put(text.getBytes(StandardCharsets.UTF_8));
  }

  void put(List<String> texts) {
    put(texts.size());
    texts.forEach(this::put);
  }

  void put(int number) {
    room(Integer.BYTES).putInt(number);
  }

  void put(long number) {
    room(Long.BYTES).putLong(number);
  }

  void put(boolean flag) {
    room(1).put((byte) (flag ? 1 : 0));
  }

  /** All that was written; nothing more can be. */
  byte[] bytes() {
    deflate();
    deflater.finish();
    while (!deflater.finished()) {
      pack();
    }
    return Arrays.copyOf(packed, length);
  }

  @Override
  public void close() {
    deflater.close();
  }
}
