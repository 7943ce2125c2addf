package io.dateline.sm.manager;

import akka.actor.typed.BackoffSupervisorStrategy;
import akka.actor.typed.Behavior;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.RecoveryFailed;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.journal.Retention;
import io.dateline.routing.actors.engine.EngineEntityId;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.LightSweep;
import io.dateline.sm.discover.Survey;
import io.dateline.sm.link.PortPlanner;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.subnet.SubnetView;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.stream.LongStream;

/**
 * The one that decides: discovers the subnet, gives LIDs, orders a routing, has it judged, has it
 * programmed, brings links up, and hands the result to subnet administration. Event-sourced; what
 * is under way ({@link HeavySweep}) is not persisted: a successor sweeps again.
 *
 * <p>Every step of a sweep carries the sweep's generation; an answer that belongs to another sweep
 * is dropped in {@link #step}.
 */
public final class SubnetManager
    extends EventSourcedBehavior<SubnetManager.Command, SubnetEvent, SubnetState> {

  public sealed interface Command {}

  /** Asks for a heavy sweep; one asked for during another follows it. */
  public record Sweep(String reason) implements Command {}

  /** Asks for a light sweep. */
  public record LookAround() implements Command {}

  /** Traps arrived; the gate tells what they ask for. */
  record Trapped(TrapGate gate) implements Command {}

  /**
   * Another subnet manager has told this one something, at whichever of the cluster's ports.
   *
   * @param modifier of {@link SmControl}
   * @param smInfo what it says of itself
   */
  public record Controlled(int modifier, byte[] smInfo) implements Command, SmMessage {}

  /** It is time to ask the subnet manager that goes before this one. */
  record PollDue() implements Command {}

  /** What it answered; nothing where it did not. */
  record Polled(long portGuid, Optional<SmInfo> answer) implements Command {}

  /** Finish and stop; the singleton moves. */
  public record Stop() implements Command {}

  private record Begin() implements Command {}

  private record CaughtUp(long term, ReplicatedTables tables) implements Command {}

  private record Resumed(long term, Optional<HeavySweep> last) implements Command {}

  private record NodesCompared(long generation, Optional<SubnetEvent.NodesSeen> changes)
      implements Command {}

  private record LookedAround(Optional<String> finding) implements Command {}

  /** A step of the sweep of this generation has ended. */
  private sealed interface StepEnded extends Command {
    long generation();
  }

  private record StepFailed(long generation, String reason) implements StepEnded {}

  private record Found(long generation, Discovered found) implements StepEnded {}

  private record Surveyed(long generation, Survey.Result survey) implements StepEnded {}

  private record HandoverAnswered(long generation, Boolean accepted) implements StepEnded {}

  private record SetsDone(long generation, PortSets.Result result) implements StepEnded {}

  private record Recalled(long generation, int switchIndex, byte[] row) implements StepEnded {}

  private record EngineReplied(long generation, RoutingEngineBehavior.Reply reply)
      implements StepEnded {}

  private record Judged(long generation, RoutingCheck check) implements StepEnded {}

  private record ProgrammerReplied(long generation, long switchGuid, LftProgrammer.Reply reply)
      implements StepEnded {}

  private static final String LIGHT_SWEEP_TIMER = "light-sweep";
  private static final String NEXT_LOOK_TIMER = "next-look";
  private static final String RETRY_TIMER = "retry";
  private static final String TRAP_TIMER = "trap";

  /** A journal that fails is tried again; meanwhile the fabric forwards as it was told. */
  private static final BackoffSupervisorStrategy JOURNAL_BACKOFF =
      SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.1);

  /** A mistake of ours ends a term, not the manager. */
  private static final BackoffSupervisorStrategy FAILURE_BACKOFF =
      SupervisorStrategy.restartWithBackoff(Duration.ofSeconds(1), Duration.ofSeconds(30), 0.1);

  /** Between the end of a heavy sweep and one that traps ask for: traps may come in floods. */
  private static final Duration TRAP_SWEEP_GAP = Duration.ofMillis(250);

  /** Between two light sweeps at least: a port that babbles of errors must not keep us busy. */
  private static final Duration LOOK_PAUSE = Duration.ofMillis(500);

  /** Wait before a sweep that failed as a whole is tried again. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  /** Until a subnet manager with a better claim, which is discovering, is looked at again. */
  private static final Duration HEIR_LOOK = Duration.ofSeconds(1);

  // Engines and programmers answer every command; this is for those whose node went away meanwhile.
  private static final Duration ENGINE_PATIENCE = Duration.ofMinutes(30);
  private static final Duration PROGRAMMER_PATIENCE = Duration.ofMinutes(2);

  /** To read what the journal holds; a sweep is the other way. */
  private static final Duration REPLICA_PATIENCE = Duration.ofSeconds(2);

  /** What a programmer remembers is worth a wait, and no more. */
  private static final Duration RECALL_PATIENCE = Duration.ofSeconds(20);

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final SubnetManagerSetup setup;
  private final SubnetSettings settings;
  private final Executor computing;
  private final OwnTerms ownTerms = new OwnTerms();
  private final PortKeys portKeys = new PortKeys();
  private final Mastership mastership;
  private String role = SubnetStatus.WAITING_FOR_JOURNAL; // as the status tells it
  private HeavySweep sweep; // null between sweeps
  private String nextReason; // why another heavy sweep follows this one, or null
  private String trapReason; // the same, where it may wait a moment
  private boolean lookingAround;
  private long lastLookNs = System.nanoTime() - LOOK_PAUSE.toNanos();
  private long lastGeneration;
  private long sweepsEnded;
  private long lastSweepEndNs = System.nanoTime() - TRAP_SWEEP_GAP.toNanos();
  private HeavySweep active; // the last sweep that brought the subnet up, or null
  private HeavySweep failed; // the last sweep, if it failed, or null

  public static Behavior<Command> create(SubnetManagerSetup setup) {
    Behavior<Command> behavior =
        Behaviors.setup(
            context -> Behaviors.withTimers(timers -> new SubnetManager(context, timers, setup)));
    return Behaviors.supervise(behavior).onFailure(FAILURE_BACKOFF);
  }

  /** The persistence id of a subnet's manager. */
  public static PersistenceId persistenceId(long subnetPrefix) {
    return PersistenceId.ofUniqueId("subnet|" + Guid.hex16(subnetPrefix));
  }

  private SubnetManager(
      ActorContext<Command> context, TimerScheduler<Command> timers, SubnetManagerSetup setup) {
    super(persistenceId(setup.settings().subnetPrefix()), JOURNAL_BACKOFF);
    this.context = context;
    this.timers = timers;
    this.setup = setup;
    settings = setup.settings();
    mastership = new Mastership(setup, context, timers);
    computing = setup.computing();
  }

  @Override
  public SubnetState emptyState() {
    return SubnetState.EMPTY;
  }

  @Override
  public EventHandler<SubnetState, SubnetEvent> eventHandler() {
    return SubnetState::apply;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return Retention.SUBNET;
  }

  @Override
  public SnapshotAdapter<SubnetState> snapshotAdapter() {
    return SubnetState.SNAPSHOTS.adapter();
  }

  @Override
  public SignalHandler<SubnetState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), state -> context.getSelf().tell(new Begin()))
        .onSignal(
            RecoveryFailed.class,
            (state, failed) -> journalUnavailable(state, RootCause.of(failed.getFailure())))
        .onSignal(
            PreRestart.instance(), state -> journalUnavailable(state, "it did not take an event"))
        .build();
  }

  @Override
  public CommandHandler<Command, SubnetEvent, SubnetState> commandHandler() {
    return (state, command) ->
        switch (command) {
          case Begin begin -> startTerm(state);
          case CaughtUp caughtUp -> caughtUp(state, caughtUp);
          case Resumed resumed -> resumed(state, resumed);
          case NodesCompared compared -> nodesCompared(compared);
          case Sweep request -> requestSweep(state, request.reason());
          case LookAround look -> lookAround(state);
          case Trapped trapped -> trapped(state, trapped.gate().take());
          case LookedAround looked -> lookedAround(state, looked);
          case Controlled told -> controlled(state, told);
          case PollDue due -> sweepIf(state, mastership.pollEnds());
          case Polled polled -> sweepIf(state, mastership.answerEnds(polled));
          case Stop stop -> retire();
          case StepEnded ended -> step(state, ended);
        };
  }

  // ---- Term

  private Effect<SubnetEvent, SubnetState> startTerm(SubnetState state) {
    // Nothing is left of what was under way when the journal failed.
    sweep = null;
    nextReason = null;
    trapReason = null;
    lookingAround = false;
    active = null;
    failed = null;
    if (ownTerms.isSuperseded(state)) {
      return superseded(state);
    }
    // A generation that the journal did not take is known to this node's engines all the same.
    lastGeneration =
        Math.max(
            state.lastGeneration(),
            setup.generations().newest().map(FabricGeneration::number).orElse(0L));
    long mKey = setup.newMKey().getAsLong();
    ownTerms.begin(state, mKey);
    return Effect()
        .persist(
            new SubnetEvent.TermStarted(
                state.term() + 1,
                mKey,
                setup.nodeName(),
                "this node became master",
                System.currentTimeMillis()))
        .thenRun(
            (SubnetState started) -> {
              context.getLog().info("Term {} begins", started.term());
              mastership.termBegins();
              role = "discovering";
              if (!settings.sweepInterval().isZero()) {
                timers.startTimerWithFixedDelay(
                    LIGHT_SWEEP_TIMER, new LookAround(), settings.sweepInterval());
              }
              catchUp(started);
            });
  }

  /** Another manager writes to the journal, whatever this node's cluster says: this one leaves. */
  private Effect<SubnetEvent, SubnetState> superseded(SubnetState state) {
    context
        .getLog()
        .error(
            "Term {} was begun elsewhere: this node was succeeded, and leaves its cluster",
            state.term());
    Cluster cluster = Cluster.get(context.getSystem());
    cluster.manager().tell(new Down(cluster.selfMember().address()));
    mastership.stop();
    return Effect().stop();
  }

  /** The journal may hold all that a sweep would find; see {@link Resumption}. */
  private void catchUp(SubnetState state) {
    if (state.active() == null) {
      startSweep(state, "a term began");
      return;
    }
    long term = state.term();
    context.ask(
        SubnetReplica.CaughtUp.class,
        setup.replica(),
        REPLICA_PATIENCE,
        SubnetReplica.CatchUp::new,
        (caughtUp, failure) ->
            new CaughtUp(
                term, failure == null ? caughtUp.view().tables() : ReplicatedTables.EMPTY));
  }

  private Effect<SubnetEvent, SubnetState> caughtUp(SubnetState state, CaughtUp caughtUp) {
    if (isCurrent(state, caughtUp.term())) {
      long localPortGuid = setup.exchange().port().portGuid();
      CompletionStage<Optional<HeavySweep>> resumption =
          CompletableFuture.supplyAsync(
                  () -> Resumption.of(state, settings, localPortGuid, caughtUp.tables()), computing)
              .thenCompose(this::ifUndisturbed);
      context.pipeToSelf(
          resumption,
          (last, failure) -> new Resumed(state.term(), failure == null ? last : Optional.empty()));
    }
    return Effect().none();
  }

  private CompletionStage<Optional<HeavySweep>> ifUndisturbed(Optional<HeavySweep> last) {
    return last.isEmpty()
        ? CompletableFuture.completedStage(last)
        : Resumption.isUndisturbed(setup.exchange(), last.get())
            .thenApply(undisturbed -> undisturbed ? last : Optional.empty());
  }

  /** Whether nothing has begun since that term did. */
  private boolean isCurrent(SubnetState state, long term) {
    return state.term() == term && sweep == null && active == null;
  }

  private Effect<SubnetEvent, SubnetState> resumed(SubnetState state, Resumed resumed) {
    if (!isCurrent(state, resumed.term())) {
      return Effect().none();
    }
    if (resumed.last().isEmpty()) {
      startSweep(state, "a term began");
      return Effect().none();
    }
    sweep = resumed.last().get();
    active = sweep;
    mastership.resumed();
    role = SubnetStatus.MASTER;
    setup.generations().add(sweep.subnet);
    setup.generations().activated(sweep.subnet, sweep.routing.tables());
    openAccess(state);
    context.getLog().info("Resumed at generation {}: paths are answered", sweep.generation);
    setup.onView().accept(view());
    enter(SweepPhase.RESUMING);
    sendAddresses(state);
    return Effect().none();
  }

  /** Ports are moved to the new term: the subnet is looked at. */
  private void resumptionEnded(SubnetState state) {
    portKeys.remember(state, sweep.found);
    enter(SweepPhase.IDLE);
    boolean complete = sweep.setsFailed == 0;
    context.getLog().info("Every port knows term {}: {}", state.term(), complete ? "yes" : "no");
    sweep = null;
    publishStatus(state);
    if (complete && state.unfinished() != 0) {
      startSweep(state, "sweep %d was not finished".formatted(state.unfinished()));
    } else if (complete) {
      compareNodes(state, "ports were moved to term " + state.term());
      context.getSelf().tell(new LookAround());
    } else {
      active = null;
      startSweep(state, "some ports did not take the new term");
    }
  }

  /** The manager begins again, with a term, as soon as the journal can be read and written. */
  private void journalUnavailable(SubnetState state, String why) {
    context.getLog().error("The journal fails, nothing is changed until it is back: {}", why);
    role = SubnetStatus.WAITING_FOR_JOURNAL + ": " + why;
    sweep = null;
    publishStatus(state);
  }

  private Effect<SubnetEvent, SubnetState> retire() {
    mastership.retire();
    return Effect().stop();
  }

  // ---- Other subnet managers

  private Effect<SubnetEvent, SubnetState> controlled(SubnetState state, Controlled told) {
    SmInfo from = SmInfo.of(told.smInfo());
    SmControl control = SmControl.of(told.modifier()).orElseThrow();
    Optional<SmStateMachine.Todo> todo = mastership.take(control, from);
    if (todo.isEmpty()) {
      return Effect().none();
    }
    String who = control + " of " + Guid.format(from.guid());
    switch (todo.get()) {
      case SWEEP -> sweepFor(state, who);
      case POLL -> rest(state, "standby: " + who);
      case REST -> rest(state, "not active: " + who);
      case GO_ON -> {}
    }
    return Effect().none();
  }

  private Effect<SubnetEvent, SubnetState> sweepIf(SubnetState state, boolean pollingEnded) {
    if (pollingEnded) {
      sweepFor(state, "the other subnet manager is not there any more");
    }
    return Effect().none();
  }

  private void sweepFor(SubnetState state, String reason) {
    role = mastership.state() == SmState.MASTER ? SubnetStatus.MASTER : "discovering";
    requestSweep(state, reason);
  }

  /** Another one manages the subnet, or nobody: nothing more is sent but polls. */
  private void rest(SubnetState state, String as) {
    role = as;
    active = null;
    failed = null;
    sweep = null;
    nextReason = null;
    trapReason = null;
    timers.cancel(RETRY_TIMER);
    timers.cancel(TRAP_TIMER);
    publishStatus(state);
  }

  private Effect<SubnetEvent, SubnetState> standBy(SubnetState state, ManagerInfo rival) {
    if (nextReason != null) {
      // What was asked for meanwhile may have been a handover: look again before standing by.
      sweep = null;
      sweepAgainIfAsked(state);
      return Effect().none();
    }
    mastership.standBy(rival);
    rest(state, "standby: " + precedence(rival));
    context.getLog().warn("Standing by, nothing is changed: {}", precedence(rival));
    return Effect().none();
  }

  private static String precedence(ManagerInfo rival) {
    SmInfo info = SmInfo.of(rival.smInfo());
    return "another subnet manager has precedence: GUID %s, priority %d, state %d"
        .formatted(Guid.format(info.guid()), info.priority(), info.smState());
  }

  /** The heir may have any key: it must be able to write to every port. */
  private Effect<SubnetEvent, SubnetState> release(SubnetState state, ManagerInfo heir) {
    context.getLog().info("Handing over: {}", precedence(heir));
    sweep.heir = heir;
    enter(SweepPhase.RELEASING);
    publishStatus(state);
    send(SweepSets.release(sweep, port -> portKeys.held(state, sweep.found, port)));
    return Effect().none();
  }

  private void handOver(SubnetState state) {
    enter(SweepPhase.HANDING_OVER);
    publishStatus(state);
    pipe(mastership.handOver(sweep.heir), HandoverAnswered::new);
  }

  private Effect<SubnetEvent, SubnetState> handoverAnswered(SubnetState state, boolean accepted) {
    if (mastership.state() != SmState.STANDBY) {
      sweep = null; // told something else meanwhile: who manages the subnet is found out anew
      startSweep(state, "a handover was overtaken");
    } else if (accepted) {
      mastership.taken(sweep.heir);
      rest(state, "standby: " + precedence(sweep.heir));
    } else {
      sweep.warn("the subnet was offered and not taken; " + precedence(sweep.heir));
      mastership.declined(sweep.heir);
      return address(state);
    }
    return Effect().none();
  }

  /** Two masters must not both write: the worse one hands over when it has seen this one. */
  private Effect<SubnetEvent, SubnetState> awaitHandover(SubnetState state, ManagerInfo rival) {
    mastership.await(rival);
    long guid = SmInfo.of(rival.smInfo()).guid();
    role =
        SubnetStatus.MASTER
            + ": waits for "
            + Guid.format(guid)
            + ", which is master too, to hand over";
    context.getLog().warn("Nothing is changed: {}", role);
    sweep = null;
    publishStatus(state);
    sweepAgainIfAsked(state); // what was asked for meanwhile may have been the handover
    return Effect().none();
  }

  // ---- Light sweep

  private Effect<SubnetEvent, SubnetState> lookAround(SubnetState state) {
    if (!mastership.isInCharge()) {
      return Effect().none();
    }
    if (sweep == null && active == null) {
      return requestSweep(state, "the subnet is not up");
    }
    if (sweep != null || lookingAround) {
      return Effect().none();
    }
    long pauseNs = LOOK_PAUSE.toNanos() - (System.nanoTime() - lastLookNs);
    if (pauseNs > 0) {
      timers.startSingleTimer(NEXT_LOOK_TIMER, new LookAround(), Duration.ofNanos(pauseNs));
      return Effect().none();
    }
    lastLookNs = System.nanoTime();
    lookingAround = true;
    context.pipeToSelf(
        LightSweep.run(
                setup.exchange(),
                state.mKey(),
                active.found.fabric(),
                active.routes,
                active.found.attributes(),
                active.found.localPort(),
                active.routing.tables().maxLid())
            .thenCombine(
                mastership.lookAtRivals(active), (first, second) -> first.or(() -> second)),
        (finding, failure) ->
            new LookedAround(
                failure == null ? finding : Optional.of("a light sweep failed: " + failure)));
    return Effect().none();
  }

  private Effect<SubnetEvent, SubnetState> lookedAround(SubnetState state, LookedAround looked) {
    lookingAround = false;
    if (!mastership.isInCharge()) {
      return Effect().none();
    }
    if (looked.finding().isPresent()) {
      return requestSweep(state, looked.finding().get());
    }
    if (active != null && !active.outcome.errors().isEmpty()) {
      return requestSweep(state, "the last sweep left something undone");
    }
    return Effect().none();
  }

  // ---- Heavy sweep, step by step

  private Effect<SubnetEvent, SubnetState> requestSweep(SubnetState state, String reason) {
    if (!mastership.isInCharge()) {
      return Effect().none();
    }
    if (sweep != null) {
      nextReason = reason;
      return Effect().none();
    }
    startSweep(state, reason);
    return Effect().none();
  }

  private Effect<SubnetEvent, SubnetState> trapped(SubnetState state, Command asked) {
    if (!(asked instanceof Sweep request)) {
      return lookAround(state);
    }
    if (!mastership.isInCharge()) {
      return Effect().none();
    }
    if (sweep != null) {
      trapReason = request.reason();
    } else {
      sweepAfterGap(state, request.reason());
    }
    return Effect().none();
  }

  private void sweepAfterGap(SubnetState state, String reason) {
    Duration since = Duration.ofNanos(System.nanoTime() - lastSweepEndNs);
    if (since.compareTo(TRAP_SWEEP_GAP) >= 0) {
      startSweep(state, reason);
    } else if (!timers.isTimerActive(TRAP_TIMER)) {
      timers.startSingleTimer(TRAP_TIMER, new Sweep(reason), TRAP_SWEEP_GAP.minus(since));
    }
  }

  private void startSweep(SubnetState state, String reason) {
    timers.cancel(RETRY_TIMER);
    timers.cancel(TRAP_TIMER);
    sweep = new HeavySweep(++lastGeneration, reason, System.nanoTime());
    context.getLog().info("Heavy sweep {} begins: {}", sweep.generation, reason);
    publishStatus(state);
    // Ports still hold the key of the term before when a term begins.
    long[] keys = PortKeys.likeliest(state, active != null, settings.mKeyProtectionLevel());
    Optional<CompletionStage<Discovered>> looked =
        keys[0] == 0 ? setup.firstLook().take() : Optional.empty();
    pipe(looked.orElseGet(() -> Discovery.run(setup.exchange(), keys)), Found::new);
  }

  private Effect<SubnetEvent, SubnetState> step(SubnetState state, StepEnded ended) {
    if (sweep == null || ended.generation() != sweep.generation) {
      return Effect().none();
    }
    try {
      return next(state, ended);
    } catch (RuntimeException e) {
      context.getLog().error("Heavy sweep {} met something unexpected", sweep.generation, e);
      return fail(state, "unexpected: " + e);
    }
  }

  private Effect<SubnetEvent, SubnetState> next(SubnetState state, StepEnded ended) {
    return switch (ended) {
      case StepFailed failed -> fail(state, failed.reason());
      case Found found -> survey(state, found.found());
      case Surveyed surveyed -> surveyed(state, surveyed.survey());
      case HandoverAnswered answered -> handoverAnswered(state, answered.accepted());
      case SetsDone done -> setsDone(state, done.result());
      case Recalled recalled -> recalled(recalled);
      case EngineReplied replied -> engineReplied(state, replied.reply());
      case Judged judged -> judged(state, judged.check());
      case ProgrammerReplied replied -> programmed(state, replied);
    };
  }

  /** Before the first Set: is there another subnet manager, and which keys do ports hold? */
  private Effect<SubnetEvent, SubnetState> survey(SubnetState state, Discovered found) {
    Optional<String> cutOff = found.cutOff();
    if (cutOff.isPresent()) {
      return fail(
          state, "the local port %s %s".formatted(setup.exchange().port().name(), cutOff.get()));
    }
    sweep.found = found;
    found.warnings().forEach(sweep::warn);
    sweep.routes = new RouteBook(found.fabric(), found.localPort());
    if (active == null) {
      recallTables();
    }
    long[] keys =
        LongStream.concat(
                LongStream.of(state.mKey()), state.olderMKeys().stream().mapToLong(Long::longValue))
            .toArray();
    pipe(
        Survey.run(
            setup.exchange(),
            found,
            sweep.routes,
            setup.standing().smInfo(),
            PortKeys.hiding(found),
            keys),
        Surveyed::new);
    return Effect().none();
  }

  private Effect<SubnetEvent, SubnetState> surveyed(SubnetState state, Survey.Result survey) {
    portKeys.learn(sweep.found, survey.keys());
    sweep.otherManagers = survey.managers();
    if (sweep.recall != null || mastership.doubtsTables()) {
      sweep.foreign = ForeignReign.switches(state, sweep.found, survey.keys());
    }
    if (sweep.recall != null) {
      sweep.foreign.stream().forEach(sweep.recall::forget);
    }
    return switch (mastership.judge(sweep)) {
      case Rivalry.NobodyAhead clear -> {
        mastership.manage();
        yield address(state);
      }
      case Rivalry.StandBy(ManagerInfo rival) -> standBy(state, rival);
      case Rivalry.HandOver(ManagerInfo heir) -> release(state, heir);
      case Rivalry.AwaitHandover(ManagerInfo rival) -> awaitHandover(state, rival);
    };
  }

  private Effect<SubnetEvent, SubnetState> address(SubnetState state) {
    role = SubnetStatus.MASTER;
    enter(SweepPhase.ADDRESSING);
    Discovered found = sweep.found;
    Fabric fabric = found.fabric();
    int own = found.localPort();
    sweep.lids =
        mastership.followsAnother()
            ? LidAssigner.planAfterAnother(
                fabric, state.lids(), own, settings.lmc(), settings.lmcEsp0())
            : LidAssigner.plan(fabric, state.lids(), own, settings.lmc(), settings.lmcEsp0());
    sweep.lids.warnings().forEach(sweep::warn);
    sweep.planner =
        new PortPlanner(
            fabric, sweep.lids.lids(), found.attributes(), settings.ports(state.mKey()), own);
    long now = System.currentTimeMillis();
    List<SubnetEvent> events = new ArrayList<>();
    if (state.unfinished() == 0) {
      events.add(new SubnetEvent.SweepBegan(sweep.generation, sweep.reason, now));
    }
    if (sweep.lids.releasedGuids().length > 0) {
      events.add(new SubnetEvent.LidsReleased(sweep.lids.releasedGuids(), sweep.reason, now));
    }
    if (sweep.lids.newGuids().length > 0) {
      events.add(
          new SubnetEvent.LidsAssigned(
              sweep.lids.newGuids(),
              sweep.lids.newBaseLids(),
              sweep.lids.newLmcs(),
              sweep.reason,
              now));
    }
    return Effect().persist(events).thenRun(this::sendAddresses);
  }

  private void sendAddresses(SubnetState state) {
    publishStatus(state);
    send(SweepSets.addresses(sweep, port -> portKeys.held(state, sweep.found, port)));
  }

  private Effect<SubnetEvent, SubnetState> setsDone(SubnetState state, PortSets.Result result) {
    sweep.warn(result);
    switch (sweep.phase()) {
      case RELEASING -> handOver(state);
      case ADDRESSING -> {
        sweep.outcome = SweepOutcome.ofAddressing(sweep);
        if (sweep.outcome.notUp().isPresent()) {
          return fail(state, sweep.outcome.notUp().get());
        }
        acknowledgeChanges(state);
      }
      case RESUMING -> resumptionEnded(state);
      case ACKNOWLEDGING -> route(state);
      case ARMING -> activate(state);
      case ACTIVATING -> {
        sweep.outcome = SweepOutcome.of(sweep);
        return sweep.outcome.notUp().isPresent()
            ? fail(state, sweep.outcome.notUp().get())
            : finish();
      }
      default -> throw new IllegalStateException("no Sets were sent in " + sweep.phase());
    }
    return Effect().none();
  }

  /** Clears the change bits of switches; what changes from now on shows in the next light sweep. */
  private void acknowledgeChanges(SubnetState state) {
    enter(SweepPhase.ACKNOWLEDGING);
    publishStatus(state);
    portKeys.remember(state, sweep.found);
    openAccess(state);
    send(SweepSets.acknowledgements(sweep, state.mKey(), settings.packetLifeTime()));
  }

  private void route(SubnetState state) {
    enter(SweepPhase.ROUTING);
    publishStatus(state);
    sweep.subnet = FabricGeneration.of(sweep.generation, sweep.found.fabric(), sweep.lids.lids());
    setup.generations().add(sweep.subnet);
    if (sweep.recall == null || sweep.recall.isComplete()) {
      startRouting();
    }
  }

  private void startRouting() {
    if (sweep.recall != null) {
      setup.generations().activated(sweep.subnet, sweep.recall.tables(sweep.subnet.lids()));
      sweep.recall = null;
    }
    askEngine();
  }

  /** Nothing waits for this before the engine is asked: programmers wake up meanwhile. */
  private void recallTables() {
    long generation = sweep.generation;
    Fabric fabric = sweep.found.fabric();
    sweep.recall = new TableRecall(fabric);
    for (int index = 0; index < fabric.switchCount(); index++) {
      int node = index;
      context.ask(
          LftProgrammer.Recalled.class,
          programmer(fabric.nodeGuid(node)),
          RECALL_PATIENCE,
          LftProgrammer.Recall::new,
          (reply, failure) ->
              new Recalled(generation, node, failure == null ? reply.row() : new byte[0]));
    }
  }

  private Effect<SubnetEvent, SubnetState> recalled(Recalled recalled) {
    if (sweep.recall != null) {
      sweep.recall.take(recalled.switchIndex(), recalled.row());
      if (sweep.recall.isComplete() && sweep.phase() == SweepPhase.ROUTING) {
        startRouting();
      }
    }
    return Effect().none();
  }

  private EntityRef<LftProgrammer.Command> programmer(long switchGuid) {
    return setup
        .sharding()
        .entityRefFor(LftProgrammer.TYPE_KEY, LftProgrammer.entityId(switchGuid));
  }

  private void askEngine() {
    long generation = sweep.generation;
    String engine = settings.routingEngines().get(sweep.engineIndex);
    EntityRef<RoutingEngineBehavior.Command> entity =
        setup
            .sharding()
            .entityRefFor(
                RoutingEngineBehavior.TYPE_KEY,
                new EngineEntityId(engine, sweep.subnet.topologyId()).toString());
    context.ask(
        RoutingEngineBehavior.Reply.class,
        entity,
        ENGINE_PATIENCE,
        replyTo -> new RoutingEngineBehavior.Compute(generation, replyTo),
        (reply, failure) ->
            failure == null
                ? new EngineReplied(generation, reply)
                : new StepFailed(generation, "engine " + engine + " did not answer"));
  }

  private Effect<SubnetEvent, SubnetState> engineReplied(
      SubnetState state, RoutingEngineBehavior.Reply reply) {
    return switch (reply) {
      case RoutingEngineBehavior.Computed computed -> judge(state, computed);
      case RoutingEngineBehavior.Refused refused -> {
        sweep.warn("engine %s refused: %s".formatted(refused.engine(), refused.reason()));
        sweep.engineIndex++;
        if (sweep.engineIndex < settings.routingEngines().size()) {
          askEngine();
          yield Effect().none();
        }
        yield fail(state, "every routing engine refused: " + refused.reason());
      }
      case RoutingEngineBehavior.UnknownGeneration unknown ->
          fail(state, "the engine's node does not know generation " + unknown.generation());
    };
  }

  private Effect<SubnetEvent, SubnetState> judge(
      SubnetState state, RoutingEngineBehavior.Computed computed) {
    enter(SweepPhase.JUDGING);
    publishStatus(state);
    sweep.digest = computed.digest();
    Optional<ComputedRouting> kept =
        setup.generations().routing(sweep.generation, computed.engine());
    if (kept.isEmpty()) {
      return fail(state, "the tables of engine " + computed.engine() + " are not on this node");
    }
    sweep.routing = kept.get().routing();
    Fabric fabric = sweep.found.fabric();
    LidMap lids = sweep.lids.lids();
    Routing routing = sweep.routing;
    pipe(
        CompletableFuture.supplyAsync(() -> RoutingCheck.of(fabric, lids, routing), computing),
        Judged::new);
    return Effect().none();
  }

  private Effect<SubnetEvent, SubnetState> judged(SubnetState state, RoutingCheck check) {
    if (check.objection().isPresent()) {
      return fail(state, "the judge rejects the routing: " + check.objection().get());
    }
    sweep.creditLoop = check.creditLoop();
    Fabric fabric = sweep.found.fabric();
    return Effect()
        .persist(
            new SubnetEvent.RoutingPlanned(
                sweep.generation,
                sweep.subnet.topologyId(),
                sweep.routing.engine(),
                settings.routing().toString(),
                sweep.digest,
                fabric.switchCount(),
                fabric.endPorts().length,
                sweep.reason,
                System.currentTimeMillis()))
        .thenRun(this::program);
  }

  private void program(SubnetState state) {
    enter(SweepPhase.PROGRAMMING);
    publishStatus(state);
    for (int node = 0; node < sweep.found.fabric().switchCount(); node++) {
      sweep.toProgram.add(node);
    }
    handOutProgramming();
    if (sweep.programming == 0) {
      arm(state);
    }
  }

  private void handOutProgramming() {
    while (!sweep.toProgram.isEmpty() && sweep.programming < setup.programmingParallelism()) {
      programSwitch(sweep.toProgram.poll());
      sweep.programming++;
    }
  }

  private void programSwitch(int node) {
    long generation = sweep.generation;
    long guid = sweep.found.fabric().nodeGuid(node);
    int maxLid = sweep.routing.tables().maxLid();
    byte[] row = sweep.routing.tables().row(node);
    boolean forget = sweep.foreign.get(node);
    context.ask(
        LftProgrammer.Reply.class,
        programmer(guid),
        PROGRAMMER_PATIENCE,
        replyTo -> new LftProgrammer.Program(generation, maxLid, row, forget, replyTo),
        (reply, failure) ->
            new ProgrammerReplied(
                generation,
                guid,
                failure == null
                    ? reply
                    : new LftProgrammer.ProgrammingFailed(
                        generation, new int[0], "its programmer did not answer")));
  }

  private Effect<SubnetEvent, SubnetState> programmed(
      SubnetState state, ProgrammerReplied replied) {
    sweep.programming--;
    switch (replied.reply()) {
      case LftProgrammer.Programmed done -> sweep.blocksSent += done.blocksSent();
      case LftProgrammer.ProgrammingFailed failed -> {
        sweep.unprogrammed.add(replied.switchGuid());
        sweep.warn(
            "switch %s is not programmed: %s"
                .formatted(Guid.format(replied.switchGuid()), failed.reason()));
      }
    }
    handOutProgramming();
    if (sweep.programming == 0) {
      arm(state);
    }
    return Effect().none();
  }

  private void arm(SubnetState state) {
    enter(SweepPhase.ARMING);
    publishStatus(state);
    send(SweepSets.arming(sweep, state.mKey()));
  }

  private void activate(SubnetState state) {
    enter(SweepPhase.ACTIVATING);
    publishStatus(state);
    send(SweepSets.activation(sweep, state.mKey()));
  }

  private Effect<SubnetEvent, SubnetState> finish() {
    return Effect()
        .persist(
            new SubnetEvent.RoutingActivated(
                sweep.generation, sweep.reason, System.currentTimeMillis()))
        .thenRun(this::subnetUp);
  }

  /**
   * A successor needs what nodes said last; only what the journal does not know goes there. Nobody
   * waits for it: without it a successor sweeps.
   */
  private void compareNodes(SubnetState state, String reason) {
    Discovered found = active.found;
    long generation = active.generation;
    context.pipeToSelf(
        CompletableFuture.supplyAsync(
            () -> state.nodes().changesTo(found, generation, reason, System.currentTimeMillis()),
            computing),
        (changes, failure) ->
            new NodesCompared(generation, failure == null ? changes : Optional.empty()));
  }

  private Effect<SubnetEvent, SubnetState> nodesCompared(NodesCompared compared) {
    boolean isNewest = active != null && active.generation == compared.generation();
    return isNewest && compared.changes().isPresent()
        ? Effect().persist(compared.changes().get())
        : Effect().none();
  }

  private void subnetUp(SubnetState state) {
    long now = System.nanoTime();
    sweep.enter(SweepPhase.IDLE, now);
    active = sweep;
    mastership.subnetUp();
    if (mastership.isHeirOnItsWay(active)) {
      timers.startSingleTimer(NEXT_LOOK_TIMER, new LookAround(), HEIR_LOOK);
    }
    setup.generations().activated(active.subnet, active.routing.tables());
    failed = null;
    sweep = null;
    sweepsEnded++;
    lastSweepEndNs = now;
    StatusReport.log(context.getLog(), active);
    setup.onView().accept(view());
    publishStatus(state);
    compareNodes(state, active.reason);
    sweepAgainIfAsked(state);
  }

  private SubnetView view() {
    return new SubnetView(
        active.generation,
        active.found.fabric(),
        active.lids.lids(),
        active.routing,
        active.found.attributes(),
        settings.subnetPrefix(),
        settings.subnetTimeout(),
        managers());
  }

  private List<ManagerInfo> managers() {
    List<ManagerInfo> managers = new ArrayList<>();
    managers.add(new ManagerInfo(active.found.localPort(), setup.standing().smInfo().bytes()));
    managers.addAll(active.otherManagers);
    return List.copyOf(managers);
  }

  private Effect<SubnetEvent, SubnetState> fail(SubnetState state, String reason) {
    context.getLog().warn("SUBNET NOT UP: heavy sweep {} failed: {}", sweep.generation, reason);
    sweep.failure = reason;
    if (sweep.found == null) {
      role = "cut off: " + reason;
    }
    failed = sweep;
    sweep = null;
    publishStatus(state);
    timers.startSingleTimer(
        RETRY_TIMER, new Sweep("the last sweep failed: " + reason), RETRY_AFTER);
    return Effect().none();
  }

  private void sweepAgainIfAsked(SubnetState state) {
    if (nextReason != null) {
      String reason = nextReason;
      nextReason = null;
      trapReason = null;
      startSweep(state, reason);
    } else if (trapReason != null) {
      String reason = trapReason;
      trapReason = null;
      sweepAfterGap(state, reason);
    }
  }

  // ---- Plumbing

  /** Programmers reach switches by what the sweep has found, with the key of the term. */
  private void openAccess(SubnetState state) {
    setup
        .access()
        .update(sweep.found.fabric(), sweep.routes, sweep.found.attributes(), state.mKey());
  }

  private void enter(SweepPhase phase) {
    sweep.enter(phase, System.nanoTime());
  }

  private void send(PortSets sets) {
    pipe(sets.send(setup.exchange()), SetsDone::new);
  }

  private <T> void pipe(CompletionStage<T> stage, BiFunction<Long, T, StepEnded> onSuccess) {
    long generation = sweep.generation;
    context.pipeToSelf(
        stage,
        (value, failure) ->
            failure == null
                ? onSuccess.apply(generation, value)
                : new StepFailed(generation, String.valueOf(failure.getMessage())));
  }

  private void publishStatus(SubnetState state) {
    setup
        .onStatus()
        .accept(StatusReport.of(role, state, sweep, failed, active, sweepsEnded, setup.exchange()));
  }
}
