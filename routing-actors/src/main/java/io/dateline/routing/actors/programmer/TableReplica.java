package io.dateline.routing.actors.programmer;

import io.dateline.persistence.event.LftEvent;
import io.dateline.routing.ChainMemory;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * What all switches were told, by the events of their programmers. The events of one switch are
 * taken in the order of their sequence numbers and each once, whatever order and how often they
 * come in. Owned by one thread.
 */
public final class TableReplica {
  private final Long2ObjectOpenHashMap<Followed> switches = new Long2ObjectOpenHashMap<>();

  private ChainMemory settledSteps = ChainMemory.EMPTY; // when tables were activated

  /**
   * One switch.
   *
   * @param settled before it was told the first of what was planned since tables were activated;
   *     null where it was told nothing since
   */
  private record Followed(long sequence, LftState state, LftState settled) {}

  private static final Followed NOTHING = new Followed(0, LftState.EMPTY, null);

  /** What became of an event. */
  public enum Taken {
    APPLIED,
    /** It, or a later one, was applied before. */
    KNOWN,
    /** Events before it are missing; it is dropped. The switch's state has to be read. */
    GAP
  }

  public TableReplica() {
    switches.defaultReturnValue(NOTHING);
  }

  /**
   * Takes an event in.
   *
   * @param sequence its sequence number among those of the switch, from 1 on
   */
  public Taken apply(long switchGuid, long sequence, LftEvent event) {
    Followed before = switches.get(switchGuid);
    if (sequence <= before.sequence) {
      return Taken.KNOWN;
    }
    if (sequence > before.sequence + 1) {
      return Taken.GAP;
    }
    LftState state = before.state.apply(event);
    boolean isFirst = before.settled == null && state.generation() > before.state.generation();
    switches.put(
        switchGuid, new Followed(sequence, state, isFirst ? before.state : before.settled));
    return Taken.APPLIED;
  }

  /**
   * Tables were activated: what switches were told before is not asked for any more.
   *
   * @param steps of the chain that made them; empty where none did
   */
  public void settle(ChainMemory steps) {
    settledSteps = steps;
    switches.replaceAll((guid, known) -> new Followed(known.sequence, known.state, null));
  }

  /** Takes a state that was read from the journal, unless a later one is known. */
  public void restore(long switchGuid, long sequence, LftState state) {
    if (sequence > switches.get(switchGuid).sequence) {
      switches.put(switchGuid, new Followed(sequence, state, null));
    }
  }

  /** Takes a state as a snapshot has it. */
  public void restore(long switchGuid, long sequence, Object stored) {
    restore(switchGuid, sequence, LftState.SNAPSHOTS.fromStored().apply(stored));
  }

  /** The tables as they are now. */
  public ReplicatedTables freeze() {
    Long2ObjectOpenHashMap<LftState> states = new Long2ObjectOpenHashMap<>(switches.size());
    Long2ObjectOpenHashMap<LftState> settled = new Long2ObjectOpenHashMap<>();
    for (Long2ObjectMap.Entry<Followed> entry : switches.long2ObjectEntrySet()) {
      states.put(entry.getLongKey(), entry.getValue().state);
      if (entry.getValue().settled != null) {
        settled.put(entry.getLongKey(), entry.getValue().settled);
      }
    }
    return new ReplicatedTables(states, settled, settledSteps);
  }
}
