package io.dateline.routing.actors.programmer;

import io.dateline.persistence.event.LftEvent;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * What all switches were told, by the events of their programmers. The events of one switch are
 * taken in the order of their sequence numbers and each once, whatever order and how often they
 * come in. Owned by one thread.
 */
public final class TableReplica {
  private final Long2ObjectOpenHashMap<Followed> switches = new Long2ObjectOpenHashMap<>();

  private record Followed(long sequence, LftState state) {}

  private static final Followed NOTHING = new Followed(0, LftState.EMPTY);

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
    switches.put(switchGuid, new Followed(sequence, before.state.apply(event)));
    return Taken.APPLIED;
  }

  /** Takes a state that was read from the journal, unless a later one is known. */
  public void restore(long switchGuid, long sequence, LftState state) {
    if (sequence > switches.get(switchGuid).sequence) {
      switches.put(switchGuid, new Followed(sequence, state));
    }
  }

  /** Takes a state as a snapshot has it. */
  public void restore(long switchGuid, long sequence, Object stored) {
    restore(switchGuid, sequence, LftState.SNAPSHOTS.fromStored().apply(stored));
  }

  /** The tables as they are now. */
  public ReplicatedTables freeze() {
    Long2ObjectOpenHashMap<LftState> states = new Long2ObjectOpenHashMap<>(switches.size());
    for (Long2ObjectMap.Entry<Followed> entry : switches.long2ObjectEntrySet()) {
      states.put(entry.getLongKey(), entry.getValue().state);
    }
    return new ReplicatedTables(states);
  }
}
