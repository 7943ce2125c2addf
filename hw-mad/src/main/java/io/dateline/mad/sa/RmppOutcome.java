package io.dateline.mad.sa;

import io.dateline.mad.Mad;

/** Where an RMPP transfer stands. */
public sealed interface RmppOutcome {
  /** Waiting for the other side; {@code onTimeout} is due if it stays silent. */
  record InProgress() implements RmppOutcome {}

  /** The receiver has acknowledged everything. */
  record Sent() implements RmppOutcome {}

  /**
   * Everything has come.
   *
   * @param header the first segment, for its common header and SA header
   * @param data the data of all segments, without padding
   */
  record Received(Mad header, byte[] data) implements RmppOutcome {}

  /**
   * The transfer is over and incomplete.
   *
   * @param status one of {@link Rmpp}'s status values
   * @param byPeer whether the other side ended it
   */
  record Failed(int status, boolean byPeer) implements RmppOutcome {}
}
