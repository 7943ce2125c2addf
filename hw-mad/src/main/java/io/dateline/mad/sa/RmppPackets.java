package io.dateline.mad.sa;

import io.dateline.mad.Mad;

/** Makes RMPP packets other than DATA (IBA Vol 1, 13.6.2). */
final class RmppPackets {
  private RmppPackets() {}

  /** To the sender of {@code data}: with its transaction, but the other direction's method. */
  static Mad ack(Mad data, long segment, long newWindowLast) {
    Mad ack = reply(data, Rmpp.TYPE_ACK, Rmpp.STATUS_NORMAL);
    SaHeader.of(ack).segmentNumber(segment).newWindowLast(newWindowLast);
    return ack;
  }

  /** STOP or ABORT, as the status demands, in answer to a packet of the other side. */
  static Mad end(Mad received, int status) {
    return reply(received, endType(status), status);
  }

  /** STOP or ABORT from the side that has sent {@code own} before. */
  static Mad endOwn(Mad own, int status) {
    return control(own, own.method(), endType(status), status);
  }

  /** The status to end the transfer with because of this header; normal if it may pass. */
  static int check(SaHeader header) {
    if (header.rmppVersion() != Rmpp.VERSION) {
      return Rmpp.STATUS_UNSUPPORTED_VERSION;
    }
    if (header.rmppType() < Rmpp.TYPE_DATA || header.rmppType() > Rmpp.TYPE_ABORT) {
      return Rmpp.STATUS_BAD_TYPE;
    }
    boolean mayHaveStatus = header.rmppType() >= Rmpp.TYPE_STOP;
    if (header.rmppStatus() != Rmpp.STATUS_NORMAL && !mayHaveStatus) {
      return Rmpp.STATUS_ILLEGAL_STATUS;
    }
    return Rmpp.STATUS_NORMAL;
  }

  private static int endType(int status) {
    return status < Rmpp.STATUS_TOTAL_TIME_TOO_LONG ? Rmpp.TYPE_STOP : Rmpp.TYPE_ABORT;
  }

  private static Mad reply(Mad received, int type, int status) {
    return control(received, received.method() ^ Mad.RESPONSE_BIT, type, status);
  }

  private static Mad control(Mad like, int method, int type, int status) {
    Mad mad = new Mad();
    System.arraycopy(like.bytes(), 0, mad.bytes(), 0, SaHeader.OFFSET);
    mad.method(method).status(0);
    SaHeader.of(mad)
        .rmppVersion(Rmpp.VERSION)
        .rmppType(type)
        .rRespTime(Rmpp.RESP_TIME_NONE)
        .rmppFlags(Rmpp.ACTIVE)
        .rmppStatus(status);
    return mad;
  }
}
