package io.dateline.sm.multicast;

import io.dateline.fabric.MulticastRow;
import io.dateline.routing.multicast.GroupTables;
import java.util.Map;
import java.util.Optional;

/** What happens to {@link MulticastMachine}. */
public sealed interface MulticastInput {
  /** A term begins: nothing is known of what switches hold. */
  record TermBegan() implements MulticastInput {}

  /**
   * The subnet is not this node's to change any more, or another master is waited for: no switch is
   * told anything further before a sweep comes to groups.
   */
  record Abandoned() implements MulticastInput {}

  /** Another subnet manager may have written to a switch. */
  record SwitchForgotten(long switchGuid) implements MulticastInput {}

  /** A programmer remembers what its switch holds. */
  record SwitchRecalled(long switchGuid, MulticastRow row) implements MulticastInput {}

  /** What switches hold was read from the journal, by switch GUID. */
  record EntriesRead(Map<Long, MulticastRow> rows) implements MulticastInput {}

  /** Groups are others than before, which the journal has taken. */
  record GroupsChanged() implements MulticastInput {}

  /** A heavy sweep has come to its multicast step, and waits for the end of it. */
  record SweepReached(MulticastSubnet subnet) implements MulticastInput {}

  /** A heavy sweep has ended, one way or the other. */
  record SweepOver() implements MulticastInput {}

  /** Something of a run; that of another run than the one under way is dropped. */
  sealed interface OfRun extends MulticastInput {
    long run();
  }

  /** Tables were computed. */
  record Computed(long run, GroupTables tables) implements OfRun {}

  /** Tables cannot be computed. */
  record NotComputed(long run, String reason) implements OfRun {}

  /**
   * A switch was told.
   *
   * @param failure why it did not take it
   */
  record Told(long run, TableRun.Telling telling, Optional<String> failure) implements OfRun {}
}
