package io.dateline.sm.replica;

import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.state.SubnetState;

/**
 * The state of a subnet as this node has read it. Immutable.
 *
 * @param sequence number of the last event of the subnet's manager that is in it
 * @param subnet what the manager knew then
 * @param tables what the switches had been told, at that time or a little before or after it
 */
public record ReplicaView(long sequence, SubnetState subnet, ReplicatedTables tables) {
  public static final ReplicaView EMPTY =
      new ReplicaView(0, SubnetState.EMPTY, ReplicatedTables.EMPTY);
}
