package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.MulticastTables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The bookkeeping of one run that brings multicast tables into switches: whom to tell next, what
 * came of it. First all switches that have ports to give up are told to, then those that are to
 * have new ones: so that no part of a group's old tree meets one of its new tree. Where a switch
 * does not give up what it has to, its groups get no new ports ({@link FrozenGroups}); a later run
 * makes up for them. Owned by one actor.
 *
 * <p>Within a sweep every switch that has entries, or is to have some, is told: its programmer
 * knows whether it has lost them. Between sweeps only those whose entries change.
 */
final class GroupRun {
  /**
   * Something to tell a switch.
   *
   * @param row the entries
   * @param onlyTake ports away
   * @param isClearing nobody knows what the switch holds: it is told that it has no others of any
   *     group that there is
   */
  record Telling(int node, MulticastRow row, boolean onlyTake, boolean isClearing) {}

  final long number;
  final HeavySweep sweep;
  final boolean isInSweep;
  private final Fabric fabric;
  private final MulticastTables wanted;
  private Set<Integer> lidBlocks; // once asked for; every switch may have to be told of them
  private final HeldEntries held;
  private final int parallelism;
  private final ArrayDeque<Telling> toTell = new ArrayDeque<>();
  private final Set<Telling> outstanding = new HashSet<>();
  private final Set<Integer> untold = new TreeSet<>(); // switches that failed, or are left out
  private final List<Long> failed = new ArrayList<>();
  private BitSet frozen = new BitSet();
  private boolean isTaking = true;

  /**
   * A run.
   *
   * @param held is kept up to date
   * @param leftOut GUIDs of switches that are told nothing
   */
  GroupRun(
      long number,
      HeavySweep sweep,
      boolean isInSweep,
      MulticastTables wanted,
      HeldEntries held,
      Set<Long> leftOut,
      int parallelism) {
    this.number = number;
    this.sweep = sweep;
    this.isInSweep = isInSweep;
    this.wanted = wanted;
    this.held = held;
    this.parallelism = parallelism;
    fabric = sweep.found.fabric();
    for (int node = 0; node < fabric.switchCount(); node++) {
      if (leftOut.contains(guid(node))) {
        untold.add(node);
      } else if (hasToGiveUp(node)) {
        toTell.add(new Telling(node, wanted.row(node), true, !held.isKnown(guid(node))));
      }
    }
  }

  private boolean hasToGiveUp(int node) {
    MulticastRow now = held.known(guid(node));
    MulticastRow then = wanted.row(node);
    return now == null || (!now.equals(then) && !now.and(then).equals(now));
  }

  private long guid(int node) {
    return fabric.nodeGuid(node);
  }

  /** Whom to tell now, if anybody; it counts as told. */
  Optional<Telling> next() {
    if (toTell.isEmpty() && outstanding.isEmpty() && isTaking) {
      isTaking = false;
      addGiving();
    }
    if (toTell.isEmpty() || outstanding.size() == parallelism) {
      return Optional.empty();
    }
    Telling next = toTell.remove();
    outstanding.add(next);
    return Optional.of(next);
  }

  private void addGiving() {
    if (!untold.isEmpty()) {
      frozen = FrozenGroups.of(fabric, wanted, held, untold);
    }
    for (int node = 0; node < fabric.switchCount(); node++) {
      if (!untold.contains(node)) {
        addGiving(node);
      }
    }
  }

  private void addGiving(int node) {
    MulticastRow now = held.known(guid(node));
    MulticastRow then = wanted.row(node);
    if (now == null && isFrozen(then)) {
      return; // of what it is to have it has some part, and nobody knows which
    }
    if (now != null && !frozen.isEmpty()) {
      then = then.withGroupsOf(now, frozen);
    }
    boolean isTold =
        isInSweep
            ? now == null || !now.isEmpty() || !then.isEmpty()
            : now == null || !now.equals(then);
    if (isTold) {
      toTell.add(new Telling(node, then, false, false));
    }
  }

  private boolean isFrozen(MulticastRow row) {
    return row.beyond(MulticastRow.EMPTY).intersects(frozen);
  }

  /** A switch was told. */
  void succeeded(Telling telling) {
    outstanding.remove(telling);
    if (telling.onlyTake()) {
      held.taken(guid(telling.node()), telling.row());
    } else {
      held.acknowledged(guid(telling.node()), telling.row());
    }
  }

  /** Nobody knows what a switch holds, only what it may hold. */
  void failed(Telling telling) {
    outstanding.remove(telling);
    held.failed(guid(telling.node()), telling.onlyTake() ? MulticastRow.EMPTY : telling.row());
    untold.add(telling.node());
    failed.add(guid(telling.node()));
  }

  /** Nobody waits for answers any more. */
  void abandon() {
    List.copyOf(outstanding).forEach(this::failed);
  }

  /** GUIDs of switches that were told and may not have their entries. */
  List<Long> failed() {
    return failed;
  }

  /** How many groups get no new ports. */
  int frozenCount() {
    return frozen.cardinality();
  }

  /** Blocks of multicast LIDs that are to have entries anywhere, ascending. */
  Set<Integer> lidBlocks() {
    if (lidBlocks == null) {
      lidBlocks = lidBlocks(wanted);
    }
    return lidBlocks;
  }

  private static Set<Integer> lidBlocks(MulticastTables tables) {
    Set<Integer> blocks = new TreeSet<>();
    for (MulticastRow row : tables.rows()) {
      for (int block : row.numbers()) {
        blocks.add(block / MulticastRow.POSITIONS);
      }
    }
    return blocks;
  }

  boolean isDone() {
    return !isTaking && toTell.isEmpty() && outstanding.isEmpty();
  }
}
