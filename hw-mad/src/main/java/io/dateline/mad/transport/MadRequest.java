package io.dateline.mad.transport;

/**
 * A MAD that wants an answer.
 *
 * @param packet the request; its transaction ID is filled in when it is sent
 * @param target what the window per target counts by: node GUID, or LID
 * @param timeoutMs wait for an answer to each try, 0 for the exchange's default
 * @param retries tries after the first, -1 for the exchange's default
 */
public record MadRequest(MadPacket packet, long target, int timeoutMs, int retries) {
  /** With the exchange's default patience. */
  public static MadRequest of(MadPacket packet, long target) {
    return new MadRequest(packet, target, 0, -1);
  }
}
