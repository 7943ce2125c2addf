package io.dateline.mad.transport;

import java.util.function.Consumer;

/**
 * One request from its arrival to its outcome: waiting in its target's queue, or on the wire in a
 * slot; its deadline is that of the current try.
 */
final class Transaction extends Timed {
  static final int NO_SLOT = -1;

  final MadRequest request;
  final Consumer<MadOutcome> onOutcome;

  /** The next in the target's queue. */
  Transaction next;

  TargetQueue target;
  int slot = NO_SLOT;

  /** Sequence numbers of the first and the last try in the current slot. */
  int firstSequence;

  int lastSequence;

  /** Tries since the request was last accepted as new: at first, and after a pause for busy. */
  int tries;

  int triesMax;

  /** How often it was told to come again. */
  int busyAnswers;

  Transaction(MadRequest request, Consumer<MadOutcome> onOutcome) {
    this.request = request;
    this.onOutcome = onOutcome;
  }

  boolean isVoid() {
    return request.isVoid().getAsBoolean();
  }
}
