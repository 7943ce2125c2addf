package io.dateline.sm.group;

import io.dateline.mad.sa.McMemberRecord;

/** What becomes of a {@link GroupRequest}. */
public sealed interface GroupAnswer {
  /** Done, and in the journal. */
  record Done(McMemberRecord membership) implements GroupAnswer {}

  /** Refused for good: nothing has changed; the status of the answer says why. */
  record Refused(int status) implements GroupAnswer {}

  /** Refused: the port that asks has had as many groups as one port may. */
  record OverQuota() implements GroupAnswer {}

  /** Nothing can be changed now; the port that asked may ask again. */
  record Busy() implements GroupAnswer {}
}
