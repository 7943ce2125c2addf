package io.dateline.sm.sa;

import io.dateline.sm.qos.NumberRanges;
import io.dateline.sm.qos.QosLevel;

/**
 * A level of service, as paths are looked for with it.
 *
 * @param sl 0 to 15, or {@link #NOT_GIVEN}
 * @param mtuMax no MTU code is larger where it is not given
 * @param rateRankMax rank of a rate (see {@link PathChannels}); none is higher where it is not
 *     given
 * @param life PacketLifeTime code, or {@link #NOT_GIVEN}
 * @param pKeys lower 15 bits of P_Keys; any where there are none
 * @param partitionSl SL of the path's partition, which counts where nothing else has one
 */
record PathLevel(
    int sl, int mtuMax, int rateRankMax, int life, NumberRanges pKeys, int partitionSl) {
  static final int NOT_GIVEN = -1;
  private static final int UNBOUNDED = 0xFF;

  /** Where there is no policy. */
  static final PathLevel ANY =
      new PathLevel(NOT_GIVEN, UNBOUNDED, UNBOUNDED, NOT_GIVEN, NumberRanges.NONE, 0);

  static PathLevel of(QosLevel level) {
    return new PathLevel(
        level.sl(),
        level.mtuLimit() == QosLevel.NOT_GIVEN ? UNBOUNDED : level.mtuLimit(),
        level.rateLimit() == QosLevel.NOT_GIVEN
            ? UNBOUNDED
            : PathChannels.rateRankOf(level.rateLimit()),
        level.packetLife() == QosLevel.NOT_GIVEN ? NOT_GIVEN : level.packetLife(),
        level.pKeys(),
        0);
  }

  /** The same, of a path in a partition. */
  PathLevel inPartition(int ownSl) {
    return ownSl == partitionSl ? this : new PathLevel(sl, mtuMax, rateRankMax, life, pKeys, ownSl);
  }

  /** The packet life time, which is the subnet's where this level has none. */
  int lifeOr(int subnetLife) {
    return life == NOT_GIVEN ? subnetLife : life;
  }
}
