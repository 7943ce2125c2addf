package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.link.ReturnPath;
import io.dateline.sm.manager.SmStateMachine.Event;
import io.dateline.sm.manager.SmStateMachine.Step;
import io.dateline.sm.manager.SmStateMachine.Todo;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The subnet manager's part among others on its fabric: in which state it is, which others it
 * polls, what it tells them. Carries out what {@link SmStateMachine} and {@link Rivalry} decide;
 * sweeps are the subnet manager's. Owned by its actor.
 */
final class Mastership {
  private static final String POLL_TIMER = "poll";
  private static final String NONE_BETTER = "no better subnet manager is here";

  /** From a refusal of the subnet until it is offered to the same one again. */
  private static final Duration DECLINED_FOR = Duration.ofMinutes(1);

  private final SmContext context;
  private final MadExchange exchange;
  private final SubnetSettings settings;
  private final SmStanding standing;
  private final Supplier<Peers> peers;
  private final Map<Long, Long> declinedNs = new HashMap<>(); // when, by port GUID
  private HeavySweep seen; // the last one that met others, for the ways to them; or null
  private Polling polling; // null while no manager is polled
  private boolean isTermBegun;
  private boolean followsAnother;
  private boolean metMaster;

  Mastership(SmContext context) {
    this.context = context;
    SubnetManagerSetup setup = context.setup();
    exchange = setup.exchange();
    settings = setup.settings();
    standing = setup.standing();
    peers = setup.peers();
  }

  SmState state() {
    return standing.state();
  }

  /**
   * Whether this node may sweep: it has a term, and no other node manages the subnet, as far as it
   * knows.
   */
  boolean isInCharge() {
    return isTermBegun && standing.isInCharge();
  }

  /**
   * Whether another one has managed the subnet since this one last did, so that LIDs are as that
   * one gave them.
   */
  boolean followsAnother() {
    return followsAnother;
  }

  /** Whether another one may have programmed switches since this one last did. */
  boolean doubtsTables() {
    return followsAnother || metMaster;
  }

  void termBegins() {
    isTermBegun = true;
    stopPolling();
    standing.enter(SmState.DISCOVERING);
    exchange.setSubnetManager(true);
  }

  /** Whether the term that this node had has ended, and the next one has not begun. */
  boolean awaitsTerm() {
    return !isTermBegun && standing.isInCharge();
  }

  boolean hasTerm() {
    return isTermBegun;
  }

  /** The journal fails. Others see this node as what it was; it does nothing before a new term. */
  void termEnds() {
    isTermBegun = false;
  }

  void resumed() {
    step(Event.NOBODY_AHEAD, NONE_BETTER);
  }

  void comeAfterAnother() {
    followsAnother = true;
  }

  void subnetUp() {
    followsAnother = false;
    metMaster = false;
  }

  void stop() {
    stopPolling();
    standing.enter(SmState.NOT_ACTIVE);
    exchange.setSubnetManager(false);
  }

  /**
   * Another node of the cluster goes on with what this one knows. IsSM stays until the port is
   * closed: questions to subnet administration are still answered.
   */
  void retire() {
    stopPolling();
    standing.retire();
  }

  /** Whether what is at the port of a GUID counts: a node of this cluster, or an allowed one. */
  boolean heeds(long portGuid) {
    return context.setup().settings().trust().managers().allows(portGuid)
        || peers.get().members().contains(portGuid);
  }

  /** The ports of subnet managers that count. */
  int[] heeded(Discovered found) {
    return Arrays.stream(found.managerPorts())
        .filter(port -> heeds(found.fabric().portGuid(port)))
        .toArray();
  }

  /** Whether a Set(SMInfo) is known to come from the port that it names, by the last sweep. */
  boolean isFromItself(SmCommand.Controlled told) {
    HeavySweep known = lastKnown();
    return known != null && isFromItself(told, known);
  }

  private HeavySweep lastKnown() {
    return seen == null ? context.situation().active : seen;
  }

  /** What another subnet manager is called: by its port, as far as that is known. */
  String name(long portGuid) {
    HeavySweep known = lastKnown();
    return PortNames.byGuid(known == null ? null : known.found.fabric(), portGuid);
  }

  private static boolean isFromItself(SmCommand.Controlled told, HeavySweep known) {
    Fabric fabric = known.found.fabric();
    int claimed = fabric.endPortByGuid(SmInfo.of(told.smInfo()).guid());
    return claimed != Fabric.NONE && claimed == source(told, known, claimed);
  }

  /** What a sweep that has met others has to do about them. */
  Rivalry.Verdict judge(HeavySweep sweep) {
    seen = sweep;
    return rivalry().judge(sweep.otherManagers);
  }

  /** Whether to look again soon: a better one will be able to take the subnet in a moment. */
  boolean isHeirOnItsWay(HeavySweep sweep) {
    return rivalry().isBetterOnItsWay(sweep.otherManagers);
  }

  /**
   * Asks the other subnet managers that the last sweep met what they are now.
   *
   * @param rivalry as it stands
   * @return why a heavy sweep is needed, or nothing
   */
  CompletionStage<Optional<String>> lookAtRivals(HeavySweep active, Rivalry rivalry) {
    List<CompletableFuture<Optional<ManagerInfo>>> answers = new ArrayList<>();
    Fabric fabric = active.found.fabric();
    for (int port : heeded(active.found)) {
      DirectedRoute route = active.routes.toPort(port);
      if (route != null
          && port != active.found.localPort()
          && !rivalry.peers().members().contains(fabric.portGuid(port))) {
        answers.add(
            SmDialog.ask(exchange, route, fabric.portGuid(port), standing.smInfo())
                .thenApply(
                    answer ->
                        answer
                            .map(info -> new ManagerInfo(port, info.bytes()))
                            .filter(info -> info.isOf(fabric.portGuid(port))))
                .toCompletableFuture());
      }
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(done -> answers.stream().flatMap(answer -> answer.join().stream()).toList())
        .thenApply(
            met ->
                rivalry.among(peers.get()).judge(met) instanceof Rivalry.NobodyAhead
                    ? Optional.empty()
                    : Optional.of("another subnet manager goes before, or is master, too"));
  }

  /** No manager goes before this node. */
  void manage() {
    stopPolling();
    step(Event.NOBODY_AHEAD, NONE_BETTER);
  }

  void standBy(ManagerInfo rival) {
    long guid = SmInfo.of(rival.smInfo()).guid();
    step(Event.RIVAL_AHEAD, name(guid) + " has precedence");
    follow(guid);
  }

  /** A worse master will hand over once it has seen this node. */
  void await(ManagerInfo rival) {
    metMaster = true;
    poll(SmInfo.of(rival.smInfo()).guid());
  }

  /** Offers the subnet; {@link #taken} or {@link #declined} follows. */
  Supplier<CompletionStage<Boolean>> handOver(ManagerInfo heir) {
    SmInfo master = standing.smInfo().smKey(0);
    DirectedRoute route = seen.routes.toPort(heir.port());
    long guid = SmInfo.of(heir.smInfo()).guid();
    step(Event.HANDOVER_SENT, "the subnet is offered to " + name(guid));
    return () -> SmDialog.tell(exchange, route, guid, SmControl.HANDOVER, master);
  }

  void taken(ManagerInfo heir) {
    follow(SmInfo.of(heir.smInfo()).guid());
  }

  void declined(ManagerInfo heir) {
    long guid = SmInfo.of(heir.smInfo()).guid();
    declinedNs.put(guid, context.time().nanos());
    step(Event.HANDOVER_DECLINED, name(guid) + " has not taken the subnet");
  }

  /**
   * Whether what came without an SM_Key came from the port of the subnet manager that it says it is
   * of, and the last sweep met that one there. Any program can say so of any other port.
   */
  boolean isOfOneMet(SmCommand.Controlled told) {
    if (seen == null) {
      return false;
    }
    Fabric fabric = seen.found.fabric();
    int claimed = fabric.endPortByGuid(SmInfo.of(told.smInfo()).guid());
    return seen.otherManagers.stream().anyMatch(met -> met.port() == claimed)
        && isFromItself(told, seen);
  }

  private static int source(SmCommand.Controlled told, HeavySweep known, int claimed) {
    if (told.sourceLid() == Lid.PERMISSIVE) {
      return end(told, known.found.fabric());
    }
    byte[] data = known.found.attributes().portInfo()[claimed];
    if (data == null) {
      return Fabric.NONE;
    }
    PortInfo info = PortInfo.of(data);
    int offset = told.sourceLid() - info.lid();
    return offset >= 0 && offset < 1 << info.lmc() ? claimed : Fabric.NONE;
  }

  /** Where the way back of a directed route ends, or {@link Fabric#NONE}. */
  private static int end(SmCommand.Controlled told, Fabric fabric) {
    int receiver = fabric.endPortByGuid(told.receiver());
    return receiver == Fabric.NONE ? Fabric.NONE : ReturnPath.end(fabric, receiver, told.wayBack());
  }

  /**
   * Another subnet manager has told this one something.
   *
   * @return what is to be done, or nothing where it has no place in the state there is now. Before
   *     the term there is nothing to do it with; the term begins with finding out which manager is
   *     which.
   */
  Optional<Todo> take(SmControl control, SmInfo from) {
    Optional<Step> step = SmStateMachine.next(state(), Event.of(control));
    String what = name(from.guid()) + " " + control.words();
    if (step.isEmpty() || !isTermBegun) {
      context.out().info("Not heeded by a {} subnet manager: {}", state().words(), what);
      return Optional.empty();
    }
    if (control == SmControl.HANDOVER && state() == SmState.STANDBY) {
      acknowledge(from);
    }
    enter(step.get().next(), what);
    switch (step.get().todo()) {
      case POLL -> follow(from.guid());
      case SWEEP, REST -> stopPolling();
      case GO_ON -> {}
    }
    return Optional.of(step.get().todo());
  }

  /** The next poll; true where there were enough and a sweep is to follow. */
  boolean pollEnds() {
    if (polling == null) {
      return false;
    }
    if (!heeds(polling.portGuid())) {
      return end("allowed_sm_guids does not list its port"); // any more: it was read again
    }
    if (!polling.goesOn()) {
      return end("it no longer answers");
    }
    if (polling.route() != null) {
      long guid = polling.portGuid();
      DirectedRoute route = polling.route();
      context
          .out()
          .await(
              "poll of " + Guid.format(guid),
              () -> SmDialog.ask(exchange, route, guid, standing.smInfo()),
              (answer, failure) ->
                  new SmCommand.Polled(guid, failure == null ? answer : Optional.empty()));
    }
    return false;
  }

  /** An answer to a poll; true where none is to be waited for, so that a sweep is to follow. */
  boolean answerEnds(SmCommand.Polled polled) {
    if (polling == null || polling.portGuid() != polled.portGuid() || polled.answer().isEmpty()) {
      return false;
    }
    SmInfo info = polled.answer().get();
    if (info.guid() != polled.portGuid() || !rivalry().isWorthWaiting(info)) {
      return end("it is " + SmState.inWords(info.smState()));
    }
    if (polling.answered(rivalry().isOwed(info))) {
      context.out().warn("{}", reluctance(info));
    }
    return false;
  }

  /** What is to be told of the one that is polled: who it is, and why this one waits for it. */
  String precedence(SmInfo rival) {
    return polling != null && polling.isReluctant() && polling.portGuid() == rival.guid()
        ? reluctance(rival)
        : "another subnet manager has precedence: %s, priority %d, %s; this one has priority %d"
            .formatted(
                name(rival.guid()),
                rival.priority(),
                SmState.inWords(rival.smState()),
                standing.smInfo().priority());
  }

  private String reluctance(SmInfo rival) {
    int own = standing.smInfo().priority();
    return "%s is master with priority %d, and does not hand over to this one, which has %d%s:"
            .formatted(
                name(rival.guid()),
                rival.priority(),
                own,
                own == rival.priority() ? " and the lower GUID" : "")
        + " do both have one sm_key (here it is %s)?"
            .formatted(standing.keys().isSmKeyShown() ? "set" : "random");
  }

  private boolean end(String why) {
    String name = name(polling.portGuid());
    context.out().warn("Polling of {} ends: {}", name, why);
    stopPolling();
    step(Event.POLLING_ENDED, name + " is not polled any more");
    return true;
  }

  /** IBA Vol 1, 14.4.1: a standby acknowledges, and is master then. */
  private void acknowledge(SmInfo from) {
    DirectedRoute route = routeTo(from.guid());
    if (route != null) {
      SmInfo own = standing.smInfo().smKey(0);
      long guid = from.guid();
      context
          .out()
          .await(
              "acknowledgement to " + Guid.format(guid),
              () -> SmDialog.tell(exchange, route, guid, SmControl.ACKNOWLEDGE, own),
              (accepted, failure) -> new SmCommand.Acknowledged(guid));
    }
  }

  private void follow(long portGuid) {
    followsAnother = true;
    poll(portGuid);
  }

  private void poll(long portGuid) {
    polling = new Polling(portGuid, routeTo(portGuid), settings.pollingRetryNumber());
    context.out().repeat(POLL_TIMER, settings.sminfoPollingTimeout(), new SmCommand.PollDue());
  }

  private void stopPolling() {
    polling = null;
    context.out().cancel(POLL_TIMER);
  }

  /** The way to a subnet manager, or null where the last sweep did not meet its port. */
  private DirectedRoute routeTo(long portGuid) {
    int port = seen == null ? Fabric.NONE : seen.found.fabric().endPortByGuid(portGuid);
    return port == Fabric.NONE ? null : seen.routes.toPort(port);
  }

  Rivalry rivalry() {
    long now = context.time().nanos();
    declinedNs.values().removeIf(since -> now - since > DECLINED_FOR.toNanos());
    return new Rivalry(
        standing.smInfo(),
        peers.get(),
        declinedNs.keySet().stream().collect(Collectors.toUnmodifiableSet()),
        seen != null && seen.isLockedOut);
  }

  private void step(Event event, String reason) {
    Step step =
        SmStateMachine.next(state(), event)
            .orElseThrow(() -> new IllegalStateException(event + " in state " + state()));
    enter(step.next(), reason);
  }

  private void enter(SmState next, String reason) {
    SmState before = state();
    standing.enter(next);
    if (before != next) {
      context
          .out()
          .info(
              "This subnet manager is {} now, no longer {}: {}",
              next.words(),
              before.words(),
              reason);
    }
  }
}
