package io.dateline.routing.actors.programmer;

import io.dateline.fabric.MulticastRow;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LftEvent.MulticastConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastTargeted;
import io.dateline.persistence.event.LftSnapshot;
import java.util.BitSet;
import java.util.Optional;

/**
 * What one switch has been told of its multicast table, and what of it it has acknowledged; as
 * {@link LftState} of the linear one. Immutable. A block that the switch was never told, and is to
 * be told nothing in, is left as it is: no group has ever been given a multicast LID of it.
 *
 * @param top MulticastFDBTop last targeted, 0 where none was
 * @param confirmedTop MulticastFDBTop it acknowledged, 0 when unknown
 * @param row entries last targeted
 * @param told numbers of the blocks ever targeted, empty ones too
 * @param confirmed numbers of those it acknowledged
 */
record MftState(int top, int confirmedTop, MulticastRow row, BitSet told, BitSet confirmed) {
  private static final int BLOCK = MulticastRow.BLOCK_BYTES;

  static final MftState EMPTY = new MftState(0, 0, MulticastRow.EMPTY, new BitSet(), new BitSet());

  /** Whether anything is believed of what the switch holds. */
  boolean isConfirmed() {
    return !confirmed.isEmpty() || confirmedTop != 0;
  }

  /** The entries, where the switch has acknowledged all that it was told. */
  Optional<MulticastRow> held() {
    return confirmed.equals(told) && confirmedTop == top ? Optional.of(row) : Optional.empty();
  }

  /**
   * Numbers of the blocks to be targeted: those that differ, and of multicast LIDs that are named
   * all positions that were never told, for what another subnet manager left there is not known.
   *
   * @param named numbers of blocks
   * @param positions that the switch has ports for
   */
  private BitSet news(MulticastRow wanted, int[] named, int positions) {
    BitSet news = new BitSet();
    for (int number : named) {
      int first = number - number % MulticastRow.POSITIONS;
      news.set(first, first + positions);
    }
    news.andNot(told);
    news.or(row.differing(wanted));
    return news;
  }

  /** Numbers of the blocks to send for a row to be held, ascending. */
  int[] blocksToSend(MulticastRow wanted, int[] named, int positions) {
    BitSet send = (BitSet) told.clone();
    send.andNot(confirmed);
    send.or(news(wanted, named, positions));
    return send.stream().toArray();
  }

  /** The event of a new target; none where it is what was targeted last. */
  Optional<MulticastTargeted> target(
      long generation, int newTop, MulticastRow wanted, int[] named, int positions, long nowMs) {
    int[] blocks = news(wanted, named, positions).stream().toArray();
    if (blocks.length == 0 && newTop == top) {
      return Optional.empty();
    }
    return Optional.of(
        new MulticastTargeted(
            generation, newTop, blocks, BlockCompression.deflate(wanted.blocks(blocks)), nowMs));
  }

  MftState apply(MulticastTargeted event) {
    int[] blocks = event.blocks();
    byte[] masks = BlockCompression.inflate(event.deflatedMasks(), blocks.length * BLOCK);
    BitSet toldThen = (BitSet) told.clone();
    BitSet stillConfirmed = (BitSet) confirmed.clone();
    for (int block : blocks) {
      toldThen.set(block);
      stillConfirmed.clear(block);
    }
    return new MftState(
        event.multicastFdbTop(), confirmedTop, row.with(blocks, masks), toldThen, stillConfirmed);
  }

  /** Nothing where a block was never targeted. */
  boolean canFollow(MulticastConfirmed event) {
    for (int block : event.blocks()) {
      if (!told.get(block)) {
        return false;
      }
    }
    return event.multicastFdbTop() == 0 || event.multicastFdbTop() == top;
  }

  MftState apply(MulticastConfirmed event) {
    BitSet more = (BitSet) confirmed.clone();
    for (int block : event.blocks()) {
      more.set(block);
    }
    int acknowledged = event.multicastFdbTop() == 0 ? confirmedTop : event.multicastFdbTop();
    return new MftState(top, acknowledged, row, told, more);
  }

  MftState forgotten() {
    return new MftState(top, 0, row, told, new BitSet());
  }

  /** Null where there is nothing to tell. */
  LftSnapshot.Multicast toSnapshot() {
    if (told.isEmpty() && top == 0) {
      return null;
    }
    int[] blocks = told.stream().toArray();
    return new LftSnapshot.Multicast(
        top,
        confirmedTop,
        blocks,
        BlockCompression.deflate(row.blocks(blocks)),
        confirmed.stream().toArray());
  }

  static MftState of(LftSnapshot.Multicast snapshot) {
    if (snapshot == null) {
      return EMPTY;
    }
    int[] blocks = snapshot.blocks();
    byte[] masks = BlockCompression.inflate(snapshot.deflatedMasks(), blocks.length * BLOCK);
    return new MftState(
        snapshot.top(),
        snapshot.confirmedTop(),
        MulticastRow.of(blocks, masks),
        set(blocks),
        set(snapshot.confirmed()));
  }

  private static BitSet set(int[] numbers) {
    BitSet set = new BitSet();
    for (int number : numbers) {
      set.set(number);
    }
    return set;
  }
}
