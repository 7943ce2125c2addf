package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.history.line.HistoryLine;
import io.dateline.sm.link.Enforcement;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.partition.KeyRules;
import io.dateline.sm.partition.PartitionBook;
import io.dateline.sm.partition.PartitionFile;
import io.dateline.sm.partition.PartitionMembers;
import io.dateline.sm.partition.PartitionRun;
import io.dateline.sm.partition.PartitionSettings;
import io.dateline.sm.partition.Partitions;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.text.Counted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Partitions: which file counts, and the P_Key tables of ports. A heavy sweep has a step for them;
 * between sweeps a run tells only the ports whose keys have changed. One run at a time.
 *
 * <p>The file that the journal has counts, whichever node is master. A node's own file takes its
 * place when it was changed in this term, or has never counted and was read after the one that
 * counts. So a master that comes with a file of yesterday does not bring yesterday's partitions
 * back.
 */
final class PartitionDesk {
  /** A run between sweeps has ended. */
  record RunEnded(HeavySweep of, PartitionRun.Result result) implements SmCommand {}

  private static final int WARNINGS_MAX = 10; // of an answer

  /**
   * An order that is answered when ports know of it.
   *
   * @param isFirst whether neither a file nor an order went before it
   */
  private record Waiting(SmCommand.ChangePartition asked, boolean isFirst) {}

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final StepPipe pipe;
  private final NodeNotes notes;
  private Optional<String> lastDigest = Optional.empty(); // of this node's file, as last looked at
  private final SilentPorts silent;
  private final EndedChecks checks = new EndedChecks();
  private Partitions told = Partitions.DEFAULT; // by the last run
  private boolean isRunning; // between sweeps
  private boolean isDoubted; // what ports hold: they are being told, or have not answered
  private boolean isOutdated; // what the run under way brings is not what is wanted any more
  private final List<Waiting> waiting = new ArrayList<>(); // for ports to know
  private Set<Long> self = Set.of(); // ports of this cluster, as the last run has told them
  private Consumer<SubnetState> afterRun; // the sweep that waits for its end, or null

  PartitionDesk(SmContext context, StepPipe pipe, NodeNotes notes, SilentPorts silent) {
    this.notes = notes;
    this.silent = silent;
    this.context = context;
    setup = context.setup();
    situation = context.situation();
    this.pipe = pipe;
  }

  /** Why no term can begin: a file that should be there cannot be used, and no other ever was. */
  static Optional<String> refusal(SubnetState state, PartitionSettings settings) {
    return settings.isManaged() && !state.partitions().hasFile()
        ? settings
            .trouble()
            .map(
                why ->
                    "%s; without it every port could talk to every other one, so nothing is begun"
                        .formatted(why))
        : Optional.empty();
  }

  void termBegins(SubnetState state) {
    lastDigest = setup.settings().partitions().digest();
    silent.set(state.nodes().silent());
    checks.forget();
    isRunning = false;
    isOutdated = false;
    isDoubted = true; // the master before may have ended before it said what it had told
    afterRun = null;
  }

  /** A sweep knows which switches were in other hands. */
  void surveyed(HeavySweep sweep) {
    checks.surveyed(sweep);
  }

  /** Whether a file of this node is to take the place of the one that counts. */
  boolean isReadAnew(SubnetState state, PartitionSettings settings) {
    PartitionBook known = state.partitions();
    return settings.isManaged()
        && settings
            .digest()
            .filter(digest -> !digest.equals(known.digest()))
            .filter(digest -> !isOlder(known, digest) || !lastDigest.equals(Optional.of(digest)))
            .isPresent();
  }

  private boolean isOlder(PartitionBook known, String digest) {
    return known.isOlder(digest) || setup.live().isOvertakenBy(known.digest());
  }

  /** What the journal has to take before ports are told. */
  List<SubnetEvent> facts(SubnetState state, HeavySweep sweep) {
    PartitionSettings settings = sweep.settings.partitions();
    boolean isAnew = isReadAnew(state, settings);
    lastDigest = settings.digest();
    if (!isAnew) {
      warn(state, sweep);
      return List.of();
    }
    PartitionFile file = settings.file().orElseThrow();
    List<String> changes = state.partitions().changesTo(file.partitions());
    changes.forEach(change -> context.out().info("Partitions: {}", change));
    return List.of(
        new SubnetEvent.PartitionsRead(
            file.partitions().lines(),
            file.digest(),
            changes,
            sweep.reason,
            context.time().millis()));
  }

  /** The file that counts is not this node's. */
  private void warn(SubnetState state, HeavySweep sweep) {
    PartitionSettings settings = sweep.settings.partitions();
    settings.warning(state.partitions()).ifPresent(sweep::warnTold); // when the journal was read
    settings.passedOver(state.partitions(), setup.live()::isOvertakenBy).ifPresent(sweep::warn);
  }

  /** Those that are in force. */
  static Partitions of(SubnetState state) {
    return state.partitions().inForce();
  }

  /** Whether ports are told P_Keys: where nothing was ever said of partitions they keep theirs. */
  private static boolean isManaged(SubnetState state, HeavySweep sweep) {
    return sweep.settings.partitions().isManaged() && !state.partitions().isEmpty();
  }

  /**
   * The step of a heavy sweep.
   *
   * @param then what follows it
   */
  void beginStep(SubnetState state, Consumer<SubnetState> then) {
    HeavySweep sweep = situation.sweep;
    warnOfNames(of(state), sweep);
    state.partitions().conflicts().forEach(sweep::warn);
    if (!isManaged(state, sweep)) {
      endChecks(state, sweep);
      then.accept(state);
    } else if (isRunning) {
      afterRun = after -> beginStep(after, then);
    } else {
      situation.enter(SweepPhase.PARTITIONS, state);
      checks.forget();
      pipe.pipe("P_Keys of ports", () -> run(state, sweep), StepEnded.KeysTold::new);
    }
  }

  private void endChecks(SubnetState state, HeavySweep sweep) {
    checks.plan(state.nodes(), sweep);
    int count = sweep.checksToEnd.cardinality();
    if (count > 0) {
      context
          .out()
          .info("Ports are told no P_Keys any more: P_Key checks of {} switch ports end", count);
    }
  }

  /** A policy may name partitions that there are not; no port is in these. */
  private static void warnOfNames(Partitions partitions, HeavySweep sweep) {
    sweep.settings.policy().stream()
        .flatMap(policy -> policy.partitions().stream())
        .filter(name -> partitions.keyOf(name).isEmpty())
        .forEach(
            name ->
                sweep.warn(
                    "there is no partition '%s', which qos_policy_file names".formatted(name)));
  }

  /** The step has ended. */
  void told(PartitionRun.Result result) {
    take(situation.sweep, result);
  }

  /** What was not answered may have been done all the same. */
  private void take(HeavySweep sweep, PartitionRun.Result result) {
    isDoubted = result.failed() > 0;
    sweep.warn(new PortSets.Result(result.sent(), result.failed(), result.errors()));
    sweep.keysTold = Optional.of(result);
  }

  /**
   * Which ports have fallen silent, before anything changes: what was told by a run, or is being
   * told, that was not answered, they may hold.
   */
  CompletionStage<Void> look(SubnetState state, HeavySweep sweep) {
    Set<Long> nodes = cluster();
    List<Partitions> maybeTold =
        isDoubted && isManaged(state, sweep) ? state.partitions().maybeTold() : List.of();
    List<Function<Fabric, PartitionMembers>> given =
        maybeTold.stream().map(all -> members(all, sweep, nodes)).toList();
    Optional<Discovered> active = Optional.ofNullable(situation.active).map(last -> last.found);
    // The fabric of the journal is put together first: half a second for 48,896 nodes.
    Executor executor = silent.readsJournal(state) ? setup.computing() : Runnable::run;
    return CompletableFuture.runAsync(
        () -> silent.look(state, active, sweep.found, given), executor);
  }

  /** What the journal has to take of that before ports are told anything. */
  Optional<SubnetEvent> silence(SubnetState state, HeavySweep sweep) {
    Silence all = silent.all();
    return all.equals(state.nodes().silent())
        ? Optional.empty()
        : Optional.of(NodeNotes.silence(state, all, sweep.reason, context.time().millis()));
  }

  /**
   * Whether all ports that answer hold what the partitions in force give them. A sweep that is not
   * over may have told others than those of the active one.
   */
  boolean isKnown(SubnetState state) {
    return !isDoubted && !silent.isLooking() && told.equals(of(state));
  }

  private CompletionStage<PartitionRun.Result> run(SubnetState state, HeavySweep sweep) {
    boolean isWhole = isDoubted;
    isDoubted = true; // until ports have answered
    self = cluster();
    told = of(state);
    PartitionSettings settings = sweep.settings.partitions();
    Function<Fabric, PartitionMembers> members = members(told, sweep, self);
    MadExchange exchange = context.exchange();
    return CompletableFuture.supplyAsync(
            () ->
                new KeyRules(
                    members.apply(sweep.found.fabric()),
                    settings.keepsIndexes(),
                    settings.enforcement() != Enforcement.OFF,
                    isWhole,
                    silent.keptKeys(sweep.found.fabric(), members)),
            setup.computing())
        .thenCompose(
            rules ->
                PartitionRun.of(
                    exchange,
                    sweep.found.fabric(),
                    sweep.found.attributes(),
                    sweep.routes,
                    state.keys(),
                    rules));
  }

  private static Function<Fabric, PartitionMembers> members(
      Partitions partitions, HeavySweep sweep, Set<Long> nodes) {
    long own = sweep.found.fabric().portGuid(sweep.found.localPort());
    boolean allowsBoth = sweep.settings.partitions().allowsBoth();
    return fabric ->
        PartitionMembers.of(
            partitions, fabric, guid -> guid == own || nodes.contains(guid), allowsBoth);
  }

  /** Which ports are in which partitions, where ports are told. */
  Optional<PartitionMembers> members(SubnetState state, HeavySweep sweep) {
    return isManaged(state, sweep)
        ? Optional.of(members(of(state), sweep, self).apply(sweep.found.fabric()))
        : Optional.empty();
  }

  /**
   * Ports of nodes that are in the cluster or were, as far as this one knows: they may come back.
   */
  private Set<Long> cluster() {
    Peers peers = setup.peers().get();
    Set<Long> all = new HashSet<>(peers.members());
    all.addAll(peers.former());
    return all;
  }

  /** Nodes may have come to the cluster, or have left it: SELF is other ports then. */
  void refresh(SubnetState state) {
    if (!self.equals(cluster())) {
      changed(state);
    }
  }

  /** An operator's order: the journal takes it, then the ports concerned are told. */
  Decision order(SubnetState state, SmCommand.ChangePartition asked, boolean isInCharge) {
    Optional<String> refusal =
        PartitionOrders.refusal(state, situation, isInCharge, asked.changes());
    if (refusal.isPresent()) {
      asked.answer().accept(new PartitionAnswer.NotChanged(refusal.get()));
      return Decision.NONE;
    }
    boolean isFirst = state.partitions().isEmpty();
    waiting.add(new Waiting(asked, isFirst)); // it is told, too, where the journal fails
    if (isFirst) {
      context.out().warn("Partitions: {}", PartitionOrders.FIRST);
    }
    SubnetEvent fact = PartitionOrders.fact(asked, context.time().millis());
    return Decision.of(
        fact,
        taken -> {
          context.out().info("Partitions: {} ({})", HistoryLine.what(fact), asked.reason());
          changed(taken);
        });
  }

  /** Nothing that was under way comes to an end. */
  void giveUp(String why) {
    afterRun = null;
    answer(
        asked ->
            new PartitionAnswer.NotChanged(
                why + "; whether the partition was changed, the history tells"));
  }

  private void answer(Function<Waiting, PartitionAnswer> answer) {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(one -> one.asked().answer().accept(answer.apply(one)));
  }

  private static PartitionAnswer changed(
      Waiting order, PartitionBook known, Fabric fabric, PartitionRun.Result result) {
    List<String> warnings = new ArrayList<>();
    if (order.isFirst()) {
      warnings.add(PartitionOrders.FIRST);
    }
    warnings.addAll(PartitionOrders.warnings(known, fabric, order.asked().changes()));
    warnings.addAll(result.errors());
    return new PartitionAnswer.Changed(
        result.sent(),
        result.failed(),
        warnings.subList(0, Math.min(warnings.size(), WARNINGS_MAX)));
  }

  /** A sweep has brought the subnet up: what was ordered behind its step is done now. */
  void sweepOver(SubnetState state) {
    silent.subnetUp(situation.active.found.fabric());
    if (!waiting.isEmpty() || isOutdated) {
      changed(state);
    }
  }

  /**
   * Partitions, or this cluster's ports, may be others than at the last sweep, which the journal
   * has taken: ports that lack a key, or hold one too many, are told.
   */
  void changed(SubnetState state) {
    HeavySweep active = situation.active;
    if (active == null
        || situation.isSweeping()
        || situation.isSucceeding
        || !isManaged(state, active)) {
      return; // a sweep does it, or has it done
    }
    if (isRunning) {
      isOutdated = true;
      return;
    }
    isRunning = true;
    isOutdated = false;
    context
        .out()
        .await(
            "P_Keys of ports",
            () -> run(state, active),
            (result, failure) ->
                new RunEnded(
                    active, failure == null ? result : PartitionRun.Result.failure(failure)));
  }

  void ended(SubnetState state, RunEnded run) {
    isRunning = false;
    take(run.of(), run.result());
    isDoubted |= situation.isSweeping(); // it may have read a table before this run wrote it
    if (run.result().sent() > 0 || run.result().failed() > 0) {
      context
          .out()
          .info(
              "Partitions: {} of P_Keys sent, {} failed",
              Counted.of(run.result().sent(), "block"),
              run.result().failed());
      run.result().errors().forEach(error -> context.out().warn("Partitions: {}", error));
    }
    if (afterRun != null) {
      Consumer<SubnetState> then = afterRun;
      afterRun = null;
      then.accept(state);
      return;
    }
    if (situation.active == run.of() && !situation.isSweeping()) {
      situation.publishView(state);
    }
    if (isOutdated) {
      changed(state);
      return;
    }
    if (situation.active != run.of()) {
      return; // a sweep follows, or another manager has the subnet
    }
    Fabric fabric = run.of().found.fabric();
    answer(order -> changed(order, state.partitions(), fabric, run.result()));
    if (run.result().sent() > 0 || (state.partitions().isInDoubt() && isKnown(state))) {
      notes.compare(state, "P_Keys of ports were changed");
    }
    if (run.result().failed() > 0) {
      context.out().tell(new SmCommand.Sweep("ports did not take their P_Keys"));
    }
  }
}
