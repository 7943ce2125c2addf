package io.dateline.sim;

import io.dateline.mad.Mad;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.SaHeader;

/**
 * How much of a MAD counts for a program behind ibsim's preload library. Such programs take the
 * number of records in an SA answer from its length, which on a host the kernel tells them after it
 * has done RMPP (IBA Vol 1, 13.6.2.1). The library does no RMPP; so the length is what the sender
 * said or, where it sent a whole MAD as on a wire, what the last segment's PayloadLength says.
 */
final class UmadLength {
  /** Common and RMPP header, which PayloadLength does not count. */
  private static final int HEADER_BYTES = 36;

  private UmadLength() {}

  static int of(Mad mad, int lengthBytes) {
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
