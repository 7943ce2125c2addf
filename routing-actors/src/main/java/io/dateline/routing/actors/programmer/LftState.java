package io.dateline.routing.actors.programmer;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Lid;
import io.dateline.fabric.MulticastRow;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftEvent.BlocksConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastTargeted;
import io.dateline.persistence.event.LftEvent.TablesForgotten;
import io.dateline.persistence.event.LftEvent.TablesTargeted;
import io.dateline.persistence.event.LftEvent.TopConfirmed;
import io.dateline.persistence.event.LftSnapshot;
import io.dateline.persistence.journal.Snapshots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What one switch has been told, and what of it it has acknowledged. Immutable.
 *
 * <p>A block is <em>targeted</em> from the moment the switch may have been sent it; whether the
 * switch holds the old or the new entries is known only once the block is <em>confirmed</em>. So a
 * block goes out when its target changes or it is not confirmed, even if the target is what it once
 * was.
 *
 * <p>In memory this is one byte an entry and one bit a block: up to 48 KiB a switch.
 */
public final class LftState {
  private static final int BLOCK = ForwardingTables.BLOCK_ENTRIES;
  private static final int UNKNOWN = -1;

  public static final LftState EMPTY =
      new LftState(0, UNKNOWN, UNKNOWN, new byte[0], new BitSet(), MftState.EMPTY);

  static final Snapshots<LftState> SNAPSHOTS =
      new Snapshots<>(LftState::toSnapshot, stored -> of((LftSnapshot) stored));

  private final long generation;
  private final int linearFdbTop; // last targeted, UNKNOWN before
  private final int confirmedTop; // acknowledged, UNKNOWN before
  private final byte[]
      row; // last targeted entries by LID, whole blocks, as long as the longest row
  private final BitSet confirmed; // by block; a confirmed block is in row
  private final MftState multicast;

  private LftState(
      long generation,
      int linearFdbTop,
      int confirmedTop,
      byte[] row,
      BitSet confirmed,
      MftState multicast) {
    this.generation = generation;
    this.linearFdbTop = linearFdbTop;
    this.confirmedTop = confirmedTop;
    this.row = row;
    this.confirmed = confirmed;
    this.multicast = multicast;
  }

  /** The highest generation anything was targeted for, 0 before. */
  long generation() {
    return generation;
  }

  /** Copies the entries targeted last over those of a row, as far as both reach. */
  void copyRow(byte[] to) {
    System.arraycopy(row, 0, to, 0, Math.min(row.length, to.length));
  }

  /** The entries targeted last, by LID, whole blocks; empty before. The caller's own. */
  byte[] row() {
    return row.clone();
  }

  /** The largest LID the switch was last told to look up, -1 before. */
  int linearFdbTop() {
    return linearFdbTop;
  }

  /** What the switch was told of multicast. */
  MftState multicast() {
    return multicast;
  }

  boolean isConfirmed(int block) {
    return confirmed.get(block);
  }

  int confirmedTop() {
    return confirmedTop;
  }

  /**
   * What the switch shall be told.
   *
   * @param row entries by LID, whole blocks, at least up to {@code linearFdbTop}
   * @param forget the switch has lost what it was told
   */
  record Request(long generation, int linearFdbTop, byte[] row, boolean forget) {
    int blockCount() {
      return linearFdbTop / BLOCK + 1;
    }
  }

  /** What is to be done about a request. */
  sealed interface Decision {
    /** Nothing: the request makes no sense, for the reason given. */
    record Refuse(String reason) implements Decision {}

    /**
     * Persist, then send.
     *
     * @param events in order; none when the targets stay as they are
     * @param sendTop whether LinearFDBTop goes out first
     * @param blocks block numbers to send, ascending
     * @param skipped blocks that the switch already holds
     */
    record Tell(List<LftEvent> events, boolean sendTop, int[] blocks, int skipped)
        implements Decision {}
  }

  /**
   * Decides about a request.
   *
   * @param seenTop LinearFDBTop the switch was last seen with
   * @param capacity LinearFDBCap: entries the switch has room for
   */
  Decision decide(Request request, int seenTop, int capacity, long nowMs) {
    String objection = objection(request, capacity);
    if (objection != null) {
      return new Decision.Refuse(objection);
    }
    List<LftEvent> events = new ArrayList<>(2);
    LftState before = this;
    boolean knowsAnything =
        !confirmed.isEmpty() || confirmedTop != UNKNOWN || multicast.isConfirmed();
    if (knowsAnything && (request.forget() || isForeign(seenTop))) {
      events.add(lost(nowMs));
      before = before.forgotten();
    }
    int[] changed = before.changedBlocks(request);
    if (changed.length > 0 || request.linearFdbTop() != linearFdbTop) {
      events.add(targeted(request, changed, nowMs));
    }
    int[] blocks = before.blocksToSend(request, changed);
    boolean sendTop =
        before.confirmedTop != request.linearFdbTop() || seenTop != request.linearFdbTop();
    return new Decision.Tell(events, sendTop, blocks, request.blockCount() - blocks.length);
  }

  /**
   * What the switch shall be told of multicast.
   *
   * @param multicastFdbTop the highest multicast LID it shall look up; 0 where it does not look at
   *     that
   * @param positions of 16 ports that the switch has
   * @param named numbers of blocks whose multicast LIDs are told in all positions
   * @param onlyTake of the row, only what the switch was told before
   * @param forget the switch has lost what it was told
   */
  record MulticastRequest(
      long generation,
      int multicastFdbTop,
      int positions,
      int[] named,
      MulticastRow row,
      boolean onlyTake,
      boolean forget) {}

  /**
   * Decides about a request for multicast. A block is asked for by its number.
   *
   * @param seenTop MulticastFDBTop the switch was last seen with, 0 where that may be out of date
   */
  Decision decide(MulticastRequest request, int seenTop, long nowMs) {
    if (request.generation() < generation) {
      return new Decision.Refuse(olderThanLast(request.generation()));
    }
    List<LftEvent> events = new ArrayList<>(2);
    MftState before = multicast;
    if (request.forget() && (!confirmed.isEmpty() || multicast.isConfirmed())) {
      events.add(lost(nowMs));
      before = before.forgotten();
    }
    MulticastRow wanted = request.onlyTake() ? before.row().and(request.row()) : request.row();
    int top = request.onlyTake() ? before.top() : request.multicastFdbTop();
    int positions = request.positions();
    before
        .target(request.generation(), top, wanted, request.named(), positions, nowMs)
        .ifPresent(events::add);
    int[] blocks = before.blocksToSend(wanted, request.named(), positions);
    boolean sendTop =
        top != 0
            && !request.onlyTake()
            && (before.confirmedTop() != top || (seenTop != 0 && seenTop != top));
    int known = before.told().cardinality();
    return new Decision.Tell(events, sendTop, blocks, Math.max(0, known - blocks.length));
  }

  /**
   * Whether a switch with this LinearFDBTop has not got it from here: it has restarted, or another
   * program wrote to it. A top that was sent and whose acknowledgement was lost is not foreign.
   */
  private boolean isForeign(int seenTop) {
    return seenTop != confirmedTop && seenTop != linearFdbTop;
  }

  private static TablesForgotten lost(long nowMs) {
    return new TablesForgotten("the switch may have lost its tables", nowMs);
  }

  private String olderThanLast(long asked) {
    return "generation %d is older than %d".formatted(asked, generation);
  }

  /** Why a request is refused, or null; the first reason that holds, in this order. */
  private String objection(Request request, int capacity) {
    int top = request.linearFdbTop();
    if (request.generation() < generation) {
      return olderThanLast(request.generation());
    }
    if (top < 0 || top > Lid.UNICAST_MAX) {
      return "LinearFDBTop %d is not a unicast LID".formatted(top);
    }
    if (request.row().length % BLOCK != 0 || request.row().length <= top) {
      return "%d entries are not whole blocks up to LID %d".formatted(request.row().length, top);
    }
    if (top >= capacity) {
      return "the switch has room for %d entries, not for LID %d".formatted(capacity, top);
    }
    return null;
  }

  private int[] changedBlocks(Request request) {
    int[] found = new int[request.blockCount()];
    int count = 0;
    for (int block = 0; block < found.length; block++) {
      int from = block * BLOCK;
      if (from >= row.length
          || !Arrays.equals(row, from, from + BLOCK, request.row(), from, from + BLOCK)) {
        found[count++] = block;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private int[] blocksToSend(Request request, int[] changed) {
    BitSet send = new BitSet(request.blockCount());
    send.set(0, request.blockCount());
    send.andNot(confirmed);
    for (int block : changed) {
      send.set(block);
    }
    return send.stream().toArray();
  }

  private static TablesTargeted targeted(Request request, int[] changed, long nowMs) {
    byte[] entries = new byte[changed.length * BLOCK];
    for (int i = 0; i < changed.length; i++) {
      System.arraycopy(request.row(), changed[i] * BLOCK, entries, i * BLOCK, BLOCK);
    }
    return new TablesTargeted(
        request.generation(),
        request.linearFdbTop(),
        changed,
        BlockCompression.deflate(entries),
        nowMs);
  }

  /**
   * The state after an event.
   *
   * @throws IllegalStateException if the event cannot have happened in this state
   */
  public LftState apply(LftEvent event) {
    return switch (event) {
      case TablesTargeted targeted -> targeted(targeted);
      case BlocksConfirmed blocks -> confirmed(blocks);
      case TopConfirmed top -> confirmed(top);
      case TablesForgotten ignored -> forgotten();
      case MulticastTargeted targeted -> targeted(targeted);
      case MulticastConfirmed blocks -> confirmed(blocks);
    };
  }

  private LftState targeted(TablesTargeted event) {
    check(event.generation() >= generation, event);
    int[] blocks = event.blocks();
    byte[] entries = BlockCompression.inflate(event.deflatedEntries(), blocks.length * BLOCK);
    int last = blocks.length == 0 ? -1 : blocks[blocks.length - 1];
    byte[] next = Arrays.copyOf(row, Math.max(row.length, (last + 1) * BLOCK));
    BitSet stillConfirmed = (BitSet) confirmed.clone();
    for (int i = 0; i < blocks.length; i++) {
      System.arraycopy(entries, i * BLOCK, next, blocks[i] * BLOCK, BLOCK);
      stillConfirmed.clear(blocks[i]);
    }
    return new LftState(
        event.generation(), event.linearFdbTop(), confirmedTop, next, stillConfirmed, multicast);
  }

  private LftState confirmed(BlocksConfirmed event) {
    check(event.generation() >= generation, event);
    BitSet more = (BitSet) confirmed.clone();
    for (int block : event.blocks()) {
      check((block + 1) * BLOCK <= row.length, event);
      more.set(block);
    }
    return new LftState(generation, linearFdbTop, confirmedTop, row, more, multicast);
  }

  private LftState confirmed(TopConfirmed event) {
    check(event.linearFdbTop() == linearFdbTop, event);
    return new LftState(generation, linearFdbTop, event.linearFdbTop(), row, confirmed, multicast);
  }

  private LftState forgotten() {
    return new LftState(
        generation, linearFdbTop, UNKNOWN, row, new BitSet(), multicast.forgotten());
  }

  private LftState targeted(MulticastTargeted event) {
    check(event.generation() >= generation, event);
    return new LftState(
        event.generation(), linearFdbTop, confirmedTop, row, confirmed, multicast.apply(event));
  }

  private LftState confirmed(MulticastConfirmed event) {
    check(event.generation() >= generation && multicast.canFollow(event), event);
    return new LftState(
        generation, linearFdbTop, confirmedTop, row, confirmed, multicast.apply(event));
  }

  private void check(boolean legal, LftEvent event) {
    if (!legal) {
      throw new IllegalStateException(
          "%s cannot follow generation %d, top %d, %d entries"
              .formatted(event, generation, linearFdbTop, row.length));
    }
  }

  LftSnapshot toSnapshot() {
    return new LftSnapshot(
        generation,
        linearFdbTop,
        confirmedTop,
        row.length / BLOCK,
        BlockCompression.deflate(row),
        confirmed.toByteArray(),
        multicast.toSnapshot());
  }

  static LftState of(LftSnapshot snapshot) {
    return new LftState(
        snapshot.generation(),
        snapshot.linearFdbTop(),
        snapshot.confirmedTop(),
        BlockCompression.inflate(snapshot.deflatedRow(), snapshot.blockCount() * BLOCK),
        BitSet.valueOf(snapshot.confirmed()),
        MftState.of(snapshot.multicast()));
  }
}
