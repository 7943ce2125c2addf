package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidPlan;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.state.RestoredRouting;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.subnet.LidCapacity;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The subnet that the journal tells of, put together from what its nodes have said and the LIDs
 * they have. That is most of the work of a {@link Resumption}, and a new term changes nothing in
 * it: a standby that has rehearsed keeps it for the day, and the tree of its groups with it. Any
 * thread may use it.
 */
public final class KnownSubnet {
  /**
   * What was put together.
   *
   * @param found as a discovery would have it
   * @param lids all of them as they are in the journal
   * @param subnet of the generation that is active
   * @param tree of its groups, once it was asked for
   */
  record Parts(
      Discovered found, LidPlan lids, FabricGeneration subnet, AtomicReference<Tree> tree) {
    /** A routing of the subnet with the tree that its groups are parts of. */
    Optional<Routing> withTree(Routing routing, RoutingOptions options) {
      Tree known = tree.get();
      if (known != null && known.options().equals(options)) {
        return Optional.of(known.tree().map(routing::withMulticast).orElse(routing));
      }
      Optional<Routing> whole = RestoredRouting.withTree(routing, subnet, options);
      whole.ifPresent(found -> tree.set(new Tree(options, found.multicast())));
      return whole;
    }
  }

  /**
   * The tree of groups.
   *
   * @param options that it was asked for with
   */
  private record Tree(RoutingOptions options, Optional<MulticastTree> tree) {}

  private record Kept(SubnetState state, Parts parts) {
    /** The books never change, so they are the same if they are the same objects. */
    boolean isOf(SubnetState other) {
      return state.nodes() == other.nodes()
          && state.lids() == other.lids()
          && state.memory().equals(other.memory())
          && state.active().equals(other.active());
    }
  }

  private final Supplier<SubnetSettings> settings;
  private final long localPortGuid;
  private final AtomicReference<Kept> kept = new AtomicReference<>();

  /**
   * Nothing yet.
   *
   * @param settings as of now
   * @param localPortGuid this node's port into the fabric
   */
  public KnownSubnet(Supplier<SubnetSettings> settings, long localPortGuid) {
    this.settings = settings;
    this.localPortGuid = localPortGuid;
  }

  SubnetSettings settings() {
    return settings.get();
  }

  /**
   * Puts it together and keeps it; empty if the journal does not hold all of it, or this node's
   * port is not in it. Takes a second for 48,896 nodes.
   */
  Optional<Parts> learn(SubnetState state) {
    Optional<Parts> parts = assemble(state);
    kept.set(parts.map(known -> new Kept(state, known)).orElse(null));
    return parts;
  }

  /**
   * What was learned, once, or what is put together now: the caller that takes it goes on with it
   * as its own, and writes into it what ports take.
   */
  Optional<Parts> take(SubnetState state) {
    Kept learned = kept.getAndSet(null);
    return learned != null && learned.isOf(state) ? Optional.of(learned.parts) : assemble(state);
  }

  private Optional<Parts> assemble(SubnetState state) {
    RoutingPlanned plan = state.active();
    return plan == null
        ? Optional.empty()
        : state
            .nodes()
            .discoveredFrom(localPortGuid)
            .flatMap(found -> assemble(found, state, plan));
  }

  private Optional<Parts> assemble(Discovered found, SubnetState state, RoutingPlanned plan) {
    Fabric fabric = found.fabric();
    LidPlan lids =
        LidAssigner.plan(
            fabric,
            state.lids(),
            found.localPort(),
            settings().lmc(),
            settings().lmcEsp0(),
            LidCapacity.lidMax(fabric, found.attributes(), settings().lmc()));
    if (lids.newGuids().length > 0 || lids.releasedGuids().length > 0) {
      return Optional.empty();
    }
    FabricGeneration subnet =
        FabricGeneration.of(plan.generation(), fabric, lids.lids(), state.memory());
    return subnet.topologyId() == plan.topologyId()
        ? Optional.of(new Parts(found, lids, subnet, new AtomicReference<>()))
        : Optional.empty();
  }
}
