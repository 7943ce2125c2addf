package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Extent;
import io.dateline.sm.discover.Survey;
import io.dateline.sm.lane.LanePlanner;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.state.SubnetState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Heavy sweeps, one at a time, step by step: each method begins the step that follows what has
 * ended. Whether a sweep may go on after it has met other subnet managers is {@link
 * OtherManagers}'s.
 */
final class HeavySweeps {
  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final SweepParts parts;
  private final SweepDemand demand;
  private final StepPipe pipe;
  private final Mastership mastership;
  private final PortKeys portKeys;
  private final SweepOrders orders;
  private final RoutingOrder routing;
  private final Programmers programmers;
  private final AddressStep addresses;
  private final Registrations registrations = new Registrations();
  private final SweepLook look;
  private long lastGeneration;

  HeavySweeps(
      SmContext context,
      SweepParts parts,
      SweepDemand demand,
      StepPipe pipe,
      Mastership mastership,
      PortKeys portKeys,
      SweepOrders orders) {
    this.context = context;
    setup = context.setup();
    situation = context.situation();
    this.parts = parts;
    this.demand = demand;
    this.pipe = pipe;
    this.mastership = mastership;
    this.portKeys = portKeys;
    this.orders = orders;
    look = new SweepLook(context);
    routing = new RoutingOrder(context, pipe, parts.layers());
    programmers = new Programmers(context);
    addresses = new AddressStep(context, parts, pipe, mastership, portKeys, registrations);
  }

  /** Generations of this term are larger than this one. */
  void termBegins(long lastGeneration) {
    this.lastGeneration = lastGeneration;
    registrations.clear();
    routing.termBegins();
    programmers.termBegins();
  }

  /** Another one manages the subnet from now on, or none. */
  void rest(SubnetState state) {
    orders.giveUp("this node does not manage the subnet any more: " + situation.role);
    parts.groupSweeps().abandon(state);
    parts.partitions().giveUp("this node does not manage the subnet any more");
    parts.aliases().giveUp();
    registrations.clear();
  }

  void comeAfterAnother() {
    registrations.clear();
  }

  /** A term goes on with the last sweep; nothing on the fabric is to notice. */
  void resumed(HeavySweep last) {
    registrations.resumed(last.found.fabric());
  }

  /** Begins a sweep of the whole; one asked for during another, or before a term, follows that. */
  void request(SubnetState state, String reason) {
    request(state, new SmCommand.Sweep(reason));
  }

  /** Ports of switches whose bits were cleared have been asked for their states. */
  void statesRead(SubnetState state, SweepLook.StatesRead read) {
    look.take(read).ifPresent(asked -> request(state, asked));
  }

  void request(SubnetState state, SmCommand.Sweep asked) {
    if (hasToWait()) {
      demand.add(asked.reason(), asked.extent());
    } else if (mastership.isInCharge()) {
      start(state, asked);
    }
  }

  private boolean hasToWait() {
    return mastership.awaitsTerm()
        || (mastership.isInCharge() && (situation.isSweeping() || situation.isSucceeding));
  }

  /** As {@link #request}; it may wait a moment. */
  void requestForTrap(SubnetState state, SmCommand.Sweep asked) {
    if (hasToWait()) {
      demand.addForTrap(asked.reason(), asked.extent());
    } else if (mastership.isInCharge()) {
      demand.afterGap(asked.reason(), asked.extent()).ifPresent(now -> start(state, asked));
    }
  }

  /** What was asked for during the sweep that has ended. */
  void startIfAsked(SubnetState state) {
    demand.take().ifPresent(reason -> start(state, new SmCommand.Sweep(reason, Extent.NONE)));
  }

  void start(SubnetState state, String reason) {
    start(state, new SmCommand.Sweep(reason));
  }

  /** Not where this node leaves, for the next master looks what has changed. */
  private void start(SubnetState state, SmCommand.Sweep asked) {
    if (setup.standing().isLeaving()) {
      orders.giveUp("this node leaves its cluster");
      return;
    }
    situation.sweep = new HeavySweep(++lastGeneration, asked.reason(), context.time().nanos());
    situation.sweep.extent = demand.sweepBegins().and(asked.extent());
    situation.sweep.settings = setup.live().forSweep();
    situation.sweep.wishes = orders.sweepBegins();
    parts.lightSweeps().heavySweepBegins(situation.sweep.settings);
    context.out().info("Heavy sweep {} begins: {}", lastGeneration, asked.reason());
    situation.publish(state);
    pipe.pipe(
        "discovery",
        look.begin(state, situation, parts.aliases().sweepBegins()),
        StepEnded.Found::new);
  }

  /** What was told of during the look is looked at before the sweep goes on. */
  void found(SubnetState state, Discovered found) {
    Optional<Extent> more = look.more(situation, found, demand::takeIn);
    if (more.isPresent()) {
      pipe.pipe("discovery", look.goOn(found, more.get()), StepEnded.Found::new);
    } else {
      look.tell(situation.sweep.generation, found);
      survey(state, found);
    }
  }

  /** Before the first Set: is there another subnet manager, and which keys do ports hold? */
  private void survey(SubnetState state, Discovered found) {
    Optional<String> refusal = look.refusal(state, situation.sweep, found);
    if (refusal.isPresent()) {
      fail(state, refusal.get());
      return;
    }
    HeavySweep sweep = situation.sweep;
    sweep.found = found;
    found.warnings().forEach(sweep::warn);
    parts.aliases().found(sweep);
    sweep.routes = new RouteBook(found.fabric(), found.localPort());
    context.homes().choose(sweep);
    if (situation.active == null) {
      programmers.recall(sweep, state);
    }
    pipe.pipe(
        "survey",
        () -> look.survey(state, sweep, mastership.heeded(found), parts.partitions()),
        StepEnded.Surveyed::new);
  }

  /** Takes in what the survey has found; {@link #address} follows, if no manager goes before. */
  void takeSurvey(SubnetState state, Survey.Result survey) {
    HeavySweep sweep = situation.sweep;
    Fabric fabric = sweep.found.fabric();
    portKeys.learn(sweep.found, survey.keys());
    sweep.isLockedOut = portKeys.isLockedOut(sweep.found);
    sweep.otherManagers = survey.managers();
    sweep.foreign = DoubtfulSwitches.switches(state, sweep.found, survey.keys());
    if (sweep.recall != null) {
      sweep.foreign.stream().forEach(sweep.recall::forget);
    }
    parts.audit().tellSuspects(sweep);
    sweep.foreign.stream().forEach(sw -> parts.groupSweeps().forget(state, fabric.nodeGuid(sw)));
    TableMemory.carry(state, situation, survey, mastership.doubtsTables());
    parts.aliases().surveyed(state, survey.keys(), mastership.doubtsTables());
    parts.partitions().surveyed(sweep);
    registrations.keep(
        fabric,
        port ->
            state.nodes().holds(fabric.nodeGuid(fabric.nodeOf(port)))
                && DoubtfulSwitches.isOurs(state, sweep, survey.keys(), port));
  }

  /** No manager goes before this node: ports are given their LIDs. */
  Decision address(SubnetState state) {
    return addresses.begin(state);
  }

  Decision setsDone(SubnetState state, PortSets.Result result) {
    HeavySweep sweep = situation.sweep;
    sweep.warn(result);
    switch (sweep.phase()) {
      case ADDRESSING -> {
        registrations.asked(sweep.found.fabric(), sweep.registered);
        sweep.outcome = SweepOutcome.ofAddressing(sweep);
        sweep
            .outcome
            .notUp()
            .ifPresentOrElse(why -> fail(state, why), () -> acknowledgeChanges(state));
      }
      case ACKNOWLEDGING -> parts.partitions().beginStep(state, this::route);
      case LANES -> {
        context.homes().sharedEnded();
        parts.groupSweeps().beginStep(state, now -> parts.aliases().beginStep(now, this::arm));
      }
      case ARMING -> activate(state);
      case ACTIVATING -> {
        sweep.outcome = SweepOutcome.of(sweep);
        if (sweep.outcome.notUp().isEmpty()) {
          List<SubnetEvent> facts = new ArrayList<>(parts.groups().departures(state, sweep));
          facts.addAll(parts.changes().departures(state, sweep));
          facts.add(
              new SubnetEvent.RoutingActivated(
                  sweep.generation, sweep.reason, context.time().millis()));
          return new Decision(facts, this::subnetUp);
        }
        fail(state, sweep.outcome.notUp().get());
      }
      default -> throw new IllegalStateException("no Sets were sent in " + sweep.phase());
    }
    return Decision.NONE;
  }

  /** Clears the change bits of switches; what changes from now on shows in the next light sweep. */
  private void acknowledgeChanges(SubnetState state) {
    situation.enter(SweepPhase.ACKNOWLEDGING, state);
    HeavySweep sweep = situation.sweep;
    portKeys.remember(state, sweep.found);
    setup.access().open(sweep, state.keys());
    pipe.send(
        SweepSets.acknowledgements(
            sweep, state.keys(), sweep.settings.packetLifeTime(), demand.asked()),
        StepEnded.SetsDone::new);
  }

  void recalled(SubnetState state, StepEnded.Recalled recalled) {
    long guid = situation.sweep.found.fabric().nodeGuid(recalled.switchIndex());
    context.homes().learn(guid, recalled.home());
    if (!situation.sweep.foreign.get(recalled.switchIndex())) {
      recalled.multicast().ifPresent(row -> parts.groupSweeps().recalled(state, guid, row));
    }
    routing.recalled(state, recalled);
  }

  /**
   * What an engine has learnt is journaled though it refused. No switch waits for that: the next
   * engine is under way.
   */
  Decision engineReplied(SubnetState state, StepEnded.EngineReplied replied) {
    Optional<String> failure = routing.take(state, replied.reply());
    HeavySweep sweep = situation.sweep;
    List<SubnetEvent> facts =
        sweep.learnt == null
            ? List.of()
            : MemoryFacts.between(
                state.memory(), sweep.learnt, sweep.reason, context.time().millis());
    return new Decision(facts, after -> failure.ifPresent(why -> fail(after, why)));
  }

  RoutingOrder routing() {
    return routing;
  }

  Decision judged(SubnetState state, RoutingCheck check) {
    return routing.isJudgedOnly(check) ? Decision.NONE : examined(state);
  }

  /** All candidates have been asked. */
  Decision compared(SubnetState state) {
    Optional<String> failure = routing.compared(state);
    failure.ifPresent(why -> fail(state, why));
    return failure.isPresent() ? Decision.NONE : examined(state);
  }

  /** Other nodes have said which tables they have, or had enough time. */
  Decision witnessed(SubnetState state, boolean isAwaited) {
    return isAwaited ? examined(state) : Decision.NONE;
  }

  Decision layersTold(SubnetState state, LayerAssigner.Reply reply) {
    situation.sweep.layersTold = reply;
    return examined(state);
  }

  private Decision examined(SubnetState state) {
    return routing.ruling(state).map(ruling -> carryOut(state, ruling)).orElse(Decision.NONE);
  }

  private Decision carryOut(SubnetState state, RoutingRuling ruling) {
    return switch (ruling) {
      case RoutingRuling.Unsettled(String reason) -> {
        fail(state, reason);
        yield Decision.NONE;
      }
      case RoutingRuling.EngineRefuted(String reason) -> {
        routing.refuted(state, reason).ifPresent(why -> fail(state, why));
        yield Decision.NONE;
      }
      case RoutingRuling.Accepted(Optional<LayerAssigner.Proven> layers) -> plan(state, layers);
    };
  }

  private Decision plan(SubnetState state, Optional<LayerAssigner.Proven> layers) {
    HeavySweep sweep = situation.sweep;
    sweep.check.warning().ifPresent(sweep::warn);
    sweep.layers = layers.orElse(null);
    long now = context.time().millis();
    List<SubnetEvent> facts =
        new ArrayList<>(MemoryFacts.between(state.memory(), sweep.memory, sweep.reason, now));
    facts.addAll(parts.ofPartitions(state, sweep));
    facts.add(routing.planned(state));
    return new Decision(facts, this::program);
  }

  /**
   * From the first block on it is this routing that the switches forward by, or are about to,
   * however the sweep ends; and its SLs are those that the journal says were granted. So it is
   * answered from now on, and the next routing begins with it.
   */
  private void program(SubnetState state) {
    situation.enter(SweepPhase.PROGRAMMING, state);
    HeavySweep sweep = situation.sweep;
    setup.generations().activated(sweep.activated());
    context.homes().choose(sweep); // a node may have been found wrong since
    routing.programs(state);
    situation.publishPlan(state);
    parts.changes().publish(state);
    if (programmers.program(sweep)) {
      setLanes(state);
    }
  }

  void programmed(SubnetState state, StepEnded.ProgrammerReplied replied) {
    if (replied.reply() instanceof ProgrammerReply.Programmed) {
      parts.audit().programmed(replied.switchGuid());
    }
    if (programmers.take(situation.sweep, replied)) {
      setLanes(state);
    }
  }

  private void setLanes(SubnetState state) {
    situation.enter(SweepPhase.LANES, state);
    HeavySweep sweep = situation.sweep;
    LanePlanner planner = LaneSets.planner(sweep);
    planner.warnings().forEach(sweep::warn);
    SharedSets lanes = context.homes().share(sweep);
    LaneSets.add(lanes, sweep, planner, state.keys());
    pipe.send(lanes, StepEnded.SetsDone::new);
  }

  private void route(SubnetState state) {
    look.afterClearing(state, situation.sweep);
    routing.begin(state, situation.sweep.settings.routing());
  }

  void keysTold(SubnetState state, StepEnded.KeysTold told) {
    parts.partitions().told(told.result());
    route(state);
  }

  void guidsTold(SubnetState state, StepEnded.GuidsTold told) {
    parts.aliases().told(told.result());
    arm(state);
  }

  private void arm(SubnetState state) {
    situation.enter(SweepPhase.ARMING, state);
    pipe.send(SweepSets.arming(situation.sweep, state.keys()), StepEnded.SetsDone::new);
  }

  private void activate(SubnetState state) {
    situation.enter(SweepPhase.ACTIVATING, state);
    pipe.send(SweepSets.activation(situation.sweep, state.keys()), StepEnded.SetsDone::new);
  }

  private void subnetUp(SubnetState state) {
    HeavySweep before = situation.active;
    boolean isNew = situation.sweep.isNewAfter(before);
    situation.sweepEnded();
    demand.sweepEnded(isNew);
    mastership.subnetUp();
    HeavySweep active = situation.active;
    registrations.subnetUp(active.found.fabric());
    parts.lightSweeps().heavySweepEnded(active);
    StatusReport.log(context.out(), active, before);
    orders.sweepEnded(active);
    situation.publishView(state);
    parts.changes().publish(state);
    parts.notices().subnetUp(before, active);
    parts.notes().compare(state, active.reason);
    parts.balance().subnetUp();
    situation.publish(state);
    if (active.layers == null) {
      parts.layers().recall(active);
    }
    startIfAsked(state);
    parts.groupSweeps().sweepOver(state);
    parts.partitions().sweepOver(state);
    parts.aliases().sweepOver(state);
    if (!situation.isSweeping()) {
      parts.audit().sweepEnded(state);
    }
  }

  void fail(SubnetState state, String reason) {
    long generation = situation.sweep.generation;
    if (setup.standing().isLeaving()) {
      context.out().info("Heavy sweep {} is given up, for this node ends", generation);
    } else {
      context.out().warn("SUBNET NOT UP: heavy sweep {} failed: {}", generation, reason);
    }
    orders.sweepFailed(generation, reason);
    boolean isRefused = routing.isRefused();
    situation.sweepFailed(reason);
    situation.publish(state);
    if (isRefused) {
      demand.sweepRefused(reason);
    } else {
      demand.sweepFailed(reason);
    }
    parts.groupSweeps().sweepOver(state);
    parts.aliases().sweepOver(state);
  }
}
