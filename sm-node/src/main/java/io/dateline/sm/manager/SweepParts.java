package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.state.SubnetState;
import java.util.ArrayList;
import java.util.List;

/**
 * Parts of the machine that a sweep, and a term that goes on with one, set to work.
 *
 * @param lightSweeps looks whether anything has changed
 * @param notes what nodes say of themselves, for the journal
 * @param balance of tables that were mended
 * @param audit tables that are read back
 * @param layers proven layers
 * @param notices what subscribers are told of
 * @param changes requests of hosts for groups, services, subscriptions and alias GUIDs
 * @param groups what sweeps make of multicast groups
 * @param groupSweeps multicast tables
 * @param partitions P_Keys of ports
 * @param aliases alias GUIDs of ports
 */
record SweepParts(
    LightSweeps lightSweeps,
    NodeNotes notes,
    BalanceWatch balance,
    TableAudit audit,
    LayerQuestion layers,
    NoticeDesk notices,
    ChangeDesk changes,
    GroupDesk groups,
    GroupSweeps groupSweeps,
    PartitionDesk partitions,
    AliasDesk aliases) {

  /**
   * An operator's order about a partition. A group that it brings is in the journal with it, so
   * that hosts can join when the order is answered.
   *
   * @param active the last sweep that brought the subnet up, or null: the next one makes groups
   */
  Decision order(
      SubnetState state, SmCommand.ChangePartition asked, boolean isInCharge, HeavySweep active) {
    Decision order = partitions.order(state, asked, isInCharge);
    if (order.facts().isEmpty() || active == null) {
      return order;
    }
    SubnetState next = state;
    for (SubnetEvent fact : order.facts()) {
      next = next.apply(fact);
    }
    List<SubnetEvent> ofGroups = ofPartitions(next, active);
    List<SubnetEvent> facts = new ArrayList<>(order.facts());
    facts.addAll(ofGroups);
    return new Decision(
        facts,
        after -> {
          order.then().accept(after);
          if (!ofGroups.isEmpty()) {
            changes.groupsChanged(after);
          }
        });
  }

  /** What becomes of multicast groups with the partitions that ports have been told. */
  List<SubnetEvent> ofPartitions(SubnetState state, HeavySweep sweep) {
    return groups.ofPartitions(
        state, sweep, PartitionDesk.of(state), () -> partitions.members(state, sweep));
  }
}
