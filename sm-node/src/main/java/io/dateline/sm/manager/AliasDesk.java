package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.alias.AliasLook;
import io.dateline.sm.alias.AliasRun;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.registration.AliasFinds;
import io.dateline.sm.registration.AliasRules;
import io.dateline.sm.registration.RegistrationChanges;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.text.Counted;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The alias GUIDs that ports hold. A heavy sweep has a step for them, if there are any; between
 * sweeps a run tells only blocks that have changed. One run at a time. Owned by the subnet
 * manager's actor.
 *
 * <p>Before a port is told any, and before any is granted, ports are looked at that another subnet
 * manager may have told some: in the step, or after the sweep where the journal has none yet.
 *
 * <p>A port that is gone keeps its GUIDs in the journal, and is told them when a sweep finds it
 * again.
 */
final class AliasDesk {
  /** A run between sweeps has ended. */
  record RunEnded(HeavySweep of, AliasRun.Result result) implements SmCommand {}

  /**
   * Ports were asked what another subnet manager may have told them.
   *
   * @param isStep whether in a step of the sweep, else after it
   * @param survey the last one before the look began, as {@link UnreadGuids} counts them
   */
  record Looked(
      HeavySweep of, boolean isStep, Set<Long> ports, long survey, AliasLook.Result result)
      implements SmCommand {}

  /** Ports that did not answer GUIDInfo are to be asked again. */
  record PauseOver() implements SmCommand {}

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final StepPipe pipe;
  private final NodeNotes notes;
  private boolean isRunning; // between sweeps
  private boolean isDoubted; // what ports hold; the term goes on with what the last one told
  private AliasBook told = AliasBook.EMPTY; // by the last run, or the one under way
  private final Set<AliasGuid.Id> refused = new HashSet<>(); // blocks, since the last sweep's step
  private final UnreadGuids unread = new UnreadGuids();
  private final GuidlessPorts guidless = new GuidlessPorts();
  private LongSet unasked = LongSet.of(); // by the discovery under way
  private Consumer<SubnetState> afterRun; // the sweep that waits for its end, or null

  AliasDesk(SmContext context, StepPipe pipe, NodeNotes notes) {
    this.context = context;
    setup = context.setup();
    situation = context.situation();
    this.pipe = pipe;
    this.notes = notes;
  }

  void termBegins() {
    isRunning = false;
    isDoubted = true; // the master before may have ended before it said what it had told
    told = AliasBook.EMPTY;
    refused.clear();
    unread.clear();
    guidless.clear();
    afterRun = null;
  }

  /** A sweep begins; returns the own GUIDs of ports that it does not ask for GUIDs. */
  LongSet sweepBegins() {
    unasked = paused();
    return unasked;
  }

  private LongSet paused() {
    return guidless.now(context.time().nanos());
  }

  /** A sweep has found the subnet. */
  void found(HeavySweep sweep) {
    guidless.look(sweep.found, unasked, context.time().nanos()).ifPresent(sweep::warn);
    awaitPause();
  }

  private void awaitPause() {
    guidless
        .untilDue(context.time().nanos())
        .ifPresent(left -> context.out().startTimer("silent-guids", left, new PauseOver()));
  }

  /** Ports are asked again that did not answer; a sweep under way is followed by that. */
  void pauseOver(SubnetState state) {
    if (isAnyToAsk()) {
      changed(state);
    }
    awaitPause();
  }

  /**
   * A sweep knows which keys ports hold.
   *
   * @param shown M_Keys by end port, of ports that showed theirs only to the right key
   * @param followsAnother whether another subnet manager may have had ports since
   */
  void surveyed(SubnetState state, Int2LongMap shown, boolean followsAnother) {
    unread.survey(state, situation.sweep, shown, situation.active == null, followsAnother);
  }

  /**
   * Whether a port can be granted none now: GUIDs may be in use that are not known yet, or the port
   * does not answer and cannot be told.
   */
  boolean isBusy(long portGuid) {
    return situation.active == null
        || isUnread(situation.active)
        || (situation.sweep != null && situation.sweep.found != null && isUnread(situation.sweep))
        || unread.contains(portGuid)
        || paused().contains(portGuid);
  }

  private boolean isUnread(HeavySweep sweep) {
    return unread.isAnyIn(sweep, paused());
  }

  /** Own GUIDs of ports to look at: those that are unread, and those whose pause is over. */
  private Set<Long> toAsk(HeavySweep sweep) {
    Set<Long> ports = unread.in(sweep, paused());
    for (long guid : guidless.due(context.time().nanos())) {
      if (sweep.found.fabric().endPortByGuid(guid) != Fabric.NONE) {
        ports.add(guid);
      }
    }
    return ports;
  }

  private boolean isAnyToAsk() {
    return situation.active != null && !toAsk(situation.active).isEmpty();
  }

  /** Nothing that was under way comes to an end. */
  void giveUp() {
    afterRun = null;
  }

  static AliasBook of(SubnetState state) {
    return state.registrations().aliases();
  }

  /**
   * The step of a heavy sweep.
   *
   * @param then what follows it
   */
  void beginStep(SubnetState state, Consumer<SubnetState> then) {
    if (of(state).blocks().isEmpty()) {
      then.accept(state);
    } else if (isRunning) {
      afterRun = after -> beginStep(after, then);
    } else {
      HeavySweep sweep = situation.sweep;
      situation.enter(SweepPhase.GUIDS, state);
      refused.clear();
      lookOrTell(state, sweep);
    }
  }

  private void lookOrTell(SubnetState state, HeavySweep sweep) {
    if (toAsk(sweep).isEmpty()) {
      tell(state, sweep);
    } else {
      look(state, sweep, /* isStep= */ true);
    }
  }

  private void tell(SubnetState state, HeavySweep sweep) {
    pipe.pipe("alias GUIDs of ports", () -> run(state, sweep), StepEnded.GuidsTold::new);
  }

  private void look(SubnetState state, HeavySweep sweep, boolean isStep) {
    Set<Long> ports = toAsk(sweep);
    long survey = unread.surveys();
    MadExchange exchange = context.exchange();
    context
        .out()
        .await(
            "GUIDs that ports hold",
            () ->
                AliasLook.of(
                    exchange,
                    sweep.found.fabric(),
                    sweep.found.attributes(),
                    sweep.routes,
                    state.keys(),
                    ports),
            (result, failure) ->
                new Looked(
                    sweep,
                    isStep,
                    ports,
                    survey,
                    failure == null ? result : AliasLook.Result.failure(failure, ports)));
  }

  /**
   * What ports hold is known: the journal takes over what it does not have, also where another
   * sweep has begun meanwhile. A port that did not answer for all is looked at once more.
   *
   * @param subnet what the rules have to know of it
   */
  Decision looked(SubnetState state, Looked looked, AliasRules.Subnet subnet) {
    HeavySweep sweep = looked.of();
    take(looked);
    RegistrationChanges changes =
        new RegistrationChanges(
            state.registrations(),
            "sweep %d found ports with them".formatted(sweep.generation),
            context.time().millis());
    if (isOfThisReign(sweep)) {
      List<AliasFinds.Table> tables =
          unread.take(sweep.found, looked.ports(), looked.result().silent(), looked.survey());
      if (setup.settings().trust().requests().letsPortsSetGuids()) {
        AliasFinds.takeOver(changes.aliases(), tables, subnet).forEach(sweep::warn);
      }
    }
    return new Decision(changes.events(), after -> goOn(after, looked));
  }

  private void take(Looked looked) {
    HeavySweep sweep = looked.of();
    AliasLook.Result result = looked.result();
    boolean isFailed = !looked.isStep() && situation.failed != null; // its ways may be old ones
    for (long guid : looked.ports()) {
      if (!result.silent().contains(guid)) {
        guidless.heard(guid);
      } else if (!isFailed) {
        guidless.unheard(guid, context.time().nanos());
      }
    }
    result.errors().forEach(sweep::warn);
    awaitPause();
  }

  /** Whether no other manager has had the subnet since. */
  private boolean isOfThisReign(HeavySweep sweep) {
    return situation.active != null || situation.sweep == sweep || situation.failed == sweep;
  }

  private void goOn(SubnetState state, Looked looked) {
    HeavySweep sweep = looked.of();
    if (looked.isStep()) {
      if (situation.sweep == sweep) { // else it was given up
        lookOrTell(state, sweep);
      }
    } else if (situation.active != sweep) { // another sweep's turn, or another manager's
      isRunning = false;
      goOn(state);
      changed(state);
    } else if (!situation.isSweeping() && situation.failed == null && isAnyToAsk()) {
      look(state, sweep, /* isStep= */ false);
    } else {
      tellOrEnd(state, sweep);
    }
  }

  /** The step has ended. */
  void told(AliasRun.Result result) {
    take(situation.sweep, result);
  }

  /**
   * What was not answered may have been done all the same. A port that refuses is asked again in
   * the next sweep; it is no reason for one, for it may refuse for ever.
   */
  private void take(HeavySweep sweep, AliasRun.Result result) {
    isDoubted = result.failed() > 0;
    refused.addAll(result.refused());
    sweep.warn(new PortSets.Result(result.sent(), result.failed(), result.errors()));
  }

  private CompletionStage<AliasRun.Result> run(SubnetState state, HeavySweep sweep) {
    AliasBook before = told;
    AliasBook now = of(state);
    told = now;
    // What a port has refused it is not asked again for each change of another one.
    refused.removeIf(block -> !Arrays.equals(before.guids(block), now.guids(block)));
    Set<AliasGuid.Id> unable = Set.copyOf(refused);
    LongSet untold = unread.all(); // their blocks may hold what the journal does not know
    untold.addAll(paused());
    return AliasRun.of(
        context.exchange(),
        sweep.found.fabric(),
        sweep.found.attributes(),
        sweep.routes,
        state.keys(),
        new AliasRun.Order(
            now, isDoubted, block -> unable.contains(block) || untold.contains(block.portGuid())));
  }

  /**
   * A sweep has ended: what was granted behind its step is told now, and what is unread is read.
   */
  void sweepOver(SubnetState state) {
    if (!of(state).equals(told) || isAnyToAsk()) {
      changed(state);
    }
  }

  /** Alias GUIDs may be others, which the journal has taken. */
  void changed(SubnetState state) {
    HeavySweep active = situation.active;
    if (isRunning || active == null || situation.isSweeping() || situation.isSucceeding) {
      return; // a sweep does it, or has it done; or the run under way is followed by another
    }
    if (isAnyToAsk()) {
      isRunning = true;
      look(state, active, /* isStep= */ false);
    } else if (!of(state).blocks().isEmpty()) {
      isRunning = true;
      tellBetween(state, active);
    }
  }

  /** Ports were looked at between sweeps. */
  private void tellOrEnd(SubnetState state, HeavySweep active) {
    if (of(state).blocks().isEmpty()) {
      isRunning = false;
      goOn(state);
    } else {
      tellBetween(state, active);
    }
  }

  /** The sweep that has waited. */
  private void goOn(SubnetState state) {
    if (afterRun != null) {
      Consumer<SubnetState> then = afterRun;
      afterRun = null;
      then.accept(state);
    }
  }

  private void tellBetween(SubnetState state, HeavySweep active) {
    context
        .out()
        .await(
            "alias GUIDs of ports",
            () -> run(state, active),
            (result, failure) ->
                new RunEnded(active, failure == null ? result : AliasRun.Result.failure(failure)));
  }

  void ended(SubnetState state, RunEnded run) {
    isRunning = false;
    AliasRun.Result result = run.result();
    take(run.of(), result);
    isDoubted |= situation.isSweeping(); // it may have read a table before this run wrote it
    if (result.sent() > 0 || result.failed() > 0) {
      context
          .out()
          .info(
              "Alias GUIDs: {} sent, {} refused, {} failed",
              Counted.of(result.sent(), "block"),
              result.refused().size(),
              result.failed());
      result.errors().forEach(error -> context.out().warn("Alias GUIDs: {}", error));
    }
    if (afterRun != null) {
      goOn(state);
      return;
    }
    if (situation.active != run.of() || situation.isSweeping()) {
      return; // a sweep tells them, or another manager has the subnet
    }
    situation.publishView(state);
    if (!of(state).equals(told) || (situation.failed == null && isAnyToAsk())) {
      changed(state);
      return;
    }
    if (result.sent() > 0) {
      notes.compare(state, "alias GUIDs of ports were changed");
    }
    if (result.failed() > 0) {
      context.out().tell(new SmCommand.Sweep("ports did not take their alias GUIDs"));
    }
  }

  /** Whether facts change any. */
  static boolean isConcerned(Iterable<SubnetEvent> facts) {
    for (SubnetEvent fact : facts) {
      if (fact instanceof SubnetEvent.AliasGuidsGranted
          || fact instanceof SubnetEvent.AliasGuidsRemoved) {
        return true;
      }
    }
    return false;
  }
}
