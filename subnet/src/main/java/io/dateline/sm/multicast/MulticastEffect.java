package io.dateline.sm.multicast;

import io.dateline.persistence.event.MulticastGroup;
import java.util.List;

/** What {@link MulticastMachine} wants done. */
public sealed interface MulticastEffect {
  /** The multicast step of the sweep under way begins. */
  record EnterStep() implements MulticastEffect {}

  /**
   * Tables are to be computed; answered with {@code Computed} or {@code NotComputed}.
   *
   * @param capacities by switch: entries that it has room for
   */
  record Compute(long run, MulticastSubnet subnet, List<MulticastGroup> groups, int[] capacities)
      implements MulticastEffect {}

  /** What was made for computing may still be in use by a computation that nothing waits for. */
  record ForgetTrees() implements MulticastEffect {}

  /**
   * A switch is to be told; answered with {@code Told}.
   *
   * @param isInSweep its programmer looks whether the switch has lost what it held
   * @param top MulticastFDBTop, 0 where the switch does not look at it
   * @param positions how many of each block are written although the row has nothing there
   * @param blocks numbers of the blocks that the programmer compares
   */
  record Program(
      long run,
      MulticastSubnet subnet,
      TableRun.Telling telling,
      boolean isInSweep,
      int top,
      int positions,
      int[] blocks)
      implements MulticastEffect {}

  /**
   * Something is not as it should be.
   *
   * @param generation of the sweep that it belongs to
   * @param isOfSweep whether it is among that sweep's warnings
   */
  record Warn(String sentence, long generation, boolean isOfSweep) implements MulticastEffect {}

  /** Switches of a sweep that do not have their entries. */
  record SweepLacks(long generation, List<Long> switchGuids) implements MulticastEffect {}

  /** A heavy sweep is asked for. */
  record AskForSweep(String reason) implements MulticastEffect {}

  /** What the status says has changed. */
  record Publish() implements MulticastEffect {}

  /** The sweep that waits goes on. The last effect of its step. */
  record SweepGoesOn() implements MulticastEffect {}
}
