package io.dateline.sm.manager;

import io.dateline.fabric.Guid;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.sm.alias.AliasMembers;
import io.dateline.sm.state.SubnetState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The one that decides: discovers the subnet, gives LIDs, orders a routing, has it judged, has it
 * programmed, brings links up, and hands the result to subnet administration. What is under way
 * ({@link Situation}) is not persisted: a successor resumes or sweeps again.
 *
 * <p>It is a machine: whatever runs it gives it an input and the time, and gets facts for the
 * journal and effects to carry out, see {@link Step}. It has no clock, no thread and no logger, and
 * does nothing by itself. The same inputs make the same steps.
 *
 * <p>This class is the order of a term and of the steps of a sweep ({@link SweepSteps}); what
 * follows an input is decided by the part it belongs to:
 *
 * <pre>
 *   {@link Succession}    goes on with what the journal holds, when a term begins
 *   {@link OtherManagers}    what to do about other subnet managers ({@link Mastership})
 *   {@link LightSweeps}   looks whether anything has changed
 *        |  all three ask for
 *   {@link HeavySweeps}   steps of a heavy sweep, with {@link RoutingOrder}, {@link Programmers}
 *   {@link GroupSweeps}   multicast tables, as one of them and between sweeps
 * </pre>
 *
 * <p>Every step of a sweep carries the sweep's generation; an answer that belongs to another sweep
 * is dropped in {@link #step(SubnetState, StepEnded)}.
 */
public final class ManagerMachine {
  /**
   * What follows an input.
   *
   * @param facts for the journal; unless there are none, {@link #taken} is called when it has them,
   *     before the next input
   * @param effects to be carried out at once, in this order
   */
  public record Step(List<SubnetEvent> facts, List<SmEffect> effects) {}

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final LongSupplier sequenceNumber;
  private final Situation situation;
  private final SweepDemand demand;
  private final Mastership mastership;
  private final SweepParts parts;
  private final SweepOrders orders = new SweepOrders();
  private final AliasMembers aliasMembers = new AliasMembers();
  private final HeavySweeps heavySweeps;
  private final OtherManagers others;
  private final Succession succession;
  private final SweepSteps steps;
  private Decision pending = Decision.NONE; // waits for the journal
  private String journalTrouble = ""; // that was told, while the journal is away
  private Optional<String> lostHome = Optional.empty(); // why a term is to begin
  private boolean isComparing; // the journal with what this node has read; other commands wait

  /**
   * A machine that has done nothing yet.
   *
   * @param changesWait called by any thread when requests for changes wait; {@link
   *     SmCommand.ChangesAsked} is to be the next input then
   * @param sequenceNumber of the last event in the journal
   */
  public ManagerMachine(
      SubnetManagerSetup setup, Runnable changesWait, LongSupplier sequenceNumber, Now now) {
    this.setup = setup;
    this.sequenceNumber = sequenceNumber;
    context = SmContext.begin(setup, now);
    situation = context.situation();
    demand = new SweepDemand(context.out(), context.time());
    mastership = new Mastership(context);
    GroupSweeps groupSweeps = new GroupSweeps(context, this::groupsOf);
    StepPipe pipe = new StepPipe(context);
    NoticeDesk notices = new NoticeDesk(context);
    SilentPorts silent = new SilentPorts();
    NodeNotes notes = new NodeNotes(context, silent, situation::publish);
    AliasDesk aliases = new AliasDesk(context, pipe, notes);
    parts =
        new SweepParts(
            new LightSweeps(context, mastership),
            notes,
            new BalanceWatch(context),
            new TableAudit(context),
            new LayerQuestion(context),
            notices,
            new ChangeDesk(context, groupSweeps, notices, aliases, changesWait),
            new GroupDesk(context),
            groupSweeps,
            new PartitionDesk(context, pipe, notes, silent),
            aliases);
    PortKeys portKeys = new PortKeys();
    heavySweeps = new HeavySweeps(context, parts, demand, pipe, mastership, portKeys, orders);
    others =
        new OtherManagers(context, demand, pipe, mastership, portKeys, heavySweeps, groupSweeps);
    succession = new Succession(context, parts, pipe, mastership, portKeys, heavySweeps);
    steps = new SweepSteps(heavySweeps, others, succession);
  }

  /** Whether an input has to wait until the machine has had the answer that it waits for. */
  public boolean defers(SmCommand command) {
    boolean isHeard =
        context
            .out()
            .open(command)
            .map(asked -> asked instanceof RightPlace.Held || asked instanceof SmCommand.Stop)
            .orElse(true); // it is dropped
    return isComparing && !isHeard;
  }

  /** Takes an input. */
  public Step step(SubnetState state, SmCommand command, Now now) {
    context.time().set(now);
    return out(on(state, command));
  }

  /** The journal has the facts of the last step; the state is the one after them. */
  public Step taken(SubnetState state, Now now) {
    context.time().set(now);
    Decision decision = pending;
    pending = Decision.NONE;
    decision.then().accept(state);
    return out(Decision.NONE);
  }

  private Step out(Decision decision) {
    pending = decision;
    return new Step(decision.facts(), context.out().take());
  }

  /**
   * The journal did not take the facts of the last step, or is away: a term begins when it is back.
   */
  public Step journalFailed(SubnetState state, String why, boolean isStoodIn, Now now) {
    context.time().set(now);
    if (!why.equals(journalTrouble)) {
      context.out().error("The journal fails, nothing is changed until it is back: {}", why);
      journalTrouble = why;
    }
    if (!isStoodIn) {
      situation.waitForJournal(why);
      situation.publish(state);
    }
    return out(Decision.NONE);
  }

  /** Nothing that was under way comes to an end. */
  public Step giveUp(String why, Now now) {
    context.time().set(now);
    giveUp(why);
    return out(Decision.NONE);
  }

  private void giveUp(String why) {
    parts.changes().close();
    orders.giveUp(why);
    parts.partitions().giveUp(why);
    parts.aliases().giveUp();
    isComparing = false; // this very machine begins anew
    demand.rest();
    context.beginRun();
    mastership.termEnds();
  }

  private Decision on(SubnetState state, SmCommand command) {
    return switch (command) {
      case SmCommand.Followup followup ->
          context.out().open(followup).map(asked -> on(state, asked)).orElse(Decision.NONE);
      case SmCommand.Begin begin -> begin(state);
      case RightPlace.Held journal -> compared(state, journal.missed());
      case RightPlace.Inspected journal ->
          RightPlace.isOwn(context, journal) ? startTerm(state) : Decision.NONE;
      case Succession.Resumed resumed -> run(() -> succession.resumed(state, resumed));
      case NodeNotes.Compared compared ->
          settle(state, parts.notes().take(state, compared, parts.partitions().isKnown(state)));
      case BalanceWatch.Measured measured -> run(() -> parts.balance().take(state, measured));
      case GroupSweeps.RunPart part -> run(() -> parts.groupSweeps().take(state, part));
      case LayerQuestion.Remembered told -> run(() -> parts.layers().take(state, told));
      case SmCommand.Sweep request -> run(() -> heavySweeps.request(state, request));
      case SweepLook.StatesRead read -> run(() -> heavySweeps.statesRead(state, read));
      case SmCommand.LookAround look -> run(() -> lookAround(state));
      case SmCommand.Trapped trapped -> run(() -> trapped(state, trapped.gate().take()));
      case LightSweeps.LookedAround looked -> run(() -> lookedAround(state, looked));
      case TableAudit.TablesRead read -> run(() -> tablesRead(state, read));
      case TableAudit.JournalAsked asked -> run(() -> parts.audit().take(state, asked));
      case AliasDesk.Looked looked -> settle(state, parts.changes().looked(state, looked));
      case AliasDesk.PauseOver over -> run(() -> parts.aliases().pauseOver(state));
      case AliasDesk.RunEnded ended -> run(() -> parts.aliases().ended(state, ended));
      case PartitionDesk.RunEnded ended -> keysTold(state, ended);
      case SmCommand.Controlled told -> run(() -> others.controlled(state, told));
      case SmCommand.PollDue due -> run(() -> sweepIf(state, mastership.pollEnds()));
      case SmCommand.Polled polled -> run(() -> polled(state, polled));
      case SmCommand.Acknowledged acknowledged -> Decision.NONE;
      case SmCommand.ForgetFrame asked -> settle(state, forgetFrame(state, asked));
      case SmCommand.ChangePartition asked ->
          settle(state, parts.order(state, asked, mastership.isInCharge(), situation.active));
      case SmCommand.OrderedSweep ordered -> run(() -> sweepOrdered(state, ordered));
      case SmCommand.ChangesAsked asked ->
          settle(state, parts.changes().decide(state, mastership.isInCharge()));
      case SmCommand.GroupTablesDue due -> run(() -> parts.groupSweeps().tablesDue(state));
      case SmCommand.LeaseEnded ended -> settle(state, parts.changes().endLeases(state));
      case SmCommand.Stop stop -> run(() -> retire(state));
      case SmCommand.HomeLost lost -> homeLost(state, lost.portGuid());
      case ProgrammerHomes.AskAgain again -> run(() -> context.homes().askAgain(again));
      case ProgrammerHomes.Answered answered ->
          context.homes().take(answered).map(told -> on(state, told)).orElse(Decision.NONE);
      case StepEnded ended -> settle(state, step(state, ended));
    };
  }

  /** What has no facts waits for nothing. */
  private Decision settle(SubnetState state, Decision decision) {
    if (decision.facts().isEmpty()) {
      decision.then().accept(state);
      return Decision.NONE;
    }
    return decision;
  }

  /** Ports have been told P_Keys without a sweep: those that gave one up leave its groups. */
  private Decision keysTold(SubnetState state, PartitionDesk.RunEnded ended) {
    parts.partitions().ended(state, ended);
    HeavySweep active = situation.active;
    if (active == null || active != ended.of() || situation.isSweeping()) {
      return Decision.NONE; // a sweep looks for them when it ends
    }
    List<SubnetEvent> facts =
        parts.groups().partings(state, active, () -> parts.partitions().members(state, active));
    return facts.isEmpty() ? Decision.NONE : new Decision(facts, parts.changes()::groupsChanged);
  }

  /** Nothing is journaled. */
  private static Decision run(Runnable reaction) {
    reaction.run();
    return Decision.NONE;
  }

  /** Those that switches are told. */
  private Collection<MulticastGroup> groupsOf(SubnetState state) {
    return setup.settings().groups().isDisabled()
        ? List.of()
        : aliasMembers.byPort(state.groups(), AliasDesk.of(state));
  }

  // ---- Term

  /** The first term of all is not begun in the journal of another subnet, none in an older copy. */
  private Decision begin(SubnetState state) {
    if (mastership.hasTerm()) {
      return Decision.NONE; // a term begins once
    }
    if (state.term() == 0) {
      return run(() -> RightPlace.inspect(context));
    }
    isComparing = true;
    return run(() -> RightPlace.compare(context));
  }

  /** What a lost node may still send, being alive, is refused by ports that hold another key. */
  private Decision homeLost(SubnetState state, long port) {
    if (!mastership.isInCharge()) {
      return Decision.NONE;
    }
    if (!context.homes().mayStillWrite(port)) {
      context.homes().lost();
      heavySweeps.routing().homeLost(port);
      return Decision.NONE;
    }
    lostHome = Optional.of("the node at port %s was lost at work".formatted(Guid.format(port)));
    context.out().warn("A new term begins, for {}", lostHome.get());
    giveUp(lostHome.get());
    return begin(state);
  }

  private Decision compared(SubnetState state, Optional<JournalWentBack> missed) {
    isComparing = false;
    return missed.isPresent() ? wentBack(missed.get()) : startTerm(state);
  }

  private Decision wentBack(JournalWentBack missed) {
    return leave(SmEffect.Cause.JOURNAL_WENT_BACK, missed.sentence());
  }

  private Decision leave(SmEffect.Cause cause, String sentence) {
    context.out().leave(cause, sentence);
    mastership.stop();
    context.out().end();
    return Decision.NONE;
  }

  private Decision startTerm(SubnetState state) {
    situation.leftOut.clear();
    // Nothing is left of what was under way when the journal failed.
    situation.forgetSweeps();
    if (setup.ownTerms().isSuperseded(state)) {
      // Another manager writes to the journal, whatever this node's cluster says.
      return leave(SmEffect.Cause.SUPERSEDED, OwnTerms.succession(state));
    }
    Optional<JournalWentBack> missed =
        setup.workers().missedBy(sequenceNumber.getAsLong(), state.term());
    if (missed.isPresent()) {
      return wentBack(missed.get());
    }
    Optional<String> lacking = PartitionDesk.refusal(state, setup.settings().partitions());
    if (lacking.isPresent()) {
      return leave(SmEffect.Cause.NO_PARTITIONS, lacking.get());
    }
    TermKeys keys = setup.newKeys().get();
    setup.ownTerms().begin(state, keys);
    long now = context.time().millis();
    SubnetEvent.TermStarted started =
        new SubnetEvent.TermStarted(state.term() + 1, keys, setup.nodeName(), reasonOfTerm(), now);
    succession.prepare(state.apply(started));
    List<SubnetEvent> facts = new ArrayList<>(List.of(started));
    if (state.siteKeys().isNone()) {
      facts.add(new SubnetEvent.KeysChosen(setup.newSiteKeys().get(), "there were none", now));
    }
    return new Decision(facts, this::termBegins);
  }

  /** The oldest node of a cluster has the manager, so it comes here when an elder one has ended. */
  private String reasonOfTerm() {
    String elderEnd = setup.peers().get().elderEnd();
    return lostHome.orElse(elderEnd.isEmpty() ? "this node manages for its cluster" : elderEnd);
  }

  private void termBegins(SubnetState state) {
    if (!journalTrouble.isEmpty()) {
      context.out().info("The journal is back");
      journalTrouble = "";
    }
    context.out().info("Term {} begins", state.term());
    setup.standing().keys().learn(state.siteKeys());
    context.out().termBegan(state.term());
    // A generation that the journal did not take is known to this node's engines all the same.
    heavySweeps.termBegins(Math.max(state.lastGeneration(), setup.generations().lastNumber()));
    mastership.termBegins();
    context.homes().termBegins(state.term());
    lostHome = Optional.empty();
    situation.role = "discovering";
    parts.lightSweeps().termBegins();
    parts.audit().termBegins(state);
    parts.groupSweeps().termBegins(state);
    parts.partitions().termBegins(state);
    parts.aliases().termBegins();
    parts.changes().termBegins(state);
    succession.begin(state);
  }

  /** Also when this node goes on, because it was voted out and has not noticed yet. */
  private void retire(SubnetState state) {
    parts.changes().close();
    mastership.retire();
    situation.role = SubnetStatus.RETIRED;
    situation.publish(state);
    context.out().end();
  }

  // ---- What asks for sweeps

  private void sweepIf(SubnetState state, boolean pollingEnded) {
    if (pollingEnded) {
      others.pollingEnded(state);
    }
  }

  private void polled(SubnetState state, SmCommand.Polled polled) {
    if (mastership.answerEnds(polled)) {
      others.pollingEnded(state);
    } else {
      polled.answer().ifPresent(info -> others.stillThere(state, info));
    }
  }

  private void lookAround(SubnetState state) {
    parts.lightSweeps().begin(state).ifPresent(reason -> heavySweeps.request(state, reason));
  }

  private void lookedAround(SubnetState state, LightSweeps.LookedAround looked) {
    parts.lightSweeps().end(looked).ifPresent(asked -> heavySweeps.request(state, asked));
    parts.partitions().refresh(state);
    if (situation.active != null) {
      context.homes().choose(situation.active);
    }
    situation.publish(state); // its requests count
  }

  private void sweepOrdered(SubnetState state, SmCommand.OrderedSweep ordered) {
    Optional<String> refusal = SweepOrders.refusal(ordered, situation, mastership.isInCharge());
    if (refusal.isPresent()) {
      ordered.answer().accept(new SweepAnswer.NotSwept(refusal.get()));
      return;
    }
    orders.add(ordered);
    heavySweeps.request(state, ordered.reason());
  }

  private Decision forgetFrame(SubnetState state, SmCommand.ForgetFrame asked) {
    Optional<String> refusal = FrameResets.refusal(state, situation, mastership.isInCharge());
    if (refusal.isPresent()) {
      asked.answer().accept(new FrameAnswer.Refused(refusal.get()));
      return Decision.NONE;
    }
    return Decision.of(
        FrameResets.fact(asked, context.time().millis()),
        forgotten -> {
          asked.answer().accept(new FrameAnswer.Forgotten());
          heavySweeps.request(forgotten, "what engines remember was reset");
        });
  }

  private void tablesRead(SubnetState state, TableAudit.TablesRead read) {
    parts.audit().take(read).ifPresent(reason -> heavySweeps.request(state, reason));
    situation.publish(state);
  }

  private void trapped(SubnetState state, SmCommand asked) {
    if (asked instanceof SmCommand.Sweep request) {
      heavySweeps.requestForTrap(state, request);
    } else if (asked != null) {
      lookAround(state);
    }
  }

  // ---- Steps of the sweep under way

  private Decision step(SubnetState state, StepEnded ended) {
    if (!situation.isSweeping(ended.generation())) {
      heavySweeps.routing().comesLate(ended);
      return Decision.NONE;
    }
    try {
      return steps.next(state, ended);
    } catch (RuntimeException e) {
      context.out().error("Heavy sweep {} met something unexpected", ended.generation(), e);
      heavySweeps.fail(state, "unexpected: " + e);
      return Decision.NONE;
    }
  }
}
