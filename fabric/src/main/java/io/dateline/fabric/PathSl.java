package io.dateline.fabric;

import java.util.function.IntUnaryOperator;

/** The service level a packet must carry from one LID to another. */
@FunctionalInterface
public interface PathSl {
  /** Everything on SL 0. */
  PathSl ZERO = (sourceLid, destinationLid) -> 0;

  /** The SL (0..15) for packets from {@code sourceLid} to {@code destinationLid}. */
  int sl(int sourceLid, int destinationLid);

  /**
   * The same, where a level of service was asked for by an SL, of which a routing that has levels
   * honours as much as it can.
   *
   * @param wanted an SL, 0 where none was asked for
   */
  default int sl(int sourceLid, int destinationLid, int wanted) {
    return sl(sourceLid, destinationLid);
  }

  /**
   * A number that source LIDs at one switch share only if they have the same SL to each LID.
   *
   * @return the LID itself where nothing is known of others
   */
  default int kind(int sourceLid) {
    return sourceLid;
  }

  /**
   * The SLs to one LID by source LID, for a caller that asks for many sources. One thread's.
   *
   * @return of a source LID the SL
   */
  default IntUnaryOperator toward(int destinationLid) {
    return sourceLid -> sl(sourceLid, destinationLid);
  }
}
