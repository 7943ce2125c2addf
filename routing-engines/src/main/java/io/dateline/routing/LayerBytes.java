package io.dateline.routing;

import io.dateline.fabric.Lid;
import io.dateline.routing.LayerMemory.Destination;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A {@link LayerMemory} as bytes, numbers big endian: a version (8 bits), how many switches, LIDs
 * and different rows there are (32 bits each), and as ZLIB (RFC 1950) the switches' GUIDs, by LID
 * its port's GUID, its offset (8 bits) and the number of its row in the order in which rows are
 * first met (32 bits), and the rows, a byte a switch.
 */
final class LayerBytes {
  private static final byte VERSION = 1;
  private static final int HEAD_BYTES = 1 + 3 * Integer.BYTES;
  private static final int LID_BYTES = Long.BYTES + 1 + Integer.BYTES;
  private static final int LAYERS_MAX = 16;
  private static final int OFFSET_MAX = 127;

  /** Bytes that one byte of ZLIB can stand for (zlib.net, "Technical Details"), rounded up. */
  private static final long INFLATION_MAX = 1_100;

  private LayerBytes() {}

  /** A row by what it says: rows that are equal are written once. */
  private record Row(byte[] layers) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Row row && Arrays.equals(layers, row.layers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(layers);
    }
  }

  static byte[] of(LayerMemory memory) {
    Map<Row, Integer> numbers = new LinkedHashMap<>();
    int[] numberOf = new int[memory.rows.length];
    for (int i = 0; i < numberOf.length; i++) {
      int next = numbers.size();
      Integer known = numbers.putIfAbsent(new Row(memory.rows[i]), next);
      numberOf[i] = known == null ? next : known;
    }
    ByteBuffer plain =
        ByteBuffer.allocate(
            Math.toIntExact(length(memory.switches.length, numberOf.length, numbers.size())));
    for (long guid : memory.switches) {
      plain.putLong(guid);
    }
    for (int i = 0; i < numberOf.length; i++) {
      plain.putLong(memory.destinations[i].portGuid());
      plain.put((byte) memory.destinations[i].offset());
      plain.putInt(numberOf[i]);
    }
    for (Row row : numbers.keySet()) {
      plain.put(row.layers());
    }
    byte[] bytes = deflate(plain.array());
    ByteBuffer.wrap(bytes)
        .put(VERSION)
        .putInt(memory.switches.length)
        .putInt(numberOf.length)
        .putInt(numbers.size());
    return bytes;
  }

  private static long length(long switches, long lids, long rows) {
    return switches * Long.BYTES + lids * LID_BYTES + rows * switches;
  }

  /** Behind room for the head. */
  private static byte[] deflate(byte[] plain) {
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED)) {
      deflater.setInput(plain);
      deflater.finish();
      byte[] bytes = new byte[HEAD_BYTES + plain.length / 4 + 64];
      int length = HEAD_BYTES;
      while (!deflater.finished()) {
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * length);
        }
        length += deflater.deflate(bytes, length, bytes.length - length);
      }
      return Arrays.copyOf(bytes, length);
    }
  }

  /** Empty where a number is out of range, GUIDs are in no order, or bytes are too few or many. */
  static Optional<LayerMemory> read(byte[] bytes) {
    if (bytes.length < HEAD_BYTES || bytes[0] != VERSION) {
      return Optional.empty();
    }
    ByteBuffer head = ByteBuffer.wrap(bytes, 1, HEAD_BYTES - 1);
    int switches = head.getInt();
    int lids = head.getInt();
    int rows = head.getInt();
    if (outside(switches, Lid.UNICAST_MAX)
        || outside(lids, Lid.UNICAST_MAX)
        || outside(rows, lids)
        || length(switches, lids, rows) > Integer.MAX_VALUE - Long.BYTES
        || length(switches, lids, rows) > INFLATION_MAX * (bytes.length - HEAD_BYTES)) {
      return Optional.empty();
    }
    byte[] plain = inflate(bytes, (int) length(switches, lids, rows));
    return plain == null
        ? Optional.empty()
        : Optional.ofNullable(memory(ByteBuffer.wrap(plain), switches, lids, rows));
  }

  /** Returns null unless it comes to exactly so many bytes. */
  private static byte[] inflate(byte[] bytes, int length) {
    byte[] plain = new byte[length + 1]; // one more, so that surplus is noticed
    int read = 0;
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES);
      int more = 1;
      while (more > 0) {
        more = inflater.inflate(plain, read, plain.length - read);
        read += more;
      }
      return inflater.finished() && read == length ? Arrays.copyOf(plain, length) : null;
    } catch (DataFormatException e) {
      return null;
    }
  }

  private static LayerMemory memory(ByteBuffer plain, int switchCount, int lidCount, int rowCount) {
    long[] switches = new long[switchCount];
    for (int i = 0; i < switchCount; i++) {
      switches[i] = plain.getLong();
      if (i > 0 && Long.compareUnsigned(switches[i - 1], switches[i]) >= 0) {
        return null;
      }
    }
    Destination[] destinations = new Destination[lidCount];
    int[] numbers = new int[lidCount];
    for (int i = 0; i < lidCount; i++) {
      destinations[i] = new Destination(plain.getLong(), plain.get());
      numbers[i] = plain.getInt();
      if (outside(destinations[i].offset(), OFFSET_MAX)
          || outside(numbers[i], rowCount - 1)
          || (i > 0 && destinations[i - 1].compareTo(destinations[i]) >= 0)) {
        return null;
      }
    }
    byte[][] rows = new byte[rowCount][switchCount];
    for (byte[] row : rows) {
      plain.get(row);
      for (byte layer : row) {
        if (layer < LayerMemory.UNKNOWN || layer >= LAYERS_MAX) {
          return null;
        }
      }
    }
    byte[][] byDestination = new byte[lidCount][];
    Arrays.setAll(byDestination, i -> rows[numbers[i]]);
    return new LayerMemory(switches, destinations, byDestination);
  }

  private static boolean outside(int number, int max) {
    return number < 0 || number > max;
  }
}
