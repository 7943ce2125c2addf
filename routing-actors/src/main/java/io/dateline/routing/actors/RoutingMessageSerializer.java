package io.dateline.routing.actors;

import akka.actor.ExtendedActorSystem;
import io.dateline.persistence.codec.KryoMessageSerializer;
import io.dateline.persistence.codec.RecordTypes;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.entity.RoutingMessage;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.step.StepDesk;
import io.dateline.routing.actors.step.StepMaker;
import io.dateline.routing.actors.step.StepTask;

/** Serializes every {@link RoutingMessage}. Ids are never changed and never used again. */
public final class RoutingMessageSerializer extends KryoMessageSerializer {
  private static final int IDENTIFIER = 7002;

  static final RecordTypes TYPES =
      new RecordTypes.Builder()
          .message(100, 1, RoutingEngineBehavior.Compute.class)
          .message(101, 1, RoutingEngineBehavior.Computed.class)
          .message(102, 1, RoutingEngineBehavior.Refused.class)
          .message(103, 1, RoutingEngineBehavior.UnknownGeneration.class)
          .message(104, 1, RoutingEngineBehavior.Busy.class)
          .message(110, 1, StepTask.class)
          .message(111, 1, StepDesk.Route.class)
          .message(112, 1, StepMaker.Piece.class)
          .message(113, 1, StepMaker.NotMade.class)
          .message(114, 1, StepMaker.More.class)
          .message(200, 1, LftProgrammer.Program.class)
          .message(201, 1, ProgrammerReply.Programmed.class)
          .message(202, 1, ProgrammerReply.ProgrammingFailed.class)
          .message(203, 1, LftProgrammer.Recall.class)
          .message(204, 1, LftProgrammer.Recalled.class)
          .message(205, 1, LftProgrammer.ProgramMulticast.class)
          .message(206, 1, SwitchReach.class)
          .message(207, 1, ProgrammerReply.Elsewhere.class)
          .message(300, 1, LayerAssigner.Prove.class)
          .message(301, 1, LayerAssigner.Proven.class)
          .message(302, 1, LayerAssigner.UnknownRouting.class)
          .message(303, 1, LayerAssigner.NotProven.class)
          .build();

  /** Called by Akka. */
  public RoutingMessageSerializer(ExtendedActorSystem system) {
    super(system, IDENTIFIER, TYPES);
  }
}
