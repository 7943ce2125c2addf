package io.dateline.routing.actors.programmer;

import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.LftEvent;
import io.dateline.routing.actors.programmer.LftState.Decision;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells one switch its tables: what is decided, without an actor, a journal or a clock. Whatever
 * runs it persists the facts that a step gives, if there are any, and calls {@link #taken} when the
 * journal has them, before the next step. Owned by one thread.
 *
 * <p>It is idle, or it has one {@link ProgrammingRun}, and then perhaps newer work of either kind
 * that waits for that run to end. Work is journaled before its first Set, so that a successor never
 * takes a block for confirmed that may have been overwritten.
 */
public final class ProgrammerMachine {
  private static final String STOPPED = "the programmer stopped before it was done";
  private static final String OVER = "another term has begun";
  private static final List<LftEvent> NOTHING = List.of();

  /**
   * Work, and what is told of its end.
   *
   * @param turn as {@link Turns} has it
   * @param reach how the switch is reached
   */
  public record Order(Work work, long turn, SwitchReach reach, Consumer<ProgrammerReply> onEnd) {
    private void fail(String reason) {
      fail(reason, false);
    }

    private void fail(String reason, boolean mayStillWrite) {
      onEnd.accept(
          new ProgrammerReply.ProgrammingFailed(
              work.generation(), new int[0], reason, mayStillWrite));
    }

    private void moves() {
      onEnd.accept(new ProgrammerReply.Elsewhere(work.generation(), 0));
    }
  }

  private final long guid;
  private final MadExchange exchange;
  private final ProgrammerSettings settings;
  private final Turns turns;
  private final Consumer<ProgrammingRun> onAnswers;

  private ProgrammingRun run; // null while idle
  private Order order; // of the run
  private SwitchWriter writer; // of the run
  private Work.Sending sending; // of the run, once the journal has it
  private final Map<Work.Kind, Order> waiting =
      new EnumMap<>(Work.Kind.class); // for the run to end
  private boolean stopping; // when the run has ended

  /**
   * One that is idle.
   *
   * @param guid the switch's node GUID
   * @param exchange of the node that this one lives on
   * @param turns of that node
   * @param onAnswers told by the exchange's thread that there are answers; its argument is to be
   *     given to {@link #settle}
   */
  public ProgrammerMachine(
      long guid,
      MadExchange exchange,
      ProgrammerSettings settings,
      Turns turns,
      Consumer<ProgrammingRun> onAnswers) {
    this.guid = guid;
    this.exchange = exchange;
    this.settings = settings;
    this.turns = turns;
    this.onAnswers = onAnswers;
  }

  public boolean isIdle() {
    return run == null;
  }

  /** Takes an order; an answer comes in any case. */
  public List<LftEvent> take(LftState state, Order given, long nowMs) {
    Work.Kind kind = given.work().kind();
    Optional<String> objection = turns.objection(guid, kind, given.turn());
    if (objection.isPresent()) {
      given.fail(objection.get());
      return NOTHING;
    }
    turns.asked(guid, kind, given.turn());
    long home = exchange.port().portGuid();
    if (given.reach().fromPort() != home) {
      given.onEnd().accept(new ProgrammerReply.Elsewhere(given.work().generation(), home));
      return NOTHING;
    }
    if (stopping) {
      given.moves();
      return NOTHING;
    }
    if (run == null) {
      return begin(state, given, nowMs);
    }
    return supersede(given);
  }

  /** It waits for the run to end, which does so at once where it is of the same kind. */
  private List<LftEvent> supersede(Order given) {
    Work work = given.work();
    Work.Kind kind = work.kind();
    Order before = waiting.get(kind);
    boolean isOfRun = order.work().kind() == kind;
    Order newest = before != null || !isOfRun ? before : order;
    if (newest != null && work.generation() < newest.work().generation()) {
      given.fail("generation %d is in progress".formatted(newest.work().generation()));
      return NOTHING;
    }
    String reason = "generation %d came in between".formatted(work.generation());
    if (before != null) {
      before.fail(reason);
    }
    boolean forget = work.forget() || (before != null && before.work().forget());
    waiting.put(
        kind, new Order(work.forgetting(forget), given.turn(), given.reach(), given.onEnd()));
    if (isOfRun) {
      run.stop(reason);
    }
    return NOTHING;
  }

  private List<LftEvent> begin(LftState state, Order given, long nowMs) {
    SwitchWriter reached =
        new SwitchWriter(exchange, guid, given.reach(), () -> turns.isOver(given.turn()));
    return switch (given.work().decide(state, reached.seen(), nowMs)) {
      case Decision.Refuse(String reason) -> {
        given.fail(reason);
        yield NOTHING;
      }
      case Decision.Tell tell -> {
        order = given;
        writer = reached;
        run =
            new ProgrammingRun(
                given.work().generation(),
                given.work().isTopLast(),
                tell.sendTop(),
                tell.blocks(),
                tell.skipped(),
                settings.outstandingMax());
        yield tell.events().isEmpty() ? beginAtOnce(state) : tell.events();
      }
    };
  }

  private List<LftEvent> beginAtOnce(LftState state) {
    taken(state);
    return NOTHING;
  }

  /** The journal has the facts of the last step: sends what may be sent, or ends the run. */
  public void taken(LftState state) {
    if (sending == null) {
      sending = order.work().begin(state);
    }
    proceed();
  }

  /**
   * There are answers.
   *
   * @param ofRun that the signal came with
   */
  public List<LftEvent> settle(ProgrammingRun ofRun, long nowMs) {
    // The one place where late results end: those of a run that is no longer the current one.
    if (ofRun != run || run == null) {
      return NOTHING;
    }
    run.settleArrived();
    stopIfOver();
    List<LftEvent> facts =
        run.isDone() || run.unconfirmedCount() >= settings.confirmAfterBlocks()
            ? order.work().confirmations(run, nowMs)
            : NOTHING;
    if (facts.isEmpty()) {
      proceed();
    }
    return facts;
  }

  private void proceed() {
    stopIfOver();
    for (int next = run.next(); next != ProgrammingRun.NOTHING; next = run.next()) {
      send(next);
    }
    if (run.isDone()) {
      Order ended = order;
      ProgrammerReply result = run.result();
      run = null;
      order = null;
      sending = null;
      if (stopping) {
        ended.moves();
      } else {
        ended.onEnd().accept(result);
      }
    }
  }

  /** What was acknowledged counts. */
  private void stopIfOver() {
    if (turns.isOver(order.turn())) {
      run.stop(OVER);
    }
  }

  private void send(int block) {
    ProgrammingRun current = run;
    sending.send(
        writer,
        block,
        outcome -> {
          if (current.answers().add(block, outcome)) {
            onAnswers.accept(current);
          }
        });
  }

  /** What has waited for the run that has ended, to be given to {@link #take} now. */
  public List<Order> takeWaiting() {
    if (run != null || stopping) {
      return List.of();
    }
    List<Order> taken = List.copyOf(waiting.values());
    waiting.clear();
    return taken;
  }

  /** It is to end once nothing is outstanding: a successor must not meet its Sets. */
  public void stop() {
    if (run != null) {
      stopping = true;
      run.stop(STOPPED);
    }
    waiting.values().forEach(Order::moves);
    waiting.clear();
  }

  /** No caller shall wait for an answer that cannot come, as when the journal fails. */
  public void giveUp() {
    if (order != null) {
      order.fail(STOPPED, run.hasOutstanding());
    }
    waiting.values().forEach(one -> one.fail(STOPPED));
    waiting.clear();
  }

  public boolean isStopping() {
    return stopping;
  }
}
