package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.UnicastWork;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The programmers of a sweep's switches: asks what they remember, hands them their rows. */
final class Programmers {
  /** What a programmer remembers is worth a wait, and no more. */
  private static final Duration RECALL_PATIENCE = Duration.ofSeconds(20);

  private final SmContext context;
  private final int parallelism;
  private HeavySweep told; // whose rows all its switches have acknowledged; null where not known

  Programmers(SmContext context) {
    this.context = context;
    parallelism = context.setup().programming().parallelism();
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
                  failure == null
                      ? new StepEnded.Recalled(
                          generation, node, reply.row(), reply.multicast(), reply.home())
                      : new StepEnded.Recalled(generation, node, new byte[0], Optional.empty(), 0));
    }
  }

  /** What switches were told in another term is asked of their programmers. */
  void termBegins() {
    told = null;
  }

  /**
   * Hands out the rows of a sweep's routing, a bounded number of switches at a time; but those that
   * their switches have acknowledged.
   *
   * @return whether there was nothing to hand out
   */
  boolean program(HeavySweep sweep) {
    for (int node = 0; node < sweep.found.fabric().switchCount(); node++) {
      if (!isTold(sweep, node)) {
        sweep.toProgram.add(node);
      }
    }
    told = null;
    return handOut(sweep);
  }

  private boolean isTold(HeavySweep sweep, int node) {
    if (told == null || sweep.foreign.get(node)) {
      return false;
    }
    Fabric before = told.found.fabric();
    int then = before.nodeByGuid(sweep.found.fabric().nodeGuid(node));
    ForwardingTables rows = sweep.routing.tables();
    return then != Fabric.NONE
        && before.isSwitch(then)
        && told.routing.tables().maxLid() == rows.maxLid()
        && Arrays.equals(told.routing.tables().row(then), rows.row(node));
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
      case ProgrammerReply.Elsewhere moved -> throw new IllegalArgumentException("not an end");
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
    while (!sweep.toProgram.isEmpty()
        && sweep.programming < parallelism * context.homes().count()) {
      programSwitch(sweep, sweep.toProgram.poll());
      sweep.programming++;
    }
    if (sweep.programming == 0 && sweep.unprogrammed.isEmpty()) {
      told = sweep;
    }
    return sweep.programming == 0;
  }

  private void programSwitch(HeavySweep sweep, int node) {
    long generation = sweep.generation;
    long guid = sweep.found.fabric().nodeGuid(node);
    int maxLid = sweep.routing.tables().maxLid();
    byte[] row = sweep.routing.tables().row(node);
    boolean forget = sweep.foreign.get(node);
    context
        .homes()
        .ask(
            guid,
            new UnicastWork(generation, maxLid, row, forget),
            reply -> new StepEnded.ProgrammerReplied(generation, guid, reply));
  }
}
