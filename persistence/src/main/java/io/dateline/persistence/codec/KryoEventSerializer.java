package io.dateline.persistence.codec;

import akka.serialization.SerializerWithStringManifest;

/** Events and snapshots, for the journal. Bound to {@code Journaled} in reference.conf. */
public final class KryoEventSerializer extends SerializerWithStringManifest {
  private static final int IDENTIFIER = 7001; // in every row of every journal: never changes

  private final KryoCodec codec = new KryoCodec(JournaledTypes.ALL, kryo -> {});

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
