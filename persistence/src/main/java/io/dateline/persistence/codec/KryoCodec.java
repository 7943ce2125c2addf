package io.dateline.persistence.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.Pool;
import java.util.function.Consumer;

/**
 * Values to bytes and back. Bytes begin with the class id of the stored record, so that bytes under
 * a wrong manifest are noticed. Any thread may use a codec.
 */
final class KryoCodec {
  private static final int STRING_ID = 15;
  private static final int LONGS_ID = 16;
  private static final int INTS_ID = 17;
  private static final int BYTES_ID = 18;

  /** For class ids that {@link #KryoCodec}'s {@code more} registers. */
  static final int FIRST_EXTRA_ID = 32;

  private final RecordTypes types;
  private final Pool<Kryo> kryos;

  /**
   * A codec.
   *
   * @param types what it writes and reads
   * @param more registers what records contain beyond primitives, strings and primitive arrays
   */
  KryoCodec(RecordTypes types, Consumer<Kryo> more) {
    this.types = types;
    kryos =
        new Pool<Kryo>(true, true) {
          @Override
          protected Kryo create() {
            return newKryo(types, more);
          }
        };
  }

  private static Kryo newKryo(RecordTypes types, Consumer<Kryo> more) {
    Kryo kryo = new Kryo();
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    kryo.register(String.class, new BoundedSerializers.Strings(), STRING_ID);
    kryo.register(long[].class, new BoundedSerializers.Longs(), LONGS_ID);
    kryo.register(int[].class, new BoundedSerializers.Ints(), INTS_ID);
    kryo.register(byte[].class, new BoundedSerializers.Bytes(), BYTES_ID);
    more.accept(kryo);
    for (RecordType<?, ?> type : types.all()) {
      register(kryo, type);
    }
    return kryo;
  }

  private static <S extends Record> void register(Kryo kryo, RecordType<?, S> type) {
    kryo.register(type.stored(), new AppendOnlyRecordSerializer<>(type.stored()), type.classId());
  }

  /** {@code name:version} of the shape a value is written in. */
  String manifest(Object value) {
    return types.writing(value).manifest();
  }

  byte[] toBytes(Object value) {
    Record stored = types.writing(value).store(value);
    Kryo kryo = kryos.obtain();
    try {
      Output output = new Output(512, -1);
      kryo.writeClassAndObject(output, stored);
      return output.toBytes();
    } finally {
      kryos.free(kryo);
    }
  }

  /**
   * The value again.
   *
   * @throws UnknownRecordException if the manifest is from the future
   * @throws UnreadableRecordException if the bytes are not what it says
   */
  Object toValue(byte[] bytes, String manifest) throws UnreadableRecordException {
    RecordType<?, ?> type = types.reading(manifest);
    Kryo kryo = kryos.obtain();
    try {
      return type.restore(kryo.readClassAndObject(new Input(bytes)));
    } catch (RuntimeException e) {
      // Kryo and the JDK meet damaged bytes in many ways, an index below zero among them.
      throw new UnreadableRecordException(
          "cannot read record \"%s\" of %d bytes: %s"
              .formatted(manifest, bytes.length, e.getMessage()),
          e);
    } finally {
      kryos.free(kryo);
    }
  }
}
