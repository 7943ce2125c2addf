package io.dateline.sm.multicast;

import java.util.Optional;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * What is known of multicast tables, and what is under way. Immutable; {@link MulticastMachine}
 * makes the next one. Nothing of it is in the journal: what switches hold is read back.
 *
 * @param held what switches hold
 * @param sick by switch GUID: sweeps in a row in which the switch did not take its entries
 * @param lastRun number of the last run
 * @param work what is under way
 * @param isChanged whether groups have changed since tables were last computed
 * @param isResting whether no switch is told anything until a sweep comes to groups
 * @param isMending whether a sweep was asked for because of switches that failed, and is to come
 * @param waiting the sweep that waits for the end of its multicast step
 */
public record MulticastState(
    HeldEntries held,
    PMap<Long, Integer> sick,
    long lastRun,
    Work work,
    boolean isChanged,
    boolean isResting,
    boolean isMending,
    Optional<MulticastSubnet> waiting) {
  /** What is under way. */
  sealed interface Work {
    /** Nothing. */
    record None() implements Work {}

    /** Tables are computed. */
    record Computing(MulticastSubnet subnet) implements Work {}

    /** Switches are told. */
    record Telling(TableRun run) implements Work {}
  }

  /**
   * Of a manager that begins.
   *
   * @param lastRun a number that no manager of this node has come to, as answers to one before may
   *     still come
   */
  public static MulticastState first(long lastRun) {
    return new MulticastState(
        HeldEntries.NONE,
        HashTreePMap.empty(),
        lastRun,
        new Work.None(),
        false,
        false,
        false,
        Optional.empty());
  }

  boolean isIdle() {
    return work instanceof Work.None;
  }

  MulticastState withHeld(HeldEntries held) {
    return new MulticastState(held, sick, lastRun, work, isChanged, isResting, isMending, waiting);
  }

  MulticastState withSick(PMap<Long, Integer> sick) {
    return new MulticastState(held, sick, lastRun, work, isChanged, isResting, isMending, waiting);
  }

  MulticastState withWork(Work work) {
    return new MulticastState(held, sick, lastRun, work, isChanged, isResting, isMending, waiting);
  }

  MulticastState withChanged(boolean isChanged) {
    return new MulticastState(held, sick, lastRun, work, isChanged, isResting, isMending, waiting);
  }

  MulticastState withMending(boolean isMending) {
    return new MulticastState(held, sick, lastRun, work, isChanged, isResting, isMending, waiting);
  }

  MulticastState withWaiting(Optional<MulticastSubnet> waiting) {
    return new MulticastState(held, sick, lastRun, work, isChanged, isResting, isMending, waiting);
  }

  /** A run begins: its tables are computed. */
  MulticastState computing(MulticastSubnet subnet) {
    return new MulticastState(
        held, sick, lastRun + 1, new Work.Computing(subnet), false, isResting, isMending, waiting);
  }

  /** A sweep has come to groups: there is no reason to rest or to ask for one. */
  MulticastState reached() {
    return new MulticastState(held, sick, lastRun, work, isChanged, false, false, waiting);
  }

  /** Nothing is under way, and nothing begins before a sweep comes to groups. */
  MulticastState abandoned(HeldEntries held) {
    return new MulticastState(
        held, sick, lastRun, new Work.None(), true, true, false, Optional.empty());
  }
}
