package io.dateline.mad.transport;

import java.util.function.BooleanSupplier;

/**
 * A MAD that wants an answer.
 *
 * @param packet the request; what is sent are copies of it, each with a transaction ID of its own
 * @param target what the window per target counts by: node GUID, or LID; {@link #OWN_PORT}
 * @param timeoutMs wait for an answer to each try, 0 for the exchange's default
 * @param retries tries after the first, -1 for the exchange's default
 * @param isVoid whether the answer is of no use any more: asked on the exchange's thread before
 *     each try, which is not made then
 */
public record MadRequest(
    MadPacket packet, long target, int timeoutMs, int retries, BooleanSupplier isVoid) {
  /**
   * The target of a request through which a node asks itself. It waits for no other target's
   * window: however many do not answer, the node can tell that it lives.
   */
  public static final long OWN_PORT = -1;

  public MadRequest {
    if (timeoutMs < 0 || retries < -1) {
      throw new IllegalArgumentException(
          "timeoutMs is %d, must be 0 or more; retries is %d, must be -1 or more"
              .formatted(timeoutMs, retries));
    }
  }

  /** One that is of use until it is answered. */
  public MadRequest(MadPacket packet, long target, int timeoutMs, int retries) {
    this(packet, target, timeoutMs, retries, MadRequest::never);
  }

  private static boolean never() {
    return false;
  }

  /** The same, until it is void. */
  public MadRequest until(BooleanSupplier voidFromThen) {
    return new MadRequest(packet, target, timeoutMs, retries, voidFromThen);
  }

  /** With the exchange's default patience. */
  public static MadRequest of(MadPacket packet, long target) {
    return new MadRequest(packet, target, 0, -1);
  }
}
