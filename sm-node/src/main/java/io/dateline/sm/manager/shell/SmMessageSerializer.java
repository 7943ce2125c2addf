package io.dateline.sm.manager.shell;

import akka.actor.ExtendedActorSystem;
import io.dateline.persistence.codec.KryoMessageSerializer;
import io.dateline.persistence.codec.RecordTypes;
import io.dateline.sm.manager.CandidateTrial;
import io.dateline.sm.manager.SmCommand;

/** Serializes every {@link SmMessage}. Ids are never changed and never used again. */
public final class SmMessageSerializer extends KryoMessageSerializer {
  private static final int IDENTIFIER = 7003;

  static final RecordTypes TYPES =
      new RecordTypes.Builder()
          .message(100, 1, SmCommand.Controlled.class)
          .message(101, 1, SetDesk.Send.class)
          .message(102, 1, SetDesk.Sent.class)
          .message(103, 1, CandidateDesk.Try.class)
          .message(104, 1, CandidateDesk.Tried.class)
          .message(105, 1, CandidateTrial.Task.class)
          .build();

  /** Called by Akka. */
  public SmMessageSerializer(ExtendedActorSystem system) {
    super(system, IDENTIFIER, TYPES);
  }
}
