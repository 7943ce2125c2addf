package io.dateline.sm.manager;

import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.discover.LightSweep;
import io.dateline.sm.discover.PortLook;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * How a term begins: where the journal holds all that a sweep would find, with that ({@link
 * Resumption}), else with a heavy sweep.
 */
final class Succession {
  /**
   * What a term goes on with.
   *
   * @param addresses for all its ports, to be sent as soon as paths can be answered
   */
  record Inheritance(HeavySweep last, PortSets addresses) {}

  /**
   * Whether the term goes on with something.
   *
   * @param attempt to begin a term, by number; the journal may not have taken the one before
   * @param inheritance empty where it begins with a sweep
   * @param why it does
   */
  record Resumed(long attempt, Optional<Inheritance> inheritance, String why)
      implements SmCommand {}

  /**
   * To read what the journal holds; a sweep is the other way, which needs as long on a large fabric
   * or a busy machine. A journal that does not answer is none of this: it has taken the term by the
   * time this is waited for.
   */
  private static final Duration REPLICA_PATIENCE = Duration.ofSeconds(10);

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final SweepParts parts;
  private final StepPipe pipe;
  private final Mastership mastership;
  private final PortKeys portKeys;
  private final HeavySweeps sweeps;
  private boolean isPrepared; // what the journal holds is asked for
  private long attempts;

  Succession(
      SmContext context,
      SweepParts parts,
      StepPipe pipe,
      Mastership mastership,
      PortKeys portKeys,
      HeavySweeps sweeps) {
    this.context = context;
    setup = context.setup();
    situation = context.situation();
    this.parts = parts;
    this.pipe = pipe;
    this.mastership = mastership;
    this.portKeys = portKeys;
    this.sweeps = sweeps;
  }

  /**
   * The journal may hold all that a sweep would find; the replica reads it. Asked for while the
   * journal takes the term: both take their time, and nothing is written yet.
   *
   * @param state with the term in it
   */
  void prepare(SubnetState state) {
    isPrepared = state.active() != null;
    if (!isPrepared) {
      return;
    }
    PortKeys keys = portKeys.copy();
    long nowNs = context.time().nanos();
    long attempt = ++attempts;
    context
        .out()
        .await(
            "what the journal holds",
            () ->
                setup
                    .workers()
                    .catchUp(REPLICA_PATIENCE)
                    .thenComposeAsync(
                        caughtUp -> resumedIfUndisturbed(attempt, state, keys, caughtUp, nowNs),
                        setup.computing()),
            (resumed, failure) ->
                failure == null
                    ? resumed
                    : new Resumed(attempt, Optional.empty(), failure.toString()));
  }

  private Optional<Inheritance> inheritance(
      SubnetState state, PortKeys keys, SubnetReplica.CaughtUp caughtUp, long nowNs) {
    // The replica's state is the one that a rehearsal went through; the term is in the manager's
    // own.
    SubnetState read = caughtUp.isCurrent() ? caughtUp.view().subnet() : state;
    return setup
        .known()
        .take(read)
        .filter(known -> known.subnet().topologyId() == state.active().topologyId())
        .flatMap(
            known -> Resumption.of(state, setup.settings(), known, caughtUp.view().tables(), nowNs))
        .map(last -> new Inheritance(last, Resumption.addresses(state, last, keys)));
  }

  /** The journal has taken the term for which this was prepared. */
  void begin(SubnetState state) {
    if (isPrepared) {
      situation.isSucceeding = true;
    } else {
      sweeps.start(state, "a term began");
    }
  }

  private CompletionStage<Resumed> resumedIfUndisturbed(
      long attempt, SubnetState state, PortKeys keys, SubnetReplica.CaughtUp caughtUp, long nowNs) {
    Optional<Inheritance> inheritance = inheritance(state, keys, caughtUp, nowNs);
    if (inheritance.isEmpty()) {
      String why =
          caughtUp.isCurrent()
              ? "the journal does not hold all of the subnet, or switches are between two plans"
              : "the journal could not be asked how far it goes";
      return CompletableFuture.completedStage(new Resumed(attempt, inheritance, why));
    }
    return look(state, inheritance.get().last())
        .thenApply(
            changed ->
                new Resumed(
                    attempt,
                    changed.isEmpty() ? inheritance : Optional.empty(),
                    changed.orElse("")));
  }

  /**
   * Whether the subnet is as the last term left it. Where that one was at work until a moment ago,
   * no other manager can have taken the subnet meanwhile, and the own port is proof enough.
   * Otherwise another one may be master already without having been able to write to the own port:
   * nothing is written before all ports were asked, and switches whether another manager has come.
   */
  private CompletionStage<Optional<String>> look(SubnetState state, HeavySweep last) {
    MadExchange exchange = setup.exchange();
    if (isAtOnce(state, last)) {
      return PortLook.atHome(exchange, last.found);
    }
    CompletionStage<Optional<String>> switches =
        LightSweeps.over(last, exchange, state.previousKeys(), LightSweep.NO_TURN)
            .thenApply(finding -> finding.map(LightSweep.Finding::reason));
    return PortLook.everywhere(
            exchange,
            last.found,
            last.routes,
            port -> setup.peers().get().members().contains(port),
            PortKeys.ofTermsBefore(state))
        .thenCombine(switches, (first, second) -> first.or(() -> second));
  }

  /**
   * Whether this node has seen the manager before it at work: it was in the cluster with it, and
   * that one had moved this node's port to its term.
   */
  private boolean isAtOnce(SubnetState state, HeavySweep last) {
    int own = last.found.localPort();
    long shown = PortInfo.of(last.found.attributes().portInfo()[own]).mKey();
    return setup.sawElder().getAsBoolean()
        && shown == state.previousKeys().of(last.found.fabric().portGuid(own));
  }

  void resumed(SubnetState state, Resumed resumed) {
    if (resumed.attempt() != attempts || !situation.isSucceeding) {
      return; // of a term that did not begin, or that was told to rest meanwhile
    }
    situation.isSucceeding = false;
    if (resumed.inheritance().isPresent()) {
      resume(state, resumed.inheritance().get());
    } else {
      context.out().info("Not resumed: {}", resumed.why());
      sweeps.start(state, "a term began");
    }
  }

  private void resume(SubnetState state, Inheritance inheritance) {
    HeavySweep last = inheritance.last();
    situation.sweep = last;
    situation.active = last;
    sweeps.resumed(last);
    mastership.resumed();
    situation.role = SubnetStatus.MASTER;
    setup.generations().add(last.subnet);
    setup.generations().activated(last.activated());
    setup.access().open(last, state.keys());
    context.out().info("Resumed at generation {}: paths are answered", last.generation);
    situation.publishView(state);
    situation.enter(SweepPhase.RESUMING);
    pipe.send(inheritance.addresses(), StepEnded.Repointed::new);
    situation.publish(state);
  }

  /** Ports are moved to the new term: the subnet is looked at. */
  void repointed(SubnetState state, StepEnded.Repointed repointed) {
    HeavySweep last = situation.sweep;
    last.warn(repointed.result());
    portKeys.remember(state, last.found);
    situation.enter(SweepPhase.IDLE);
    parts.groupSweeps().recallAll(state, last.found.fabric());
    boolean complete = last.setsFailed == 0;
    context.out().info("Every port knows term {}: {}", state.term(), complete ? "yes" : "no");
    situation.sweep = null;
    if (complete && state.unfinished() != 0) {
      sweeps.start(state, "sweep %d was not finished".formatted(state.unfinished()));
    } else if (complete && PlanAgreement.isPlannedOtherwise(state.active(), last.settings)) {
      sweeps.start(
          state, "routing_engine, options of engines or lanes, or the QoS policy are others now");
    } else if (complete && parts.partitions().isReadAnew(state, last.settings.partitions())) {
      sweeps.start(state, "there is a partition file that was not read before");
    } else if (complete) {
      parts.layers().recall(last);
      parts.notes().compare(state, "ports were moved to term " + state.term());
      situation.publish(state);
      sweeps.startIfAsked(state); // by a trap, say, that came since the term began
      parts
          .groupSweeps()
          .changed(state); // the last term may have ended between a join and its tables
      parts.partitions().changed(state);
      parts.aliases().changed(state);
      if (!situation.isSweeping()) {
        context.out().tell(new SmCommand.LookAround());
        parts.audit().beginIfDue(state);
      }
    } else {
      situation.active = null;
      sweeps.start(state, "some ports did not take the new term");
    }
  }
}
