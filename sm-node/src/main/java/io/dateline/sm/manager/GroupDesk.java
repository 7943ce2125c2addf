package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.group.Departures;
import io.dateline.sm.group.GroupChanges;
import io.dateline.sm.group.WellKnownGroups;
import io.dateline.sm.partition.Partitions;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.state.SubnetState;
import java.util.List;

/**
 * What becomes of multicast groups without a port that asks: those that a subnet has, and members
 * that are gone. Owned by the subnet manager's actor.
 */
final class GroupDesk {
  private final SubnetSettings settings;
  private final StepTime time;

  GroupDesk(SmContext context) {
    settings = context.setup().settings();
    time = context.time();
  }

  /**
   * What a subnet that has just been routed has, whether a port asks or not: the groups of its
   * partitions.
   */
  List<SubnetEvent> founding(SubnetState state, HeavySweep sweep, Partitions partitions) {
    if (settings.groups().isDisabled()) {
      return List.of();
    }
    String reason =
        partitions.equals(Partitions.DEFAULT)
            ? "IPoIB needs it, and does not make it"
            : "their partitions have them";
    GroupChanges changes = changes(state, reason);
    WellKnownGroups.settle(
            changes,
            partitions,
            new WellKnownGroups.Setting(
                sweep.settings.subnetTimeout(),
                sweep.settings.qos().enabled(),
                sweep.routing.multicast().map(MulticastTree::serviceLevels)))
        .forEach(sweep::warn);
    return changes.events();
  }

  /**
   * All members: another subnet manager has had the subnet, and a port that has left it did not say
   * here.
   */
  List<SubnetEvent> expulsions(SubnetState state) {
    GroupChanges changes = changes(state, "another subnet manager had the subnet meanwhile");
    Departures.add(changes, state.groups(), guid -> false);
    return changes.events();
  }

  /** Members that a sweep has not found; only one that has brought the subnet up can tell. */
  List<SubnetEvent> departures(SubnetState state, HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    GroupChanges changes =
        changes(state, "sweep %d did not find the port".formatted(sweep.generation));
    AliasBook aliases = AliasDesk.of(state);
    Departures.add(changes, state.groups(), guid -> aliases.endPort(fabric, guid) != Fabric.NONE);
    return changes.events();
  }

  private GroupChanges changes(SubnetState state, String reason) {
    return new GroupChanges(state.groups(), reason, time.millis());
  }
}
