package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.GuidInfo;
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
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

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
   */
  record Looked(HeavySweep of, boolean isStep, Set<Long> ports, AliasLook.Result result)
      implements SmCommand {}

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

  /** Own GUIDs of ports that a sweep which begins does not ask for GUIDs. */
  LongSet guidless() {
    return guidless.now(context.time().nanos());
  }

  /** A sweep has found the subnet. */
  void found(HeavySweep sweep) {
    guidless.look(sweep.found, context.time().nanos()).ifPresent(sweep::warn);
  }

  /**
   * A sweep knows which keys ports hold.
   *
   * @param shown M_Keys by end port, of ports that showed theirs only to the right key
   */
  void surveyed(SubnetState state, Int2LongMap shown) {
    unread.survey(state, situation.sweep, shown, situation.active == null);
  }

  /** Whether GUIDs may be in use that are not known yet: none can be granted before they are. */
  boolean isUnread() {
    return situation.active == null
        || unread.isAnyIn(situation.active, guidless)
        || (situation.sweep != null
            && situation.sweep.found != null
            && unread.isAnyIn(situation.sweep, guidless));
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
      if (unread.isAnyIn(sweep, guidless)) {
        look(state, sweep, /* isStep= */ true);
      } else {
        tell(state, sweep);
      }
    }
  }

  private void tell(SubnetState state, HeavySweep sweep) {
    pipe.pipe("alias GUIDs of ports", () -> run(state, sweep), StepEnded.GuidsTold::new);
  }

  private void look(SubnetState state, HeavySweep sweep, boolean isStep) {
    Set<Long> ports = unread.in(sweep, guidless);
    context
        .out()
        .await(
            "GUIDs that ports hold",
            () ->
                AliasLook.of(
                    setup.exchange(),
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
                    failure == null ? result : AliasLook.Result.failure(failure, ports)));
  }

  /**
   * What ports hold is known: the journal takes over what it does not have.
   *
   * @param subnet what the rules have to know of it
   */
  Decision looked(SubnetState state, Looked looked, AliasRules.Subnet subnet) {
    HeavySweep sweep = looked.of();
    if (looked.isStep() && situation.sweep != sweep) {
      return Decision.NONE; // it was given up
    }
    if (!looked.isStep() && situation.active != sweep) {
      return new Decision(List.of(), this::lookedInVain);
    }
    looked.result().silent().forEach(guidless::suspect);
    looked.result().errors().forEach(sweep::warn);
    Set<Long> answered = new TreeSet<>(Long::compareUnsigned);
    answered.addAll(looked.ports());
    answered.removeAll(looked.result().silent());
    RegistrationChanges changes =
        new RegistrationChanges(
            state.registrations(),
            "sweep %d found ports with them".formatted(sweep.generation),
            context.time().millis());
    AliasFinds.takeOver(
            changes.aliases(),
            unread.take(sweep.found, answered),
            subnet,
            setup.settings().registrations())
        .forEach(sweep::warn);
    return new Decision(
        changes.events(),
        after -> {
          if (looked.isStep()) {
            tell(after, sweep);
          } else {
            tellOrEnd(after, sweep);
          }
        });
  }

  /** There was another sweep meanwhile, or another manager has the subnet. */
  private void lookedInVain(SubnetState state) {
    isRunning = false;
    goOn(state);
    changed(state);
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
    result.silent().forEach(guidless::suspect);
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
    LongSet silent = guidless();
    return AliasRun.of(
        setup.exchange(),
        sweep.found.fabric(),
        sweep.found.attributes(),
        sweep.routes,
        state.keys(),
        new AliasRun.Order(
            now, isDoubted, block -> unable.contains(block) || silent.contains(block.portGuid())));
  }

  /** A sweep has brought the subnet up: what was granted behind its step is told now. */
  void sweepOver(SubnetState state) {
    if (!of(state).equals(told) || unread.isAnyIn(situation.active, guidless)) {
      changed(state);
    }
  }

  /** Alias GUIDs may be others, which the journal has taken. */
  void changed(SubnetState state) {
    HeavySweep active = situation.active;
    if (isRunning || active == null || situation.isSweeping() || situation.isSucceeding) {
      return; // a sweep does it, or has it done; or the run under way is followed by another
    }
    if (unread.isAnyIn(active, guidless)) {
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
              "Alias GUIDs: {} blocks sent, {} refused, {} failed",
              result.sent(),
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
    if (!of(state).equals(told)) {
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

  /** All that ports were found to hold, whichever manager granted it. */
  LongSet held() {
    LongSet held = new LongOpenHashSet();
    forEachHeld((entry, guid) -> held.add(guid));
    return held;
  }

  /** GUIDs of blocks that ports were never told, and the port that was found to hold each. */
  Long2LongMap untold(SubnetState state) {
    AliasBook book = of(state);
    Long2LongMap untold = new Long2LongOpenHashMap();
    forEachHeld(
        (entry, guid) -> {
          if (entry.index() != 0 && !book.hasBlock(entry)) {
            untold.put(guid, entry.portGuid());
          }
        });
    return untold;
  }

  /** Own GUIDs of ports, too, at index 0. */
  private void forEachHeld(ObjLongConsumer<AliasGuid.Id> look) {
    if (situation.active == null) {
      return;
    }
    Fabric fabric = situation.active.found.fabric();
    byte[][] tables = situation.active.found.attributes().guidInfo();
    for (int port = 0; port < tables.length; port++) {
      byte[] table = tables[port];
      for (int at = 0; table != null && at < table.length; at += GuidInfo.BYTES) {
        GuidInfo block = GuidInfo.in(table, at);
        int first = at / GuidInfo.BYTES * AliasBook.BLOCK;
        for (int i = 0; i < AliasBook.BLOCK; i++) {
          if (block.guidBlock(i) != 0) {
            look.accept(new AliasGuid.Id(fabric.portGuid(port), first + i), block.guidBlock(i));
          }
        }
      }
    }
  }

  /** Whether the subnet has an end port of that own GUID; while that is not known it may have. */
  boolean isThere(long portGuid) {
    return situation.active == null
        || situation.active.found.fabric().endPortByGuid(portGuid) != Fabric.NONE;
  }
}
