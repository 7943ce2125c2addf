package io.dateline.persistence.codec;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** What one serializer can write and read: a frozen list of {@link RecordType}s. */
public final class RecordTypes {
  /** Smaller class ids are Kryo's own and those of arrays. */
  public static final int FIRST_CLASS_ID = 100;

  private final Map<String, RecordType<?, ?>> byManifest;
  private final Map<Class<?>, RecordType<?, ?>> written; // by class of the value
  private final Map<String, Integer> newest; // version by name

  private RecordTypes(Builder builder) {
    byManifest = new LinkedHashMap<>(builder.byManifest);
    written = Map.copyOf(builder.written);
    newest = Map.copyOf(builder.newest);
  }

  Collection<RecordType<?, ?>> all() {
    return byManifest.values();
  }

  /**
   * How a value is written.
   *
   * @throws IllegalArgumentException if its class is not registered
   */
  RecordType<?, ?> writing(Object value) {
    return writing(value.getClass());
  }

  private RecordType<?, ?> writing(Class<?> valueClass) {
    RecordType<?, ?> type = written.get(valueClass);
    if (type == null) {
      throw new IllegalArgumentException(valueClass.getName() + " is not registered");
    }
    return type;
  }

  /**
   * The name of a class of values, whatever the version.
   *
   * @throws IllegalArgumentException if it is not registered
   */
  String nameOf(Class<?> valueClass) {
    return writing(valueClass).name();
  }

  boolean knows(String manifest) {
    return byManifest.containsKey(manifest);
  }

  /**
   * How bytes with this manifest are read.
   *
   * @throws UnknownRecordException if this version of the program does not know it
   */
  RecordType<?, ?> reading(String manifest) throws UnknownRecordException {
    RecordType<?, ?> type = byManifest.get(manifest);
    if (type != null) {
      return type;
    }
    int colon = manifest.indexOf(':');
    String name = colon < 0 ? manifest : manifest.substring(0, colon);
    Integer known = newest.get(name);
    throw new UnknownRecordException(
        known == null
            ? "cannot read record \"%s\": this version knows no %s".formatted(manifest, name)
            : "cannot read record \"%s\": this version knows %s up to version %d"
                .formatted(manifest, name, known));
  }

  /** Collects types. */
  public static final class Builder {
    private final Map<String, RecordType<?, ?>> byManifest = new LinkedHashMap<>();
    private final Map<Class<?>, RecordType<?, ?>> written = new HashMap<>();
    private final Map<String, Integer> newest = new HashMap<>();

    /**
     * A value that is stored as {@code stored}. Of several versions of a name the last one added is
     * written; all are read.
     *
     * @throws IllegalArgumentException if the manifest or the class id is taken
     */
    public <V, S extends Record> Builder add(
        int classId,
        String name,
        int version,
        Class<V> value,
        Class<S> stored,
        Function<V, S> toStored,
        Function<S, V> toValue) {
      RecordType<V, S> type =
          new RecordType<>(name, version, classId, stored, value, toStored, toValue);
      boolean idTaken = byManifest.values().stream().anyMatch(other -> other.classId() == classId);
      if (idTaken || byManifest.putIfAbsent(type.manifest(), type) != null) {
        throw new IllegalArgumentException(type.manifest() + " or id " + classId + " is taken");
      }
      written.put(value, type);
      newest.merge(name, version, Math::max);
      return this;
    }

    /** A record that is its own stored shape, named after its class: a message. */
    public <R extends Record> Builder message(int classId, int version, Class<R> type) {
      return add(
          classId,
          type.getSimpleName(),
          version,
          type,
          type,
          Function.identity(),
          Function.identity());
    }

    public RecordTypes build() {
      return new RecordTypes(this);
    }
  }
}
