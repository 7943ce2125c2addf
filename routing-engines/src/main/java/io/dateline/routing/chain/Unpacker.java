package io.dateline.routing.chain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads what a {@link Packer} has written. Each read throws {@link IllegalArgumentException} where
 * the bytes are no ZLIB, or too few.
 */
final class Unpacker implements AutoCloseable {
  /** Bytes that one byte of ZLIB can stand for (zlib.net, "Technical Details"), rounded up. */
  private static final long INFLATION_MAX = 1_100;

  private static final int FIRST_BYTES = 1 << 16;
  private static final int TEXTS_MAX = 100_000;

  private final Inflater inflater = new Inflater();
  private final long most; // bytes that there can be
  private final byte[] number = new byte[Long.BYTES];

  Unpacker(byte[] packed) {
    inflater.setInput(packed);
    most = INFLATION_MAX * packed.length;
  }

  void get(byte[] bytes, int count) {
    get(bytes, 0, count);
  }

  private void get(byte[] bytes, int from, int to) {
    try {
      int more = 1;
      for (int got = from; got < to; got += more) {
        more = inflater.inflate(bytes, got, to - got);
        if (more == 0) {
          throw new IllegalArgumentException("there are too few bytes");
        }
      }
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("the bytes are no ZLIB: " + e.getMessage(), e);
    }
  }

  /** Takes no more memory than twice what there is, whatever a length says. */
  byte[] bytes() {
    int count = count(most);
    byte[] bytes = new byte[Math.min(count, FIRST_BYTES)];
    get(bytes, bytes.length);
    while (bytes.length < count) {
      int got = bytes.length;
      bytes = Arrays.copyOf(bytes, (int) Math.min(count, 2L * got));
      get(bytes, got, bytes.length);
    }
    return bytes;
  }

  private int count(long max) {
    int count = number();
    if (count < 0 || count > max) {
      throw new IllegalArgumentException("there cannot be so many: " + count);
    }
    return count;
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int count = count(TEXTS_MAX); count > 0; count--) {
      texts.add(text());
    }
    return texts;
  }

  int number() {
    get(number, Integer.BYTES);
    return ByteBuffer.wrap(number).getInt();
  }

  long longNumber() {
    get(number, Long.BYTES);
    return ByteBuffer.wrap(number).getLong();
  }

  boolean flag() {
    get(number, 1);
    return number[0] != 0;
  }

  /** Whether there is nothing more, and the sum at the end is right. */
  boolean isAtEnd() {
    try {
      return inflater.inflate(number, 0, 1) == 0 && inflater.finished();
    } catch (DataFormatException e) {
      return false;
    }
  }

  @Override
  public void close() {
    inflater.close();
  }
}
