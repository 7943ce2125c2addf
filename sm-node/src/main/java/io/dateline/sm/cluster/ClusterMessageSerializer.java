package io.dateline.sm.cluster;

import akka.actor.ExtendedActorSystem;
import io.dateline.persistence.codec.KryoMessageSerializer;
import io.dateline.persistence.codec.RecordTypes;

/** Serializes every {@link ClusterMessage}. Ids are never changed and never used again. */
public final class ClusterMessageSerializer extends KryoMessageSerializer {
  private static final int IDENTIFIER = 7004;

  static final RecordTypes TYPES =
      new RecordTypes.Builder()
          .message(100, 1, MemberDesk.Ask.class)
          .message(101, 1, MemberFacts.class)
          .build();

  /** Called by Akka. */
  public ClusterMessageSerializer(ExtendedActorSystem system) {
    super(system, IDENTIFIER, TYPES);
  }
}
