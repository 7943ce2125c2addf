package io.dateline.persistence.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;

/**
 * Strings and primitive arrays: a count, then that many bytes or varints. Unlike Kryo's own, these
 * compare the count with the bytes that are left before they allocate, so that damaged bytes end in
 * an exception and not in a lack of memory.
 */
final class BoundedSerializers {
  private BoundedSerializers() {}

  private static int count(Input input) {
    int count = input.readVarInt(true);
    if (count < 0 || count > input.limit() - input.position()) { // an element takes a byte at least
      throw new KryoException(count + " elements do not fit into the bytes that are left");
    }
    return count;
  }

  /** UTF-8. */
  static final class Strings extends Serializer<String> {
    @Override
    public void write(Kryo kryo, Output output, String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      output.writeVarInt(bytes.length, true);
      output.writeBytes(bytes);
    }

    @Override
    public String read(Kryo kryo, Input input, Class<? extends String> type) {
      return new String(input.readBytes(count(input)), StandardCharsets.UTF_8);
    }
  }

  /** As they are. */
  static final class Bytes extends Serializer<byte[]> {
    @Override
    public void write(Kryo kryo, Output output, byte[] bytes) {
      output.writeVarInt(bytes.length, true);
      output.writeBytes(bytes);
    }

    @Override
    public byte[] read(Kryo kryo, Input input, Class<? extends byte[]> type) {
      return input.readBytes(count(input));
    }
  }

  /** Short for small numbers that are not negative: LIDs, counts. */
  static final class Ints extends Serializer<int[]> {
    @Override
    public void write(Kryo kryo, Output output, int[] values) {
      output.writeVarInt(values.length, true);
      for (int value : values) {
        output.writeVarInt(value, true);
      }
    }

    @Override
    public int[] read(Kryo kryo, Input input, Class<? extends int[]> type) {
      int[] values = new int[count(input)];
      for (int i = 0; i < values.length; i++) {
        values[i] = input.readVarInt(true);
      }
      return values;
    }
  }

  /** Eight bytes each: GUIDs have their upper bits set. */
  static final class Longs extends Serializer<long[]> {
    @Override
    public void write(Kryo kryo, Output output, long[] values) {
      output.writeVarInt(values.length, true);
      for (long value : values) {
        output.writeLong(value);
      }
    }

    @Override
    public long[] read(Kryo kryo, Input input, Class<? extends long[]> type) {
      long[] values = new long[count(input)];
      for (int i = 0; i < values.length; i++) {
        values[i] = input.readLong();
      }
      return values;
    }
  }
}
