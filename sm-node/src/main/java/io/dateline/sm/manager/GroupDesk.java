package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.group.Departures;
import io.dateline.sm.group.GroupAnswer;
import io.dateline.sm.group.GroupChanges;
import io.dateline.sm.group.GroupGate;
import io.dateline.sm.group.GroupRules;
import io.dateline.sm.group.Groups;
import io.dateline.sm.group.WellKnownGroups;
import io.dateline.sm.partition.Partitions;
import io.dateline.sm.state.SubnetState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where ports join and leave multicast groups: all requests that wait are decided one after the
 * other and written at once, and answered when the journal has them. Owned by the subnet manager's
 * actor.
 */
final class GroupDesk {
  private final SubnetSettings settings;
  private final Consumer<Groups> onGroups;
  private final Situation situation;
  private final StepTime time;
  private final GroupSweeps sweeps;
  private final GroupGate gate;
  private final GroupRules rules;

  /**
   * A closed desk.
   *
   * @param wake called when requests wait at the gate
   */
  GroupDesk(SmContext context, GroupSweeps sweeps, Runnable wake) {
    settings = context.setup().settings();
    onGroups = context.setup().onGroups();
    situation = context.situation();
    time = context.time();
    this.sweeps = sweeps;
    gate = new GroupGate(wake);
    rules = new GroupRules(settings.groups());
  }

  void termBegins(SubnetState state) {
    gate.open();
    publish(state);
  }

  /** Nothing can be written, for now or any more: every port that waits is told to ask again. */
  void close() {
    gate.close();
  }

  /**
   * Decides on all that wait.
   *
   * @param isInCharge whether the subnet is this manager's to change
   */
  Decision decide(SubnetState state, boolean isInCharge) {
    GroupChanges changes = changes(state, "its port, or one that speaks for it, asked");
    List<Runnable> answers = new ArrayList<>();
    for (GroupGate.Waiting asked : gate.take()) {
      GroupAnswer answer =
          isInCharge ? rules.decide(changes, asked.request()) : new GroupAnswer.Busy();
      answers.add(() -> asked.answer().accept(answer));
    }
    List<SubnetEvent> facts = changes.events();
    return new Decision(
        facts,
        after -> {
          if (!facts.isEmpty()) {
            publish(after);
            sweeps.changed(after);
            situation.publish(after);
          }
          answers.forEach(Runnable::run);
          gate.answered();
        });
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
    Departures.add(changes, state.groups(), guid -> fabric.endPortByGuid(guid) != Fabric.NONE);
    return changes.events();
  }

  private GroupChanges changes(SubnetState state, String reason) {
    return new GroupChanges(state.groups(), reason, time.millis());
  }

  /** Subnet administration answers from these from now on. */
  void publish(SubnetState state) {
    onGroups.accept(Groups.of(settings.groups(), state.groups(), gate));
  }
}
