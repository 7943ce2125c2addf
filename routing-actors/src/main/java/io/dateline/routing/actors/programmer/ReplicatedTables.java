package io.dateline.routing.actors.programmer;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.TableDigest;
import io.dateline.persistence.event.LftSnapshot;
import io.dateline.routing.ChainMemory;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Optional;

/** What all switches were told up to a moment. Immutable. */
public final class ReplicatedTables {
  public static final ReplicatedTables EMPTY =
      new ReplicatedTables(
          new Long2ObjectOpenHashMap<>(), new Long2ObjectOpenHashMap<>(), ChainMemory.EMPTY);

  private final Long2ObjectOpenHashMap<LftState> states; // by switch GUID
  private final Long2ObjectOpenHashMap<LftState> settled; // of those that were told others since
  private final ChainMemory settledSteps;

  ReplicatedTables(
      Long2ObjectOpenHashMap<LftState> states,
      Long2ObjectOpenHashMap<LftState> settled,
      ChainMemory settledSteps) {
    this.states = states;
    this.settled = settled;
    this.settledSteps = settledSteps;
  }

  /** The steps of the chain that made the tables that were activated last; empty where none did. */
  public ChainMemory activatedSteps() {
    return settledSteps;
  }

  /** Switches that were ever told anything. */
  public int switchCount() {
    return states.size();
  }

  /** Their GUIDs, ascending. */
  public long[] switchGuids() {
    long[] guids = states.keySet().toLongArray();
    LongArrays.unstableSort(guids, Long::compareUnsigned);
    return guids;
  }

  /** All that is known of a switch, as its programmer would write it down. */
  public Optional<LftSnapshot> snapshot(long switchGuid) {
    return Optional.ofNullable(states.get(switchGuid)).map(LftState::toSnapshot);
  }

  /**
   * What a switch was told.
   *
   * @param linearFdbTop the largest LID it looks up
   * @param row output ports by LID, whole blocks, beyond {@code linearFdbTop} where it was once
   *     told more
   */
  public record Told(int linearFdbTop, byte[] row) {}

  /** What a switch was told last, whether or not it has acknowledged it; empty when nothing. */
  public Optional<Told> told(long switchGuid) {
    LftState state = states.get(switchGuid);
    return state == null || state.linearFdbTop() < 0
        ? Optional.empty()
        : Optional.of(new Told(state.linearFdbTop(), state.row()));
  }

  /** The multicast entries of a switch that has acknowledged all that it was told of them. */
  public Optional<MulticastRow> multicast(long switchGuid) {
    LftState state = states.get(switchGuid);
    return state == null ? Optional.of(MulticastRow.EMPTY) : state.multicast().held();
  }

  /**
   * The tables of a fabric's switches, if they are those of a digest; empty if only some switches
   * were told them, or others since.
   *
   * @param digest a {@link TableDigest}
   */
  public Optional<ForwardingTables> proven(Fabric fabric, String digest) {
    return proven(fabric, digest, states);
  }

  /**
   * The same of those that were activated last, whatever switches were told since: the master may
   * have ended between two plans.
   */
  public Optional<ForwardingTables> activated(Fabric fabric, String digest) {
    return proven(fabric, digest)
        .or(
            () -> {
              Long2ObjectOpenHashMap<LftState> before = new Long2ObjectOpenHashMap<>(states);
              before.putAll(settled);
              return settled.isEmpty() ? Optional.empty() : proven(fabric, digest, before);
            });
  }

  private static Optional<ForwardingTables> proven(
      Fabric fabric, String digest, Long2ObjectOpenHashMap<LftState> states) {
    LftState first = fabric.switchCount() == 0 ? null : states.get(fabric.nodeGuid(0));
    if (first == null || first.linearFdbTop() < 0) {
      return Optional.empty();
    }
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), first.linearFdbTop());
    for (int node = 0; node < fabric.switchCount(); node++) {
      LftState state = states.get(fabric.nodeGuid(node));
      if (state == null) {
        return Optional.empty();
      }
      state.copyRow(tables.row(node));
    }
    return TableDigest.of(tables).equals(digest) ? Optional.of(tables) : Optional.empty();
  }
}
