package io.dateline.mad.transport;

import io.dateline.mad.Mad;

/** How a request ended. The cases stay apart because their remedies differ. */
public sealed interface MadOutcome {
  /** The request as it was sent. */
  MadRequest request();

  /** An answer with status 0. */
  record Answered(MadRequest request, Mad reply) implements MadOutcome {}

  /** An answer that says no. {@code reply.status()} tells why. */
  record Refused(MadRequest request, Mad reply) implements MadOutcome {}

  /** No answer to any of {@code tries} tries. */
  record TimedOut(MadRequest request, int tries) implements MadOutcome {}

  /** Never sent: the exchange was closed, or its queue is full. */
  record Rejected(MadRequest request, String reason) implements MadOutcome {}
}
