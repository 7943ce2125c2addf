package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.group.Departures;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.group.GroupChanges;
import io.dateline.sm.group.WellKnownGroups;
import io.dateline.sm.partition.Partition;
import io.dateline.sm.partition.PartitionMembers;
import io.dateline.sm.partition.Partitions;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.state.SubnetState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

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
   * partitions, without members that are in these no more. The same sweep tells switches of both.
   *
   * @param members of the partitions, where ports are told
   */
  List<SubnetEvent> ofPartitions(
      SubnetState state,
      HeavySweep sweep,
      Partitions partitions,
      Supplier<Optional<PartitionMembers>> members) {
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
                sweep.routing.multicast().map(MulticastTree::serviceLevels),
                sweep.settings.groups().consolidatesSnm()))
        .forEach(sweep::warn);
    List<SubnetEvent> events = new ArrayList<>(changes.events());
    events.addAll(partings(AliasDesk.of(state), changes.book(), sweep, members));
    return List.copyOf(events);
  }

  /**
   * All members: another subnet manager has had the subnet, and a port that has left it did not say
   * here.
   */
  List<SubnetEvent> expulsions(SubnetState state) {
    GroupChanges changes = changes(state, "another subnet manager had the subnet meanwhile");
    Departures.add(changes, (guid, pKey) -> false);
    return changes.events();
  }

  /** Members that a sweep has not found; only one that has brought the subnet up can tell. */
  List<SubnetEvent> departures(SubnetState state, HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    GroupChanges changes =
        changes(state, "sweep %d did not find the port".formatted(sweep.generation));
    AliasBook aliases = AliasDesk.of(state);
    Departures.add(changes, (guid, pKey) -> aliases.endPort(fabric, guid) != Fabric.NONE);
    return changes.events();
  }

  /**
   * Members whose ports are in the group's partition no more: neither does the port say so, nor the
   * file or an order. A port that has lost its keys, and is to have them again, stays.
   *
   * @param members of the partitions, where ports are told
   */
  List<SubnetEvent> partings(
      SubnetState state, HeavySweep sweep, Supplier<Optional<PartitionMembers>> members) {
    return partings(AliasDesk.of(state), state.groups(), sweep, members);
  }

  private List<SubnetEvent> partings(
      AliasBook aliases,
      GroupBook groups,
      HeavySweep sweep,
      Supplier<Optional<PartitionMembers>> members) {
    Fabric fabric = sweep.found.fabric();
    short[][] held = sweep.found.attributes().pKeys();
    Departures.Stay holds =
        (guid, pKey) -> {
          int port = aliases.endPort(fabric, guid);
          return port == Fabric.NONE || held[port] == null || isAmong(pKey, held[port]);
        };
    if (partings(groups, holds).isEmpty()) {
      return List.of(); // so it is nearly always, and who is where need not be found out
    }
    return members
        .get()
        .map(
            known ->
                partings(
                    groups,
                    (guid, pKey) ->
                        holds.test(guid, pKey)
                            || isAmong(pKey, known.keys(aliases.endPort(fabric, guid)))))
        .orElse(List.of());
  }

  private List<SubnetEvent> partings(GroupBook groups, Departures.Stay stays) {
    GroupChanges changes = changes(groups, "its port is in the group's partition no more");
    Departures.add(changes, stays);
    return changes.events();
  }

  private static boolean isAmong(int pKey, short[] keys) {
    for (short key : keys) {
      if (((key ^ pKey) & Partition.DEFAULT_KEY) == 0) {
        return true;
      }
    }
    return false;
  }

  private GroupChanges changes(SubnetState state, String reason) {
    return changes(state.groups(), reason);
  }

  private GroupChanges changes(GroupBook groups, String reason) {
    return new GroupChanges(groups, reason, time.millis());
  }
}
