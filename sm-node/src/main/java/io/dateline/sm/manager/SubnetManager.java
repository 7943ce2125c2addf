package io.dateline.sm.manager;

import akka.actor.typed.ActorRef;
import akka.actor.typed.BackoffSupervisorStrategy;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.RecoveryFailed;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EffectBuilder;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.persistence.journal.FutureRecord;
import io.dateline.persistence.journal.JournalMark;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.persistence.journal.Retention;
import io.dateline.persistence.journal.UnfitJournal;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.sm.alive.FailureCount;
import io.dateline.sm.group.GroupGate;
import io.dateline.sm.group.Groups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one that decides: discovers the subnet, gives LIDs, orders a routing, has it judged, has it
 * programmed, brings links up, and hands the result to subnet administration. Event-sourced; what
 * is under way ({@link Situation}) is not persisted: a successor resumes or sweeps again.
 *
 * <p>This class is its protocol, its journal and its terms; what follows a message is decided by
 * the part it belongs to:
 *
 * <pre>
 *   {@link Succession}    goes on with what the journal holds, when a term begins
 *   {@link Encounters}    what to do about other subnet managers ({@link Mastership})
 *   {@link LightSweeps}   looks whether anything has changed
 *        |  all three ask for
 *   {@link HeavySweeps}   steps of a heavy sweep, with {@link RoutingOrder}, {@link Programmers}
 *   {@link GroupSweeps}   multicast tables, as one of them and between sweeps
 * </pre>
 *
 * <p>Every step of a sweep carries the sweep's generation; an answer that belongs to another sweep
 * is dropped in {@link #step}.
 */
public final class SubnetManager
    extends EventSourcedBehavior<SubnetManager.Command, SubnetEvent, SubnetState> {

  public sealed interface Command
      permits Sweep,
          LookAround,
          Trapped,
          Controlled,
          PollDue,
          Polled,
          ForgetFrame,
          GroupsAsked,
          Stop,
          Begin,
          RightPlace.Inspected,
          RightPlace.Held,
          Succession.Resumed,
          NodeNotes.Compared,
          LayerQuestion.Remembered,
          GroupSweeps.Step,
          LightSweeps.LookedAround,
          TableAudit.TablesRead,
          StepEnded {}

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
   * @param isProven whether it knows the SM_Key
   * @param receiver GUID of the end port that was told
   * @param sourceLid that it came from, permissive for a directed route
   * @param wayBack of a directed route, see {@code ReturnPath}
   */
  public record Controlled(
      int modifier, byte[] smInfo, boolean isProven, long receiver, int sourceLid, byte[] wayBack)
      implements Command, SmMessage {}

  /** It is time to ask the subnet manager that goes before this one. */
  record PollDue() implements Command {}

  /** What it answered; nothing where it did not. */
  record Polled(long portGuid, Optional<SmInfo> answer) implements Command {}

  /**
   * An operator wants torus and layers forgotten, and settled anew.
   *
   * @param reason the operator's
   */
  record ForgetFrame(String reason, ActorRef<FrameAnswer> replyTo) implements Command {}

  /** Requests to join and leave multicast groups wait. */
  record GroupsAsked() implements Command {}

  /** Finish and stop; the singleton moves. */
  public record Stop() implements Command {}

  record Begin() implements Command {}

  /** A journal that fails is tried again; meanwhile the fabric forwards as it was told. */
  private static final BackoffSupervisorStrategy JOURNAL_BACKOFF =
      SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.1);

  /** A mistake of ours ends a term, not the manager. */
  private static final BackoffSupervisorStrategy FAILURE_BACKOFF =
      SupervisorStrategy.restartWithBackoff(Duration.ofMillis(500), Duration.ofSeconds(30), 0.1);

  /** Until questions are answered without what the journal would say now. */
  private static final Duration JOURNAL_PATIENCE = Duration.ofSeconds(1);

  private final ActorContext<Command> context;
  private final SubnetManagerSetup setup;
  private final StandIn standIn;
  private final Situation situation;
  private final SweepDemand demand;
  private final Mastership mastership;
  private final LightSweeps lightSweeps;
  private final NodeNotes notes;
  private final TableAudit audit;
  private final LayerQuestion layers;
  private final GroupSweeps groupSweeps;
  private final GroupDesk groups;
  private final HeavySweeps heavySweeps;
  private final Encounters encounters;
  private final Succession succession;
  private boolean isRecovered; // all of the journal was read
  private boolean isComparing; // the journal with what this node has read; other commands wait

  /**
   * The behavior.
   *
   * @param onFailure told of mistakes that end a term
   */
  public static Behavior<Command> create(
      SubnetManagerSetup setup, Consumer<RuntimeException> onFailure) {
    Behavior<Command> behavior =
        Behaviors.setup(
            context -> Behaviors.withTimers(timers -> new SubnetManager(context, timers, setup)));
    return Behaviors.intercept(
        UnfitStop::new,
        Behaviors.supervise(FailureCount.of(behavior, onFailure)).onFailure(FAILURE_BACKOFF));
  }

  /** The persistence id of a subnet's manager. */
  public static PersistenceId persistenceId(long subnetPrefix) {
    return PersistenceId.ofUniqueId("subnet|" + Guid.hex16(subnetPrefix));
  }

  private SubnetManager(
      ActorContext<Command> context, TimerScheduler<Command> timers, SubnetManagerSetup setup) {
    super(persistenceId(setup.settings().subnetPrefix()), JOURNAL_BACKOFF);
    this.context = context;
    this.setup = setup;
    standIn = new StandIn(setup);
    situation = new Situation(setup);
    demand = new SweepDemand(timers);
    mastership = new Mastership(setup, context, timers);
    lightSweeps = new LightSweeps(context, timers, setup, situation, mastership);
    notes = new NodeNotes(context, situation, setup.computing(), situation::publish);
    audit = new TableAudit(context, setup, situation);
    layers = new LayerQuestion(context, setup, situation);
    groupSweeps = new GroupSweeps(context, setup, situation, state -> groupsOf(state));
    groups =
        new GroupDesk(
            setup, situation, groupSweeps, () -> context.getSelf().tell(new GroupsAsked()));
    StepPipe pipe = new StepPipe(context, situation, setup.exchange());
    PortKeys portKeys = new PortKeys();
    heavySweeps =
        new HeavySweeps(
            context,
            setup,
            situation,
            demand,
            pipe,
            mastership,
            portKeys,
            lightSweeps,
            notes,
            audit,
            layers,
            groups,
            groupSweeps);
    encounters =
        new Encounters(
            context,
            situation,
            demand,
            pipe,
            mastership,
            portKeys,
            heavySweeps,
            groupSweeps,
            setup.violations());
    succession =
        new Succession(
            context,
            setup,
            situation,
            pipe,
            mastership,
            portKeys,
            heavySweeps,
            notes,
            audit,
            layers,
            groupSweeps);
    context
        .getSystem()
        .scheduler()
        .scheduleOnce(
            JOURNAL_PATIENCE,
            () -> standIn.journalIsAway("it does not answer"),
            context.getExecutionContext());
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
        .onSignal(
            RecoveryCompleted.instance(),
            state -> {
              isRecovered = true;
              context.getSelf().tell(new Begin());
            })
        .onSignal(RecoveryFailed.class, (state, failed) -> notRecovered(state, failed))
        .onSignal(
            PreRestart.instance(),
            state -> {
              groups.close();
              if (isRecovered) { // else there was a reason, which was told
                journalUnavailable(state, "it did not take an event");
              }
              isRecovered = false;
              isComparing = false; // this very object begins anew
            })
        .onSignal(
            PostStop.instance(),
            state -> {
              groups.close();
              standIn.end();
            })
        .build();
  }

  @Override
  public CommandHandler<Command, SubnetEvent, SubnetState> commandHandler() {
    return (state, command) ->
        isComparing && !(command instanceof RightPlace.Held) && !(command instanceof Stop)
            ? Effect().stash()
            : on(state, command);
  }

  private Effect<SubnetEvent, SubnetState> on(SubnetState state, Command command) {
    return switch (command) {
      case Begin begin -> begin(state);
      case RightPlace.Held journal -> compared(state, journal.missed());
      case RightPlace.Inspected journal ->
          RightPlace.isOwn(context, journal, setup.settings().subnetPrefix())
              ? startTerm(state)
              : Effect().none();
      case Succession.Resumed resumed -> run(() -> succession.resumed(state, resumed));
      case NodeNotes.Compared compared -> carryOut(notes.take(compared));
      case GroupSweeps.Step step -> run(() -> groupSweeps.take(state, step));
      case LayerQuestion.Remembered told -> run(() -> layers.take(state, told));
      case Sweep request -> run(() -> heavySweeps.request(state, request.reason()));
      case LookAround look -> run(() -> lookAround(state));
      case Trapped trapped -> run(() -> trapped(state, trapped.gate().take()));
      case LightSweeps.LookedAround looked -> run(() -> lookedAround(state, looked));
      case TableAudit.TablesRead read -> run(() -> tablesRead(state, read));
      case Controlled told -> run(() -> encounters.controlled(state, told));
      case PollDue due -> run(() -> sweepIf(state, mastership.pollEnds()));
      case Polled polled -> run(() -> sweepIf(state, mastership.answerEnds(polled)));
      case ForgetFrame asked -> carryOut(forgetFrame(state, asked));
      case GroupsAsked asked -> carryOut(groups.decide(state, mastership.isInCharge()));
      case Stop stop -> retire(state);
      case StepEnded ended -> carryOut(step(state, ended));
    };
  }

  private EffectBuilder<SubnetEvent, SubnetState> carryOut(Decision decision) {
    return Effect().persist(decision.facts()).thenRun(decision.then()::accept);
  }

  /** Nothing is journaled. */
  private Effect<SubnetEvent, SubnetState> run(Runnable reaction) {
    reaction.run();
    return Effect().none();
  }

  /** Those that switches are told. */
  private Collection<MulticastGroup> groupsOf(SubnetState state) {
    return Groups.of(setup.settings().groups(), state.groups(), GroupGate.CLOSED).book().groups();
  }

  // ---- Term

  /** The first term of all is not begun in the journal of another subnet, none in an older copy. */
  private Effect<SubnetEvent, SubnetState> begin(SubnetState state) {
    if (state.term() == 0) {
      return run(() -> RightPlace.inspect(context));
    }
    isComparing = true;
    return run(() -> RightPlace.compare(context));
  }

  private Effect<SubnetEvent, SubnetState> compared(
      SubnetState state, Optional<JournalWentBack> missed) {
    isComparing = false;
    return missed.isPresent() ? wentBack(missed.get()) : startTerm(state);
  }

  private Effect<SubnetEvent, SubnetState> wentBack(JournalWentBack missed) {
    UnfitJournal.leave(context.getSystem(), missed);
    mastership.stop();
    return Effect().stop();
  }

  private Effect<SubnetEvent, SubnetState> startTerm(SubnetState state) {
    // Nothing is left of what was under way when the journal failed.
    situation.forgetSweeps();
    demand.forget();
    if (setup.ownTerms().isSuperseded(state)) {
      return superseded(state);
    }
    Optional<JournalWentBack> missed = missed(state);
    if (missed.isPresent()) {
      return wentBack(missed.get());
    }
    TermKeys keys = setup.newKeys().get();
    setup.ownTerms().begin(state, keys);
    SubnetEvent.TermStarted started =
        new SubnetEvent.TermStarted(
            state.term() + 1,
            keys,
            setup.nodeName(),
            "this node became master",
            System.currentTimeMillis());
    succession.prepare(state.apply(started));
    List<SubnetEvent> facts = new ArrayList<>(List.of(started));
    if (state.siteKeys().isNone()) {
      facts.add(
          new SubnetEvent.KeysChosen(
              SiteKeys.random(), "there were none", System.currentTimeMillis()));
    }
    return carryOut(new Decision(facts, this::termBegins)).thenUnstashAll();
  }

  /** What this node has read of the journal, and is not in it. */
  private Optional<JournalWentBack> missed(SubnetState state) {
    return JournalMark.get(context.getSystem())
        .last()
        .flatMap(
            mark -> mark.missedBy(persistenceId().id(), lastSequenceNumber(context), state.term()));
  }

  private void termBegins(SubnetState state) {
    context.getLog().info("Term {} begins", state.term());
    setup.standing().keys().learn(state.siteKeys());
    standIn.end();
    // A generation that the journal did not take is known to this node's engines all the same.
    heavySweeps.termBegins(
        Math.max(
            state.lastGeneration(),
            setup.generations().newest().map(FabricGeneration::number).orElse(0L)));
    mastership.termBegins();
    situation.role = "discovering";
    lightSweeps.termBegins();
    audit.termBegins(state);
    groupSweeps.termBegins();
    groups.termBegins(state);
    succession.begin(state);
  }

  /** Another manager writes to the journal, whatever this node's cluster says. */
  private Effect<SubnetEvent, SubnetState> superseded(SubnetState state) {
    Dethronement.leave(context.getSystem(), state);
    mastership.stop();
    return Effect().stop();
  }

  private void notRecovered(SubnetState state, RecoveryFailed failed) {
    if (!FutureRecord.leaveIf(context, this, failed)) {
      journalUnavailable(state, RootCause.of(failed.getFailure()));
    }
  }

  /** The manager begins again, with a term, as soon as the journal can be read and written. */
  private void journalUnavailable(SubnetState state, String why) {
    context.getLog().error("The journal fails, nothing is changed until it is back: {}", why);
    if (!standIn.answers()) {
      situation.waitForJournal(why);
      situation.publish(state);
    }
    standIn.journalIsAway(why); // has the last word
  }

  /** Also when this node goes on, because it was voted out and has not noticed yet. */
  private Effect<SubnetEvent, SubnetState> retire(SubnetState state) {
    groups.close();
    mastership.retire();
    situation.role = SubnetStatus.RETIRED;
    situation.publish(state);
    return Effect().stop();
  }

  // ---- What asks for sweeps

  private void sweepIf(SubnetState state, boolean pollingEnded) {
    if (pollingEnded) {
      encounters.pollingEnded(state);
    }
  }

  private void lookAround(SubnetState state) {
    lightSweeps.begin(state).ifPresent(reason -> heavySweeps.request(state, reason));
  }

  private void lookedAround(SubnetState state, LightSweeps.LookedAround looked) {
    lightSweeps.end(looked).ifPresent(reason -> heavySweeps.request(state, reason));
  }

  private Decision forgetFrame(SubnetState state, ForgetFrame asked) {
    Optional<String> refusal = FrameResets.refusal(state, situation, mastership.isInCharge());
    if (refusal.isPresent()) {
      asked.replyTo().tell(new FrameAnswer.Refused(refusal.get()));
      return Decision.NONE;
    }
    return Decision.of(
        FrameResets.fact(asked),
        forgotten -> {
          asked.replyTo().tell(new FrameAnswer.Forgotten());
          heavySweeps.request(forgotten, "what engines remember was reset");
        });
  }

  private void tablesRead(SubnetState state, TableAudit.TablesRead read) {
    audit.take(read).ifPresent(reason -> heavySweeps.request(state, reason));
    situation.publish(state);
  }

  private void trapped(SubnetState state, Command asked) {
    if (asked instanceof Sweep request) {
      heavySweeps.requestForTrap(state, request.reason());
    } else {
      lookAround(state);
    }
  }

  // ---- Steps of the sweep under way

  private Decision step(SubnetState state, StepEnded ended) {
    if (!situation.isSweeping(ended.generation())) {
      return Decision.NONE;
    }
    try {
      return next(state, ended);
    } catch (RuntimeException e) {
      context.getLog().error("Heavy sweep {} met something unexpected", ended.generation(), e);
      heavySweeps.fail(state, "unexpected: " + e);
      return Decision.NONE;
    }
  }

  private Decision next(SubnetState state, StepEnded ended) {
    switch (ended) {
      case StepEnded.StepFailed failed -> heavySweeps.fail(state, failed.reason());
      case StepEnded.Repointed repointed -> succession.repointed(state, repointed);
      case StepEnded.Found found -> heavySweeps.survey(state, found.found());
      case StepEnded.Surveyed surveyed -> {
        return encounters.surveyed(state, surveyed.survey());
      }
      case StepEnded.Released released -> encounters.released(state, released);
      case StepEnded.HandoverAnswered answered -> {
        return encounters.handoverAnswered(state, answered.accepted());
      }
      case StepEnded.SetsDone done -> {
        return heavySweeps.setsDone(state, done.result());
      }
      case StepEnded.Recalled recalled -> heavySweeps.recalled(recalled);
      case StepEnded.EngineReplied replied -> {
        return heavySweeps.engineReplied(state, replied);
      }
      case StepEnded.EngineSilent silent -> heavySweeps.engineSilent(state, silent);
      case StepEnded.Judged judged -> {
        return heavySweeps.judged(state, judged.check());
      }
      case StepEnded.LayersTold told -> {
        return heavySweeps.layersTold(state, told.reply());
      }
      case StepEnded.ProgrammerReplied replied -> heavySweeps.programmed(state, replied);
    }
    return Decision.NONE;
  }
}
