package io.dateline.routing;

import io.dateline.routing.LayerMemory.Destination;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * The bytes of a {@link LayerMemory}; equal memories have equal bytes. Big endian, numbers of 32
 * bits where nothing else is said:
 *
 * <pre>
 *   magic "DLLM" | version 1 (8 bits)
 *   switches | rows | destinations
 *   per switch:       GUID (64 bits), ascending
 *   per row:          runs until all switches have an entry:
 *                     layer, or 255 for none (8 bits) | length less one (16 bits)
 *   per destination:  port GUID (64 bits) | LID offset (8 bits) | row, ascending by the first two
 * </pre>
 *
 * <p>Rows are in the order in which destinations first have them, and no two are equal.
 */
public final class LayerMemoryBytes {
  /** More switches or destinations than LIDs there cannot be, but some that are gone. */
  public static final int ENTRIES_MAX = 1 << 17;

  private static final int MAGIC = 0x444C4C4D;
  private static final int VERSION = 1;
  private static final int RUN_MAX = 1 << 16;
  private static final int NO_LAYER = 255;

  /**
   * Bytes of all rows when read; a memory of 12,288 switches where no two rows are equal is less.
   */
  private static final long ROW_BYTES_MAX = 1L << 30;

  private LayerMemoryBytes() {}

  public static byte[] write(LayerMemory memory) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(memory, out);
    } catch (IOException e) {
      throw new UncheckedIOException("an array takes all bytes", e);
    }
    return bytes.toByteArray();
  }

  private static void write(LayerMemory memory, DataOutputStream out) throws IOException {
    IdentityHashMap<byte[], Integer> numbers = new IdentityHashMap<>();
    byte[][] rows = new byte[memory.destinationCount()][];
    for (int i = 0; i < rows.length; i++) {
      byte[] row = memory.row(i);
      if (!numbers.containsKey(row)) {
        rows[numbers.size()] = row;
        numbers.put(row, numbers.size());
      }
    }
    long[] guids = memory.switchGuids();
    out.writeInt(MAGIC);
    out.writeByte(VERSION);
    out.writeInt(guids.length);
    out.writeInt(numbers.size());
    out.writeInt(rows.length);
    for (long guid : guids) {
      out.writeLong(guid);
    }
    for (int row = 0; row < numbers.size(); row++) {
      writeRow(rows[row], out);
    }
    for (int i = 0; i < rows.length; i++) {
      out.writeLong(memory.destination(i).portGuid());
      out.writeByte(memory.destination(i).offset());
      out.writeInt(numbers.get(memory.row(i)));
    }
  }

  private static void writeRow(byte[] row, DataOutputStream out) throws IOException {
    int at = 0;
    while (at < row.length) {
      int end = at + 1;
      while (end < row.length && row[end] == row[at] && end - at < RUN_MAX) {
        end++;
      }
      out.writeByte(row[at]);
      out.writeShort(end - at - 1);
      at = end;
    }
  }

  /**
   * The memory again.
   *
   * @throws IllegalArgumentException if the bytes are not what {@link #write} writes; the sentence
   *     says what is wrong
   */
  public static LayerMemory read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      LayerMemory memory = read(in);
      check(in.available() == 0, "bytes follow the last destination");
      return memory;
    } catch (IOException e) {
      throw new IllegalArgumentException("layers that were remembered: the bytes end early", e);
    }
  }

  private static LayerMemory read(DataInputStream in) throws IOException {
    check(in.readInt() == MAGIC, "they do not begin with DLLM");
    int version = in.readUnsignedByte();
    check(version == VERSION, "version " + version + " is unknown");
    int switchCount = count(in, "switches");
    int rowCount = count(in, "rows");
    int destinationCount = count(in, "destinations");
    check(rowCount <= destinationCount, "more rows than destinations");
    check((long) rowCount * switchCount <= ROW_BYTES_MAX, "too many rows");
    check((long) switchCount * Long.BYTES <= in.available(), "the GUIDs of switches end early");
    long[] guids = new long[switchCount];
    for (int i = 0; i < switchCount; i++) {
      guids[i] = in.readLong();
      boolean ascends = i == 0 || Long.compareUnsigned(guids[i - 1], guids[i]) < 0;
      check(ascends, "GUIDs of switches do not ascend");
    }
    SharedRows shared = new SharedRows();
    byte[][] distinct = new byte[rowCount][];
    for (int row = 0; row < rowCount; row++) {
      byte[] read = readRow(in, switchCount);
      distinct[row] = shared.of(read);
      check(distinct[row] == read, "two rows are equal");
    }
    check(13L * destinationCount <= in.available(), "the destinations end early");
    Destination[] destinations = new Destination[destinationCount];
    byte[][] rows = new byte[destinationCount][];
    int next = 0; // row that no destination has had yet
    for (int i = 0; i < destinationCount; i++) {
      destinations[i] = new Destination(in.readLong(), in.readUnsignedByte());
      check(destinations[i].offset() < 128, "there is no LMC for a LID offset");
      boolean ascends = i == 0 || destinations[i - 1].compareTo(destinations[i]) < 0;
      check(ascends, "destinations do not ascend");
      int row = in.readInt();
      check(row >= 0 && row <= next && row < rowCount, "there is no row " + row + " yet");
      next = Math.max(next, row + 1);
      rows[i] = distinct[row];
    }
    check(next == rowCount, "a row is nobody's");
    return new LayerMemory(guids, destinations, rows);
  }

  private static byte[] readRow(DataInputStream in, int length) throws IOException {
    byte[] row = new byte[length];
    int at = 0;
    while (at < length) {
      int layer = in.readUnsignedByte();
      check(layer < LayerMemory.LAYERS_MAX || layer == NO_LAYER, "there is no layer " + layer);
      int end = at + in.readUnsignedShort() + 1;
      check(end <= length, "a row is too long");
      Arrays.fill(row, at, end, (byte) layer);
      at = end;
    }
    return row;
  }

  private static int count(DataInputStream in, String what) throws IOException {
    int count = in.readInt();
    check(count >= 0 && count <= ENTRIES_MAX, count + " " + what);
    return count;
  }

  private static void check(boolean isRight, String wrong) {
    if (!isRight) {
      throw new IllegalArgumentException("layers that were remembered: " + wrong);
    }
  }
}
