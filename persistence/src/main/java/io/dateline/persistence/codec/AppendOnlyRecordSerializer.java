package io.dateline.persistence.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;

/**
 * Writes Java records so that components may be appended later: a reader skips those it does not
 * know and takes 0, false or null for those that are not there.
 *
 * <pre>
 * count of components (varint), then each: length in bytes (varint, 0 for null), that many bytes
 * </pre>
 *
 * <p>Kryo's own serializers for changing classes, {@code TaggedFieldSerializer} and {@code
 * CompatibleFieldSerializer}, set fields of an empty object, which records do not allow; its {@code
 * RecordSerializer} reads exactly the components it knows. The order of components is part of the
 * format. Not thread-safe beyond its Kryo.
 */
final class AppendOnlyRecordSerializer<R extends Record> extends Serializer<R> {
  private final Class<R> type;
  private final Class<?>[] componentTypes;
  private final Method[] accessors;
  private final Constructor<R> constructor;

  AppendOnlyRecordSerializer(Class<R> type) {
    this.type = type;
    RecordComponent[] components = type.getRecordComponents();
    componentTypes = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    accessors = Stream.of(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
    for (Method accessor : accessors) {
      accessor.setAccessible(true);
    }
    try {
      constructor = type.getDeclaredConstructor(componentTypes);
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(type + " has no canonical constructor", e);
    }
  }

  @Override
  public void write(Kryo kryo, Output output, R record) {
    output.writeVarInt(accessors.length, true);
    for (int i = 0; i < accessors.length; i++) {
      Object value = component(record, i);
      if (value == null) {
        output.writeVarInt(0, true);
        continue;
      }
      Output bytes = new Output(64, -1);
      kryo.writeObject(bytes, value, kryo.getSerializer(componentTypes[i]));
      if (bytes.position() == 0) {
        throw new IllegalStateException(componentTypes[i] + " is written as nothing");
      }
      output.writeVarInt(bytes.position(), true);
      output.writeBytes(bytes.getBuffer(), 0, bytes.position());
    }
  }

  @Override
  public R read(Kryo kryo, Input input, Class<? extends R> ignored) {
    Object[] values = new Object[componentTypes.length];
    int written = input.readVarInt(true);
    for (int i = 0; i < written; i++) {
      int length = input.readVarInt(true);
      int end = input.position() + length;
      if (length < 0 || end > input.limit()) {
        throw new KryoException("component " + i + " of " + type + " ends behind the bytes");
      }
      if (length > 0 && i < values.length) {
        values[i] =
            kryo.readObject(input, componentTypes[i], kryo.getSerializer(componentTypes[i]));
        if (input.position() != end) {
          throw new KryoException(
              "component %d of %s takes %d bytes, not %d"
                  .formatted(i, type, length - (end - input.position()), length));
        }
      }
      input.setPosition(end);
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null && componentTypes[i].isPrimitive()) {
        values[i] = zero(componentTypes[i]);
      }
    }
    return construct(values);
  }

  private static Object zero(Class<?> primitive) {
    return Array.get(Array.newInstance(primitive, 1), 0);
  }

  private Object component(R record, int index) {
    try {
      return accessors[index].invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + accessors[index], e);
    }
  }

  private R construct(Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new KryoException("not a " + type + ": " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + type, e);
    }
  }
}
