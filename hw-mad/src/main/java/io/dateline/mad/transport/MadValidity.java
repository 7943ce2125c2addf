package io.dateline.mad.transport;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.SaHeader;

/** Tells MADs that can mean something from noise, by their common header (IBA Vol 1, 13.4.2). */
final class MadValidity {
  private static final int BASE_VERSION = 1;
  private static final int SMP_VERSION = 1;
  private static final int SA_VERSION = 2;

  private MadValidity() {}

  /**
   * Whether versions, method and direction fit together, and a directed route fits into the MAD.
   * Unknown attributes and request methods do, and so do other versions of a request to subnet
   * administration: to refuse those with a status is up to the program that serves the class.
   */
  static boolean isValid(Mad mad) {
    if (mad.u8(0) != BASE_VERSION) {
      return false;
    }
    int method = mad.method();
    if ((method & Mad.RESPONSE_BIT) != 0 && !isResponseMethod(method)) {
      return false;
    }
    return switch (mad.managementClass()) {
      case Mad.CLASS_SUBN_LID -> mad.classVersion() == SMP_VERSION;
      case Mad.CLASS_SUBN_DIRECTED ->
          mad.classVersion() == SMP_VERSION
              && mad.hopCount() <= DirectedRoute.HOPS_MAX
              && (method == Mad.TRAP_REPRESS || mad.isReturning() == mad.isResponse());
      case Mad.CLASS_SUBN_ADM -> mad.classVersion() == SA_VERSION || !mad.isResponse();
      default -> mad.classVersion() != 0;
    };
  }

  /** Whether this is a valid request to subnet administration. */
  static boolean isQuery(Mad mad) {
    return mad.managementClass() == Mad.CLASS_SUBN_ADM
        && !mad.isResponse()
        && !isTransferControl(mad)
        && isValid(mad);
  }

  /** Whether {@code reply} can be the answer to {@code request}; IDs are not looked at. */
  static boolean answers(Mad reply, Mad request) {
    return reply.managementClass() == request.managementClass()
        && reply.method() == responseTo(request.method())
        && isAbout(reply, request)
        && reply.attributeModifier() == request.attributeModifier();
  }

  /** What answers a MultiPathRecord is a table of PathRecords (IBA Vol 1, 15.2.5.20). */
  private static boolean isAbout(Mad reply, Mad request) {
    return reply.attributeId() == request.attributeId()
        || (request.method() == Mad.GET_MULTI && reply.attributeId() == AttributeId.PATH_RECORD);
  }

  /**
   * Whether this is the receiving side's part of a multi-packet transfer (ACK, STOP, ABORT). Such a
   * packet carries the transaction ID and perhaps the response method of a transfer that we send;
   * it answers no request of ours.
   */
  static boolean isTransferControl(Mad mad) {
    if (mad.managementClass() != Mad.CLASS_SUBN_ADM) {
      return false;
    }
    SaHeader header = SaHeader.of(mad);
    return (header.rmppFlags() & Rmpp.ACTIVE) != 0 && header.rmppType() != Rmpp.TYPE_DATA;
  }

  private static boolean isResponseMethod(int method) {
    return switch (method) {
      case Mad.GET_RESP, Mad.REPORT_RESP, Mad.GET_TABLE_RESP, Mad.GET_MULTI_RESP, Mad.DELETE_RESP ->
          true;
      default -> false;
    };
  }

  private static int responseTo(int method) {
    return switch (method) {
      case Mad.SET -> Mad.GET_RESP;
      case Mad.GET_TRACE_TABLE -> Mad.GET_TABLE_RESP;
      case Mad.TRAP -> Mad.TRAP_REPRESS;
      default -> method | Mad.RESPONSE_BIT;
    };
  }
}
