package io.dateline.sm.qos;

/**
 * What a path of this level is like. {@code path-bits}, which OpenSM reads and never looks at, are
 * not kept.
 *
 * @param name as the file has it
 * @param sl 0 to 15
 * @param mtuLimit MTU code (1 to 5) that a path has at most, or {@link #NOT_GIVEN}
 * @param rateLimit rate code (2 to 24) that a path has at most, or {@link #NOT_GIVEN}
 * @param packetLife PacketLifeTime code (0 to 63) of a path, or {@link #NOT_GIVEN}
 * @param pKeys lower 15 bits of the P_Keys that a path may have; any where there are none
 */
public record QosLevel(
    String name, int sl, int mtuLimit, int rateLimit, int packetLife, NumberRanges pKeys) {
  public static final int NOT_GIVEN = -1;

  /** Nothing but an SL, as simple rules have it. */
  static QosLevel ofSl(int sl) {
    return new QosLevel("SL " + sl, sl, NOT_GIVEN, NOT_GIVEN, NOT_GIVEN, NumberRanges.NONE);
  }
}
