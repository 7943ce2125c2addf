package io.dateline.sm.change;

import io.dateline.mad.attribute.AttributeView;
import io.dateline.sm.fair.Quota;

/** What becomes of a {@link ChangeRequest}. */
public sealed interface ChangeAnswer {
  /**
   * Done, and in the journal.
   *
   * @param record what the port that asked is shown
   */
  record Done(AttributeView record) implements ChangeAnswer {}

  /** Refused for good: nothing has changed; the status of the answer says why. */
  record Refused(int status) implements ChangeAnswer {}

  /**
   * Refused: the port that asks has as many as one port may have.
   *
   * @param quota of what
   */
  record OverQuota(Quota quota) implements ChangeAnswer {}

  /** Nothing can be changed now; the port that asked may ask again. */
  record Busy() implements ChangeAnswer {}
}
