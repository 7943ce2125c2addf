package io.dateline.mad.transport;

import io.dateline.mad.Mad;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.SaHeader;

/**
 * How much of a MAD counts for a program behind ibsim's preload library. Such programs take the
 * number of records in an SA answer from its length, which on a host the kernel tells them after it
 * has done RMPP (IBA Vol 1, 13.6.2.1). The library does no RMPP; so the length is what the sender
 * said or, where it sent a whole MAD as on a wire, what the last segment's PayloadLength says. A
 * sender that says this length itself is understood behind a simulator that passes on what it was
 * told; on a host the kernel fills the MAD up with zeros.
 */
public final class UmadLength {
  /** Common and RMPP header, which PayloadLength does not count. */
  private static final int HEADER_BYTES = 36;

  private UmadLength() {}

  /** Bytes of a MAD of ours that count, 56 to 256. */
  public static int of(Mad mad) {
    return of(mad, Mad.BYTES);
  }

  /** Bytes of a MAD that count, where the sender said {@code lengthBytes}. */
  public static int of(Mad mad, int lengthBytes) {
    if (lengthBytes < Mad.BYTES || mad.managementClass() != Mad.CLASS_SUBN_ADM) {
      return lengthBytes;
    }
    SaHeader header = SaHeader.of(mad);
    boolean isLastSegment =
        header.rmppType() == Rmpp.TYPE_DATA
            && (header.rmppFlags() & Rmpp.ACTIVE) != 0
            && (header.rmppFlags() & Rmpp.LAST) != 0;
    long wholeBytes = HEADER_BYTES + header.payloadLength();
    return isLastSegment && wholeBytes >= Mad.SA_DATA && wholeBytes < Mad.BYTES
        ? (int) wholeBytes
        : Mad.BYTES;
  }
}
