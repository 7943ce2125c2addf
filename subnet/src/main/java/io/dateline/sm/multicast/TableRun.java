package io.dateline.sm.multicast;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.MulticastTables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.pcollections.PMap;
import org.pcollections.PSet;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePSet;
import org.pcollections.TreePVector;

/**
 * One run that brings multicast tables into switches: which to tell next, what came of it. First
 * all switches that have ports to give up are told to, then those that are to have new ones: so
 * that no part of a group's old tree meets one of its new tree. Where a switch does not give up
 * what it has to, its groups get no new ports ({@link FrozenGroups}); a later run makes up for
 * them. Immutable.
 *
 * <p>Within a sweep every switch that has entries, or is to have some, is told: its programmer
 * knows whether it has lost them. Between sweeps only those whose entries change.
 *
 * @param toTell switches of this half, of which the first {@code handedOut} were told
 * @param outstanding by switch: told, and not answered yet
 * @param untold switches that failed, or are left out
 * @param failed GUIDs of switches that were told and may not have their entries
 * @param frozen groups that get no new ports, 0 for the lowest multicast LID
 * @param isTaking whether it is in its first half
 * @param lidBlocks blocks of multicast LIDs that have entries anywhere; none where no switch has to
 *     be told of them
 */
public record TableRun(
    long number,
    MulticastSubnet subnet,
    boolean isInSweep,
    MulticastTables wanted,
    List<Telling> toTell,
    int handedOut,
    PMap<Integer, Telling> outstanding,
    PSet<Integer> untold,
    PVector<Long> failed,
    BitSet frozen,
    boolean isTaking,
    Set<Integer> lidBlocks) {
  /**
   * Something to tell a switch.
   *
   * @param row the entries
   * @param onlyTake ports away
   * @param isClearing it is not known what the switch holds: it is told that it has no others of
   *     any group that there is
   */
  public record Telling(int node, MulticastRow row, boolean onlyTake, boolean isClearing) {}

  /** What has become of a run and of what switches hold. */
  record Turn(TableRun run, HeldEntries held) {}

  /**
   * A run that has told nothing yet.
   *
   * @param leftOut GUIDs of switches that are told nothing
   */
  static TableRun begin(
      long number,
      MulticastSubnet subnet,
      boolean isInSweep,
      MulticastTables wanted,
      HeldEntries held,
      Set<Long> leftOut) {
    Fabric fabric = subnet.fabric();
    List<Telling> toTell = new ArrayList<>();
    Set<Integer> untold = new TreeSet<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      long guid = fabric.nodeGuid(node);
      if (leftOut.contains(guid)) {
        untold.add(node);
      } else if (hasToGiveUp(held.known(guid), wanted.row(node))) {
        toTell.add(new Telling(node, wanted.row(node), true, !held.isKnown(guid)));
      }
    }
    return new TableRun(
            number,
            subnet,
            isInSweep,
            wanted,
            toTell,
            0,
            TreePMap.empty(),
            TreePSet.from(untold),
            TreePVector.empty(),
            new BitSet(),
            true,
            toTell.stream().anyMatch(Telling::isClearing) ? lidBlocks(wanted) : Set.of())
        .givingIfTaken(held);
  }

  private static Set<Integer> lidBlocks(MulticastTables tables) {
    Set<Integer> blocks = new TreeSet<>();
    for (MulticastRow row : tables.rows()) {
      for (int number : row.numbers()) {
        blocks.add(number / MulticastRow.POSITIONS);
      }
    }
    return blocks;
  }

  private static boolean hasToGiveUp(MulticastRow now, MulticastRow then) {
    return now == null || (!now.equals(then) && !now.and(then).equals(now));
  }

  /** The second half, where the first one is over. */
  private TableRun givingIfTaken(HeldEntries held) {
    if (!isTaking || handedOut < toTell.size() || !outstanding.isEmpty()) {
      return this;
    }
    BitSet heldUp =
        untold.isEmpty() ? frozen : FrozenGroups.of(subnet.fabric(), wanted, held, untold);
    List<Telling> giving = new ArrayList<>();
    for (int node = 0; node < subnet.fabric().switchCount(); node++) {
      if (!untold.contains(node)) {
        giving(node, held, heldUp).ifPresent(giving::add);
      }
    }
    return new TableRun(
        number,
        subnet,
        isInSweep,
        wanted,
        giving,
        0,
        outstanding,
        untold,
        failed,
        heldUp,
        false,
        lidBlocks);
  }

  private Optional<Telling> giving(int node, HeldEntries held, BitSet frozen) {
    MulticastRow now = held.known(subnet.fabric().nodeGuid(node));
    MulticastRow then = wanted.row(node);
    if (now == null && then.beyond(MulticastRow.EMPTY).intersects(frozen)) {
      return Optional.empty(); // it has some part of what it is to have, and it is not known which
    }
    if (now != null && !frozen.isEmpty()) {
      then = then.withGroupsOf(now, frozen);
    }
    boolean isTold =
        isInSweep
            ? now == null || !now.isEmpty() || !then.isEmpty()
            : now == null || !now.equals(then);
    return isTold ? Optional.of(new Telling(node, then, false, false)) : Optional.empty();
  }

  /** What to tell now, if anything. */
  Optional<Telling> next(int parallelism) {
    return handedOut == toTell.size() || outstanding.size() >= parallelism
        ? Optional.empty()
        : Optional.of(toTell.get(handedOut));
  }

  /** That was handed out. */
  TableRun handOut() {
    Telling next = toTell.get(handedOut);
    return with(handedOut + 1, outstanding.plus(next.node(), next), untold, failed);
  }

  /** A switch has taken what it was told. */
  Turn succeeded(Telling telling, HeldEntries held) {
    long guid = subnet.fabric().nodeGuid(telling.node());
    HeldEntries then =
        telling.onlyTake()
            ? held.taken(guid, telling.row())
            : held.acknowledged(guid, telling.row());
    TableRun run = with(handedOut, outstanding.minus(telling.node()), untold, failed);
    return new Turn(run.givingIfTaken(then), then);
  }

  /** It is not known what the switch holds, only what it may hold. */
  Turn failed(Telling telling, HeldEntries held) {
    long guid = subnet.fabric().nodeGuid(telling.node());
    HeldEntries then = held.failed(guid, mayBeAdded(telling));
    TableRun run =
        with(
            handedOut,
            outstanding.minus(telling.node()),
            untold.plus(telling.node()),
            failed.plus(guid));
    return new Turn(run.givingIfTaken(then), then);
  }

  /** What switches hold when nothing waits for the answers of those that were told. */
  HeldEntries abandon(HeldEntries held) {
    HeldEntries then = held;
    for (Telling telling : outstanding.values()) {
      then = then.failed(subnet.fabric().nodeGuid(telling.node()), mayBeAdded(telling));
    }
    return then;
  }

  private static MulticastRow mayBeAdded(Telling telling) {
    return telling.onlyTake() ? MulticastRow.EMPTY : telling.row();
  }

  boolean isDone() {
    return !isTaking && handedOut == toTell.size() && outstanding.isEmpty();
  }

  private TableRun with(
      int handedOut,
      PMap<Integer, Telling> outstanding,
      PSet<Integer> untold,
      PVector<Long> failed) {
    return new TableRun(
        number,
        subnet,
        isInSweep,
        wanted,
        toTell,
        handedOut,
        outstanding,
        untold,
        failed,
        frozen,
        isTaking,
        lidBlocks);
  }

  /** How many groups get no new ports. */
  int frozenCount() {
    return frozen.cardinality();
  }

  /**
   * Blocks that a switch is told of which it is not known what it holds: those with entries at any
   * switch, as far as this one has room for them.
   */
  int[] blocksToClear(Telling telling) {
    Set<Integer> blocks = new TreeSet<>();
    for (int block : lidBlocks) {
      if (block * MulticastRow.BLOCK_LIDS < subnet.room()[telling.node()]) {
        blocks.add(block * MulticastRow.POSITIONS);
      }
    }
    for (int number : telling.row().numbers()) {
      blocks.add(number);
    }
    return blocks.stream().mapToInt(Integer::intValue).toArray();
  }
}
