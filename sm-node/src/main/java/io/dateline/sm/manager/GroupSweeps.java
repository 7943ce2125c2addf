package io.dateline.sm.manager;

import akka.actor.typed.javadsl.ActorContext;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.routing.multicast.GroupTables;
import io.dateline.routing.multicast.HopTrees;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Brings multicast tables to what the groups need: as a step of every heavy sweep, and whenever
 * groups change. There is one run at a time; changes during a run have one run after it, however
 * many they are; changes during a sweep are part of it, or follow it. One run computes all groups
 * anew and tells the switches that change ({@link GroupRun}). Switches that failed in the last
 * sweep are left to the next one: joins do not wait for them.
 */
final class GroupSweeps {
  /** Part of a run has ended; that of another run than the one under way is dropped. */
  sealed interface Step extends SubnetManager.Command {
    long run();
  }

  /** Tables were computed, or why not. */
  record Computed(long run, GroupTables tables, Throwable failure) implements Step {}

  /** A switch was told. */
  record Told(long run, GroupRun.Telling telling, LftProgrammer.Reply reply) implements Step {}

  /** From this many sweeps in a row that a switch has failed in, groups do without it. */
  private static final int FAILED_SWEEPS_MAX = 2;

  private final ActorContext<SubnetManager.Command> context;
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final Programmers programmers;
  private final Function<SubnetState, Collection<MulticastGroup>> groups;

  private final HeldEntries held = new HeldEntries();

  /** By switch GUID: sweeps in a row in which it did not take its entries. */
  private final Map<Long, Integer> sick = new HashMap<>();

  /** Not where a manager that failed has been, whose answers may still come. */
  private long lastRun = System.nanoTime();

  private HopTrees trees; // of the fabric that tables were last computed for, or null
  private HeavySweep computing; // for whom tables are computed, or null
  private GroupRun run; // switches are told, or null
  private boolean isChanged; // since tables were last computed
  private boolean isResting; // until a sweep comes to groups

  /** A sweep was asked for because of switches that failed, and is to come. */
  private boolean isMending;

  /** What the sweep under way waits for us with, or null. */
  private Consumer<SubnetState> afterSweepStep;

  GroupSweeps(
      ActorContext<SubnetManager.Command> context,
      SubnetManagerSetup setup,
      Situation situation,
      Function<SubnetState, Collection<MulticastGroup>> groups) {
    this.context = context;
    this.setup = setup;
    this.situation = situation;
    this.groups = groups;
    programmers = new Programmers(context, setup);
    situation.multicast = held::row;
  }

  void termBegins() {
    abandon();
    held.clear();
    sick.clear();
    isChanged = false;
    isResting = false;
  }

  /**
   * The subnet is not this node's to change any more, or another master is waited for: no switch is
   * told anything further before a sweep comes to groups.
   */
  void abandon() {
    if (run != null) {
      run.abandon();
    }
    trees = null; // what was begun with them may still be under way
    computing = null;
    run = null;
    isChanged = true;
    isMending = false;
    isResting = true;
    afterSweepStep = null;
  }

  /** Somebody else may have written to a switch. */
  void forget(long switchGuid) {
    held.forget(switchGuid);
  }

  /** A programmer remembers what its switch holds. */
  void recalled(long switchGuid, MulticastRow row) {
    if (!held.isKnown(switchGuid)) {
      held.acknowledged(switchGuid, row);
    }
  }

  /** A term goes on with the last sweep: what switches hold is what this node has read. */
  void recallAll(Fabric fabric) {
    ReplicatedTables read = setup.replicated().get().tables();
    for (int node = 0; node < fabric.switchCount(); node++) {
      long guid = fabric.nodeGuid(node);
      read.multicast(guid).ifPresent(row -> held.acknowledged(guid, row));
    }
  }

  /** Groups are others than before, which the journal has taken. */
  void changed(SubnetState state) {
    isChanged = true;
    beginIfChanged(state);
  }

  /** A sweep has ended, one way or the other; or a run. */
  void beginIfChanged(SubnetState state) {
    if (isChanged
        && !isResting
        && isIdle()
        && setup.standing().isInCharge()
        && situation.active != null
        && !situation.isSweeping()
        && !situation.isSucceeding) {
      begin(state, situation.active);
    }
  }

  /**
   * The step of a heavy sweep.
   *
   * @param then what follows it
   */
  void beginStep(SubnetState state, Consumer<SubnetState> then) {
    HeavySweep sweep = situation.sweep;
    isMending = false;
    isResting = false;
    if (groups.apply(state).isEmpty() && holdsNothing(sweep.found.fabric())) {
      isChanged = false;
      then.accept(state);
      return;
    }
    situation.enter(SweepPhase.MULTICAST, state);
    afterSweepStep = then;
    if (isIdle()) {
      begin(state, sweep);
    }
  }

  private boolean holdsNothing(Fabric fabric) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      MulticastRow row = held.known(fabric.nodeGuid(node));
      if (row == null || !row.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private boolean isIdle() {
    return computing == null && run == null;
  }

  private void begin(SubnetState state, HeavySweep sweep) {
    isChanged = false;
    computing = sweep;
    long number = ++lastRun;
    Fabric fabric = sweep.found.fabric();
    Collection<MulticastGroup> now = List.copyOf(groups.apply(state));
    int[] capacities = capacities(sweep);
    if (trees == null || !trees.areOf(fabric, capacities)) {
      trees = new HopTrees(fabric, capacities);
    }
    HopTrees kept = trees;
    context.pipeToSelf(
        CompletableFuture.supplyAsync(
            () -> GroupPlan.of(fabric, sweep.routing, kept, now, capacities), setup.computing()),
        (tables, failure) -> new Computed(number, tables, failure));
  }

  /**
   * Room for groups, by switch. One that keeps failing has none: its neighbours do not send to it
   * then, so that what it may still hold does no harm and holds up nobody.
   */
  private int[] capacities(HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    int[] capacities = new int[fabric.switchCount()];
    for (int node = 0; node < capacities.length; node++) {
      boolean isUsed = sick.getOrDefault(fabric.nodeGuid(node), 0) < FAILED_SWEEPS_MAX;
      capacities[node] = isUsed ? room(sweep, node) : 0;
    }
    return capacities;
  }

  private static int room(HeavySweep sweep, int node) {
    byte[] info = sweep.found.attributes().switchInfo()[node];
    return info == null ? 0 : SwitchInfo.of(info).multicastFdbCap();
  }

  void take(SubnetState state, Step step) {
    if (step.run() != lastRun || isIdle()) {
      return;
    }
    if (!setup.standing().isInCharge()) {
      abandon();
      return;
    }
    switch (step) {
      case Computed computed -> computed(state, computed);
      case Told told -> {
        told(told);
        tellNext(state);
      }
    }
  }

  private void computed(SubnetState state, Computed computed) {
    HeavySweep sweep = computing;
    computing = null;
    if (computed.failure() != null) {
      context.getLog().error("Multicast tables cannot be computed", computed.failure());
      sweep.warn("multicast tables cannot be computed: " + computed.failure());
      goOn(state, sweep);
      return;
    }
    for (String problem : computed.tables().problems()) {
      context.getLog().warn("Multicast: {}", problem);
      if (sweep == situation.sweep) {
        sweep.warn(problem);
      }
    }
    boolean isInSweep = sweep == situation.sweep;
    run =
        new GroupRun(
            lastRun,
            sweep,
            isInSweep,
            computed.tables().tables(),
            held,
            isInSweep ? Set.of() : Set.copyOf(sick.keySet()),
            setup.programmingParallelism());
    tellNext(state);
  }

  private void tellNext(SubnetState state) {
    Optional<GroupRun.Telling> next = run.next();
    while (next.isPresent()) {
      tell(state, next.get());
      next = run.next();
    }
    if (run.isDone()) {
      runEnded(state);
    }
  }

  private void tell(SubnetState state, GroupRun.Telling telling) {
    Fabric fabric = run.sweep.found.fabric();
    MulticastRow row = telling.row();
    // As the journal has it: a successor must not have programs refused as older.
    long generation = Math.max(state.lastGeneration(), run.sweep.generation);
    int top = top(run.sweep, telling.node(), row);
    int positions =
        telling.onlyTake() && !telling.isClearing()
            ? 0
            : fabric.externalPortCount(telling.node()) / MulticastRow.BLOCK_PORTS + 1;
    int[] blocks = telling.isClearing() ? blocksToClear(telling) : row.numbers();
    boolean isInSweep = run.isInSweep;
    long number = run.number;
    programmers.ask(
        fabric.nodeGuid(telling.node()),
        generation,
        replyTo ->
            new LftProgrammer.ProgramMulticast(
                generation,
                top,
                positions,
                blocks,
                row.blocks(blocks),
                telling.onlyTake(),
                isInSweep,
                false,
                replyTo),
        reply -> new Told(number, telling, reply));
  }

  /** Those with entries at any switch, as far as this one has room for them. */
  private int[] blocksToClear(GroupRun.Telling telling) {
    int room = room(run.sweep, telling.node());
    Set<Integer> blocks = new TreeSet<>();
    for (int block : run.lidBlocks()) {
      if (block * MulticastRow.BLOCK_LIDS < room) {
        blocks.add(block * MulticastRow.POSITIONS);
      }
    }
    for (int number : telling.row().numbers()) {
      blocks.add(number);
    }
    return blocks.stream().mapToInt(Integer::intValue).toArray();
  }

  /** To the end of its block, so that it is seldom told; 0 where the switch does not look at it. */
  private static int top(HeavySweep sweep, int node, MulticastRow row) {
    Attributes attributes = sweep.found.attributes();
    byte[] port0 = attributes.portInfo()[sweep.found.fabric().port(node, 0)];
    if (port0 == null
        || (PortInfo.of(port0).capabilityMask() & CapabilityMask.IS_MULTICAST_FDB_TOP_SUPPORTED)
            == 0) {
      return 0;
    }
    int entries = row.topMlid() + 1 - Lid.MULTICAST_MIN;
    int blocks = (entries + MulticastRow.BLOCK_LIDS - 1) / MulticastRow.BLOCK_LIDS;
    return Lid.MULTICAST_MIN + Math.min(blocks * MulticastRow.BLOCK_LIDS, room(sweep, node)) - 1;
  }

  private void told(Told told) {
    switch (told.reply()) {
      case LftProgrammer.Programmed done -> run.succeeded(told.telling());
      case LftProgrammer.ProgrammingFailed failed -> {
        String guid = Guid.format(run.sweep.found.fabric().nodeGuid(told.telling().node()));
        String sentence =
            "switch %s does not have its multicast entries: %s".formatted(guid, failed.reason());
        warn(run, sentence);
        run.failed(told.telling());
      }
    }
  }

  private void warn(GroupRun of, String sentence) {
    context.getLog().warn("{}", sentence);
    if (of.isInSweep) {
      of.sweep.warn(sentence);
    }
  }

  /** One that groups did without, and that has taken that, is to have its entries again. */
  private void recordSick(List<Long> failed) {
    sick.forEach(
        (guid, sweeps) -> isChanged |= sweeps >= FAILED_SWEEPS_MAX && !failed.contains(guid));
    sick.keySet().retainAll(failed);
    failed.forEach(guid -> sick.merge(guid, 1, Integer::sum));
  }

  private void runEnded(SubnetState state) {
    GroupRun ended = run;
    run = null;
    if (ended.frozenCount() > 0) {
      warn(
          ended,
          "%d groups get no new ports, as switches have not given up what they have of them"
              .formatted(ended.frozenCount()));
    }
    if (ended.isInSweep) {
      ended.sweep.withoutGroups.addAll(ended.failed());
      recordSick(ended.failed());
    } else if (!ended.failed().isEmpty() && !isMending && afterSweepStep == null) {
      isMending = true;
      context
          .getSelf()
          .tell(new SubnetManager.Sweep("a switch did not take its multicast entries"));
    }
    situation.publish(state); // the Sets count
    goOn(state, ended.sweep);
  }

  /** The sweep under way may have waited for a run that was not its own. */
  private void goOn(SubnetState state, HeavySweep of) {
    Consumer<SubnetState> then = afterSweepStep;
    if (then == null || situation.phase() != SweepPhase.MULTICAST) {
      afterSweepStep = null;
      beginIfChanged(state);
    } else if (situation.sweep == of) {
      afterSweepStep = null;
      then.accept(state);
    } else {
      begin(state, situation.sweep);
    }
  }
}
