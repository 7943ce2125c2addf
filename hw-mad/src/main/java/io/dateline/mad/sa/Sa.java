package io.dateline.mad.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import java.util.Arrays;

/** Makes subnet administration MADs (IBA Vol 1, 15.2.1). */
public final class Sa {
  public static final int CLASS_VERSION = 2;

  private Sa() {}

  /**
   * A request with one record of at most 200 bytes, copied from {@code record}.
   *
   * @param method such as {@link Mad#GET_TABLE}
   * @param smKey 0 where no trust is claimed
   */
  public static Mad request(
      int method, int attributeId, int modifier, long componentMask, long smKey, byte[] record) {
    Mad mad = new Mad().header(Mad.CLASS_SUBN_ADM, CLASS_VERSION, method, attributeId, modifier);
    SaHeader.of(mad).smKey(smKey).componentMask(componentMask);
    System.arraycopy(record, 0, mad.bytes(), Mad.SA_DATA, record.length);
    return mad;
  }

  /**
   * The answer to a request, without records: its transaction, attribute, modifier and component
   * mask, an SM_Key of 0, no RMPP. What answers a MultiPathRecord is a table of PathRecords, and
   * says so (IBA Vol 1, 15.2.5.20).
   */
  public static Mad response(Mad request, int status) {
    Mad mad =
        new Mad()
            .header(
                Mad.CLASS_SUBN_ADM,
                CLASS_VERSION,
                responseMethod(request.method()),
                isOfPaths(request, status) ? AttributeId.PATH_RECORD : request.attributeId(),
                request.attributeModifier())
            .transactionId(request.transactionId())
            .status(status);
    SaHeader.of(mad).componentMask(SaHeader.of(request).componentMask());
    return mad;
  }

  private static boolean isOfPaths(Mad request, int status) {
    return status == 0
        && request.method() == Mad.GET_MULTI
        && request.attributeId() == AttributeId.MULTI_PATH_RECORD;
  }

  /** Whether any number of records, sent by RMPP, answers a method. */
  public static boolean isAnsweredByTable(int method) {
    return method == Mad.GET_TABLE || method == Mad.GET_MULTI;
  }

  /** The method that answers {@code method}: its own response, but GetResp to a Set. */
  public static int responseMethod(int method) {
    return method == Mad.SET ? Mad.GET_RESP : method | Mad.RESPONSE_BIT;
  }

  /** The 200 bytes of an SA MAD's data, copied. */
  public static byte[] data(Mad mad) {
    return Arrays.copyOfRange(mad.bytes(), Mad.SA_DATA, Mad.SA_DATA + Mad.SA_DATA_BYTES);
  }
}
