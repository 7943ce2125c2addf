package io.dateline.persistence.codec;

import akka.serialization.SerializerWithStringManifest;
import io.dateline.persistence.event.Journaled;

/** Events and snapshots, for the journal. Bound to {@code Journaled} in reference.conf. */
public final class KryoEventSerializer extends SerializerWithStringManifest {
  private static final int IDENTIFIER = 7001; // in every row of every journal: never changes

  private final KryoCodec codec = new KryoCodec(JournaledTypes.ALL, kryo -> {});

  /** What manifests of a type begin with, before the colon. */
  public static String nameOf(Class<? extends Journaled> type) {
    return JournaledTypes.ALL.nameOf(type);
  }

  /** Whether this version can read what the serializer of that id wrote under a manifest. */
  public static boolean knows(int serializer, String manifest) {
    return serializer == IDENTIFIER && JournaledTypes.ALL.knows(manifest);
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object value) {
    return codec.manifest(value);
  }

  @Override
  public byte[] toBinary(Object value) {
    return codec.toBytes(value);
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws UnreadableRecordException {
    return codec.toValue(bytes, manifest);
  }
}
