package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.routing.actors.programmer.MulticastWork;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.UnicastWork;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The programmers of a sweep's switches: asks what they remember, hands them their rows. */
final class Programmers {
  /** What a programmer remembers is worth a wait, and no more. */
  private static final Duration RECALL_PATIENCE = Duration.ofSeconds(20);

  // Programmers answer every command; this is for those whose node went away meanwhile.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SmContext context;
  private final int parallelism;

  Programmers(SmContext context) {
    this.context = context;
    parallelism = context.setup().programmingParallelism();
  }

  /** Nothing waits for this before the engine is asked: programmers wake up meanwhile. */
  void recall(HeavySweep sweep, SubnetState state) {
    long generation = sweep.generation;
    Fabric fabric = sweep.found.fabric();
    sweep.recall = new TableRecall(fabric, state.active() == null ? "" : state.active().engine());
    for (int index = 0; index < fabric.switchCount(); index++) {
      int node = index;
      long guid = fabric.nodeGuid(node);
      context
          .out()
          .await(
              "memory of the programmer of " + Guid.format(guid),
              () -> context.setup().workers().recall(guid, RECALL_PATIENCE),
              (reply, failure) ->
                  new StepEnded.Recalled(
                      generation,
                      node,
                      failure == null ? reply.row() : new byte[0],
                      failure == null ? reply.multicast() : Optional.empty()));
    }
  }

  /**
   * Hands out the rows of a sweep's routing, a bounded number of switches at a time.
   *
   * @return whether there was nothing to hand out
   */
  boolean program(HeavySweep sweep) {
    for (int node = 0; node < sweep.found.fabric().switchCount(); node++) {
      sweep.toProgram.add(node);
    }
    return handOut(sweep);
  }

  /**
   * Takes an answer in, and hands out more.
   *
   * @return whether all have answered
   */
  boolean take(HeavySweep sweep, StepEnded.ProgrammerReplied replied) {
    sweep.programming--;
    switch (replied.reply()) {
      case ProgrammerReply.Programmed done -> sweep.blocksSent += done.blocksSent();
      case ProgrammerReply.ProgrammingFailed failed -> {
        sweep.unprogrammed.add(replied.switchGuid());
        sweep.warn(
            "switch %s is not programmed: %s"
                .formatted(Guid.format(replied.switchGuid()), failed.reason()));
      }
    }
    return handOut(sweep);
  }

  private boolean handOut(HeavySweep sweep) {
    while (!sweep.toProgram.isEmpty() && sweep.programming < parallelism) {
      programSwitch(sweep, sweep.toProgram.poll());
      sweep.programming++;
    }
    return sweep.programming == 0;
  }

  private void programSwitch(HeavySweep sweep, int node) {
    long generation = sweep.generation;
    long guid = sweep.found.fabric().nodeGuid(node);
    int maxLid = sweep.routing.tables().maxLid();
    byte[] row = sweep.routing.tables().row(node);
    boolean forget = sweep.foreign.get(node);
    ask(
        guid,
        new UnicastWork(generation, maxLid, row, forget),
        reply -> new StepEnded.ProgrammerReplied(generation, guid, reply));
  }

  /** Tells a programmer something; the manager is told of its answer, which comes in any case. */
  void ask(long switchGuid, Work work, Function<ProgrammerReply, SmCommand> told) {
    context
        .out()
        .await(
            "%s of %s programmed".formatted(tables(work), Guid.format(switchGuid)),
            () -> context.setup().workers().program(switchGuid, work, PATIENCE),
            (reply, failure) ->
                told.apply(
                    failure == null
                        ? reply
                        : new ProgrammerReply.ProgrammingFailed(
                            work.generation(), new int[0], "its programmer did not answer")));
  }

  private static String tables(Work work) {
    return switch (work) {
      case UnicastWork unicast -> "table";
      case MulticastWork multicast -> "groups";
    };
  }
}
