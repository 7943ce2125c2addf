package io.dateline.routing.actors.programmer;

import io.dateline.mad.Mad;
import io.dateline.mad.MadNames;
import io.dateline.mad.transport.MadOutcome;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The bookkeeping of one programming: what is still to send, what is outstanding, what came of it.
 * It sends nothing itself. Owned by one actor.
 *
 * <p>LinearFDBTop goes first and alone; blocks follow when it is acknowledged. MulticastFDBTop goes
 * last and alone, when all blocks are: below it the switch looks them up. A run that has been
 * {@linkplain #stop stopped} sends nothing more, and is done when nothing is outstanding: until
 * then a Set of an older row could still reach the switch after one of a newer row.
 */
public final class ProgrammingRun {
  /** Says {@link #next} when LinearFDBTop is to be sent. */
  static final int TOP = -1;

  /** Says {@link #next} when nothing may be sent now. */
  static final int NOTHING = -2;

  private final long generation;
  private final int[] blocks; // to send, ascending
  private final int skipped;
  private final int outstandingMax;
  private final BitSet acknowledged = new BitSet(); // by block
  private final BitSet unconfirmed = new BitSet(); // acknowledged, not yet journaled
  private final Answers answers = new Answers();
  private final boolean topLast;
  private boolean topToSend;
  private boolean topOutstanding;
  private boolean topUnconfirmed;
  private int nextBlock; // index into blocks
  private int outstanding;
  private int timeoutsInARow;
  private int madsSent;
  private boolean stopped;
  private String failure; // the first one, null while there is none

  ProgrammingRun(
      long generation,
      boolean topLast,
      boolean sendTop,
      int[] blocks,
      int skipped,
      int outstandingMax) {
    this.generation = generation;
    this.topLast = topLast;
    this.blocks = blocks;
    this.skipped = skipped;
    this.outstandingMax = outstandingMax;
    topToSend = sendTop;
  }

  /** Whether the top goes out next; the last one only to a switch that took all blocks. */
  private boolean isTopsTurn() {
    return topToSend
        && (!topLast || (nextBlock == blocks.length && outstanding == 0 && failure == null));
  }

  /** Whether Sets are under way. */
  boolean hasOutstanding() {
    return outstanding > 0;
  }

  /** What to send now: a block number, {@link #TOP} or {@link #NOTHING}. It counts as sent. */
  int next() {
    if (stopped || topOutstanding || outstanding == outstandingMax) {
      return NOTHING;
    }
    if (isTopsTurn()) {
      topToSend = false;
      topOutstanding = true;
      outstanding++;
      madsSent++;
      return TOP;
    }
    if (nextBlock == blocks.length) {
      return NOTHING;
    }
    outstanding++;
    madsSent++;
    return blocks[nextBlock++];
  }

  /** Where the exchange's thread puts what came of blocks. */
  Answers answers() {
    return answers;
  }

  /** Takes in all that has been put there. */
  void settleArrived() {
    answers.drain(this::settle);
  }

  /** Takes in what came of a block, or of {@link #TOP}. */
  void settle(int block, MadOutcome outcome) {
    outstanding--;
    if (block == TOP) {
      topOutstanding = false;
    }
    switch (outcome) {
      case MadOutcome.Answered answered -> acknowledge(block);
      case MadOutcome.Refused(var request, Mad reply) -> {
        timeoutsInARow = 0;
        fail(block, "refused with " + MadNames.status(reply.status()), block == TOP);
      }
      case MadOutcome.TimedOut(var request, int tries) -> {
        timeoutsInARow++;
        fail(
            block,
            "not answered, tried %d times".formatted(tries),
            block == TOP || timeoutsInARow == outstandingMax);
      }
      case MadOutcome.Rejected(var request, String reason) ->
          fail(block, "not sent: " + reason, true);
    }
  }

  private void acknowledge(int block) {
    timeoutsInARow = 0;
    if (block == TOP) {
      topUnconfirmed = true;
    } else {
      acknowledged.set(block);
      unconfirmed.set(block);
    }
  }

  private void fail(int block, String what, boolean giveUp) {
    if (failure == null) {
      failure = (block == TOP ? "SwitchInfo " : "block " + block + " ") + what;
    }
    stopped |= giveUp;
  }

  /** Sends nothing more, for this reason. */
  void stop(String reason) {
    stopped = true;
    failure = reason;
  }

  boolean isDone() {
    return outstanding == 0
        && (stopped || (nextBlock == blocks.length && (!topToSend || failure != null)));
  }

  /** Acknowledged blocks that are not journaled yet. */
  int unconfirmedCount() {
    return unconfirmed.cardinality();
  }

  /** Those blocks; from now on they count as journaled. */
  int[] takeUnconfirmed() {
    int[] taken = unconfirmed.stream().toArray();
    unconfirmed.clear();
    return taken;
  }

  /** Whether the top is acknowledged and not journaled; from now on it counts as journaled. */
  boolean takeTopUnconfirmed() {
    boolean taken = topUnconfirmed;
    topUnconfirmed = false;
    return taken;
  }

  /** The answer, once the run is done. */
  ProgrammerReply result() {
    if (failure == null) {
      return new ProgrammerReply.Programmed(
          generation, acknowledged.cardinality(), skipped, madsSent);
    }
    int[] failed = Arrays.stream(blocks).filter(block -> !acknowledged.get(block)).toArray();
    return new ProgrammerReply.ProgrammingFailed(generation, failed, failure);
  }
}
