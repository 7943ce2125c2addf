package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.routing.actors.programmer.MulticastWork;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.routing.multicast.GroupTables;
import io.dateline.routing.multicast.HopTrees;
import io.dateline.sm.multicast.GroupPlan;
import io.dateline.sm.multicast.MulticastEffect;
import io.dateline.sm.multicast.MulticastInput;
import io.dateline.sm.multicast.MulticastMachine;
import io.dateline.sm.multicast.MulticastState;
import io.dateline.sm.multicast.MulticastSubnet;
import io.dateline.sm.multicast.Surroundings;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Feeds {@link MulticastMachine} with what happens, and carries out what it wants done: computes on
 * a thread beside, asks programmers, warns. Decides nothing. Owned by the subnet manager's actor.
 */
final class GroupSweeps {
  /** Part of a run has ended. */
  record RunPart(MulticastInput.OfRun input, Optional<Throwable> failure) implements SmCommand {
    RunPart(MulticastInput.OfRun input) {
      this(input, Optional.empty());
    }
  }

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final GroupClock clock;
  private final Function<SubnetState, Collection<MulticastGroup>> groups;

  private volatile MulticastState machine;
  private HopTrees trees; // of the fabric that tables were last computed for, or null
  private HeavySweep swept; // of which subnet is, or null
  private MulticastSubnet subnet;
  private Consumer<SubnetState> afterStep; // what the sweep under way does when it goes on

  GroupSweeps(SmContext context, Function<SubnetState, Collection<MulticastGroup>> groups) {
    this.context = context;
    setup = context.setup();
    situation = context.situation();
    this.groups = groups;
    clock = new GroupClock(context);
    machine = MulticastState.first(context.time().nanos());
    situation.multicast = guid -> machine.held().row(guid);
  }

  void termBegins(SubnetState state) {
    clock.forget();
    step(state, new MulticastInput.TermBegan());
  }

  /** See {@link MulticastInput.Abandoned}. */
  void abandon(SubnetState state) {
    step(state, new MulticastInput.Abandoned());
  }

  /** Another subnet manager may have written to a switch. */
  void forget(SubnetState state, long switchGuid) {
    step(state, new MulticastInput.SwitchForgotten(switchGuid));
  }

  /** A programmer remembers what its switch holds. */
  void recalled(SubnetState state, long switchGuid, MulticastRow row) {
    step(state, new MulticastInput.SwitchRecalled(switchGuid, row));
  }

  /** A term goes on with the last sweep: what switches hold is what this node has read. */
  void recallAll(SubnetState state, Fabric fabric) {
    ReplicatedTables read = setup.replicated().get().tables();
    Map<Long, MulticastRow> rows = new HashMap<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      long guid = fabric.nodeGuid(node);
      read.multicast(guid).ifPresent(row -> rows.put(guid, row));
    }
    step(state, new MulticastInput.EntriesRead(rows));
  }

  /** Groups are others than before, which the journal has taken. */
  void changed(SubnetState state) {
    if (clock.isDue()) {
      step(state, new MulticastInput.GroupsChanged());
    }
  }

  /** They were some time ago. */
  void tablesDue(SubnetState state) {
    clock.told();
    step(state, new MulticastInput.GroupsChanged());
  }

  /** A sweep has ended, one way or the other. */
  void sweepOver(SubnetState state) {
    step(state, new MulticastInput.SweepOver());
  }

  /**
   * The step of a heavy sweep.
   *
   * @param then what follows it
   */
  void beginStep(SubnetState state, Consumer<SubnetState> then) {
    afterStep = then;
    step(state, new MulticastInput.SweepReached(subnetOf(situation.sweep)));
  }

  void take(SubnetState state, RunPart part) {
    part.failure()
        .ifPresent(failure -> context.out().error("Multicast tables cannot be computed", failure));
    step(state, part.input());
  }

  private void step(SubnetState state, MulticastInput input) {
    MulticastMachine.Step step = MulticastMachine.step(machine, input, surroundings(state));
    machine = step.next();
    step.effects().forEach(effect -> carryOut(state, effect));
  }

  private Surroundings surroundings(SubnetState state) {
    boolean isSettled =
        situation.active != null && !situation.isSweeping() && !situation.isSucceeding;
    return new Surroundings(
        setup.standing().isInCharge(),
        isSettled ? Optional.of(subnetOf(situation.active)) : Optional.empty(),
        groups.apply(state),
        setup.programming().parallelism() * context.homes().count());
  }

  private MulticastSubnet subnetOf(HeavySweep sweep) {
    if (sweep != swept) {
      swept = sweep;
      subnet = multicastSubnet(sweep);
    }
    return subnet;
  }

  private static MulticastSubnet multicastSubnet(HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    Attributes attributes = sweep.found.attributes();
    int[] room = new int[fabric.switchCount()];
    BitSet readsTop = new BitSet();
    for (int node = 0; node < room.length; node++) {
      byte[] info = attributes.switchInfo()[node];
      room[node] = info == null ? 0 : SwitchInfo.of(info).multicastFdbCap();
      byte[] port0 = attributes.portInfo()[fabric.port(node, 0)];
      readsTop.set(
          node,
          port0 != null
              && (PortInfo.of(port0).capabilityMask()
                      & CapabilityMask.IS_MULTICAST_FDB_TOP_SUPPORTED)
                  != 0);
    }
    return new MulticastSubnet(sweep.generation, fabric, sweep.routing, room, readsTop);
  }

  private void carryOut(SubnetState state, MulticastEffect effect) {
    switch (effect) {
      case MulticastEffect.EnterStep enter -> situation.enter(SweepPhase.MULTICAST, state);
      case MulticastEffect.Compute compute -> compute(compute);
      case MulticastEffect.ForgetTrees forget -> trees = null;
      case MulticastEffect.Program program -> program(state, program);
      case MulticastEffect.Warn warning -> warn(warning);
      case MulticastEffect.SweepLacks lacking -> lack(lacking);
      case MulticastEffect.AskForSweep asked ->
          context.out().tell(new SmCommand.Sweep(asked.reason()));
      case MulticastEffect.Publish publish -> situation.publishRegister(state);
      case MulticastEffect.SweepGoesOn goOn -> afterStep.accept(state);
    }
  }

  private void lack(MulticastEffect.SweepLacks lacking) {
    if (situation.isSweeping(lacking.generation())) {
      situation.sweep.withoutGroups.addAll(lacking.switchGuids());
    }
  }

  private void compute(MulticastEffect.Compute order) {
    Fabric fabric = order.subnet().fabric();
    if (trees == null || !trees.areOf(fabric, order.capacities())) {
      trees = new HopTrees(fabric, order.capacities());
    }
    HopTrees kept = trees;
    context
        .out()
        .await(
            "tables of %d groups".formatted(order.groups().size()),
            () ->
                CompletableFuture.supplyAsync(
                    () ->
                        GroupPlan.of(
                            fabric,
                            order.subnet().routing(),
                            kept,
                            order.groups(),
                            order.capacities()),
                    setup.computing()),
            (tables, failure) ->
                new RunPart(computed(order.run(), tables, failure), Optional.ofNullable(failure)));
  }

  private MulticastInput.OfRun computed(long run, GroupTables tables, Throwable failure) {
    if (failure == null) {
      return new MulticastInput.Computed(run, tables);
    }
    return new MulticastInput.NotComputed(run, failure.toString());
  }

  private void program(SubnetState state, MulticastEffect.Program order) {
    int node = order.telling().node();
    MulticastRow row = order.telling().row();
    // As the journal has it: a successor must not have programs refused as older.
    long generation = Math.max(state.lastGeneration(), order.subnet().generation());
    context
        .homes()
        .ask(
            order.subnet().fabric().nodeGuid(node),
            new MulticastWork(
                generation,
                order.top(),
                order.positions(),
                order.blocks(),
                row,
                order.telling().onlyTake(),
                order.isInSweep(),
                false),
            reply ->
                new RunPart(new MulticastInput.Told(order.run(), order.telling(), failure(reply))));
  }

  private static Optional<String> failure(ProgrammerReply reply) {
    return switch (reply) {
      case ProgrammerReply.Programmed done -> Optional.empty();
      case ProgrammerReply.ProgrammingFailed failed -> Optional.of(failed.reason());
      case ProgrammerReply.Elsewhere moved -> throw new IllegalArgumentException("not an end");
    };
  }

  private void warn(MulticastEffect.Warn warning) {
    context.out().warn("Multicast: {}", warning.sentence());
    HeavySweep of = situation.isSweeping(warning.generation()) ? situation.sweep : situation.active;
    if (warning.isOfSweep() && of != null) {
      of.warnTold(warning.sentence());
    }
  }
}
