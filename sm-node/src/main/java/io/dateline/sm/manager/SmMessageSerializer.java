package io.dateline.sm.manager;

import akka.actor.ExtendedActorSystem;
import io.dateline.persistence.codec.KryoMessageSerializer;
import io.dateline.persistence.codec.RecordTypes;

/** Serializes every {@link SmMessage}. Ids are never changed and never used again. */
public final class SmMessageSerializer extends KryoMessageSerializer {
  private static final int IDENTIFIER = 7003;

  static final RecordTypes TYPES =
      new RecordTypes.Builder().message(100, 1, SubnetManager.Controlled.class).build();

  /** Called by Akka. */
  public SmMessageSerializer(ExtendedActorSystem system) {
    super(system, IDENTIFIER, TYPES);
  }
}
