package io.dateline.persistence.codec;

import java.util.Objects;
import java.util.function.Function;

/**
 * One shape of one kind of value as bytes.
 *
 * @param name of the value, for manifests; never changes
 * @param version of the shape, from 1 on
 * @param classId in the bytes; never changes and is never used again
 * @param stored the record whose components are written
 * @param value the class the program works with
 */
record RecordType<V, S extends Record>(
    String name,
    int version,
    int classId,
    Class<S> stored,
    Class<V> value,
    Function<V, S> toStored,
    Function<S, V> toValue) {
  RecordType {
    Objects.requireNonNull(stored);
    Objects.requireNonNull(value);
    Objects.requireNonNull(toValue);
    if (version < 1 || classId < RecordTypes.FIRST_CLASS_ID || name.indexOf(':') >= 0) {
      throw new IllegalArgumentException(name + ":" + version + " cannot have id " + classId);
    }
  }

  String manifest() {
    return name + ":" + version;
  }

  S store(Object object) {
    return toStored.apply(value.cast(object));
  }

  V restore(Object object) {
    return toValue.apply(stored.cast(object));
  }
}
