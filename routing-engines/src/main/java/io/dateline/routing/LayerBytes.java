package io.dateline.routing;

import io.dateline.fabric.Lid;
import io.dateline.routing.LayerMemory.Destination;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * A {@link LayerMemory} as bytes: ZLIB (RFC 1950) of a version, the numbers of switches, LIDs and
 * different rows, the switches' GUIDs, by LID its port's GUID, its offset and the number of its row
 * in the order in which rows are first met, and the rows, a byte a switch. All big endian.
 */
final class LayerBytes {
  private static final byte VERSION = 1;
  private static final int LAYERS_MAX = 16;
  private static final int OFFSET_MAX = 127;

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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try (DataOutputStream out =
        new DataOutputStream(new DeflaterOutputStream(bytes, deflater, 1 << 16))) {
      out.writeByte(VERSION);
      out.writeInt(memory.switches.length);
      out.writeInt(numberOf.length);
      out.writeInt(numbers.size());
      for (long guid : memory.switches) {
        out.writeLong(guid);
      }
      for (int i = 0; i < numberOf.length; i++) {
        out.writeLong(memory.destinations[i].portGuid());
        out.writeByte(memory.destinations[i].offset());
        out.writeInt(numberOf[i]);
      }
      for (Row row : numbers.keySet()) {
        out.write(row.layers());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  static Optional<LayerMemory> read(byte[] bytes) {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      if (in.readByte() != VERSION) {
        return Optional.empty();
      }
      return Optional.ofNullable(read(in)).filter(memory -> isEnd(in));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isEnd(DataInputStream in) {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns null where a number is out of range or GUIDs are in no order. */
  private static LayerMemory read(DataInputStream in) throws IOException {
    int switchCount = in.readInt();
    int lidCount = in.readInt();
    int rowCount = in.readInt();
    if (outside(switchCount, Lid.UNICAST_MAX)
        || outside(lidCount, Lid.UNICAST_MAX)
        || outside(rowCount, lidCount)) {
      return null;
    }
    long[] switches = new long[switchCount];
    for (int i = 0; i < switchCount; i++) {
      switches[i] = in.readLong();
      if (i > 0 && Long.compareUnsigned(switches[i - 1], switches[i]) >= 0) {
        return null;
      }
    }
    Destination[] destinations = new Destination[lidCount];
    int[] numbers = new int[lidCount];
    for (int i = 0; i < lidCount; i++) {
      destinations[i] = new Destination(in.readLong(), in.readUnsignedByte());
      numbers[i] = in.readInt();
      if (destinations[i].offset() > OFFSET_MAX
          || numbers[i] < 0
          || numbers[i] >= rowCount
          || (i > 0 && destinations[i - 1].compareTo(destinations[i]) >= 0)) {
        return null;
      }
    }
    byte[][] rows = new byte[rowCount][];
    for (int i = 0; i < rowCount; i++) {
      rows[i] = new byte[switchCount];
      in.readFully(rows[i]);
      for (byte layer : rows[i]) {
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
