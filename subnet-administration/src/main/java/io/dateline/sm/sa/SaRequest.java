package io.dateline.sm.sa;

import io.dateline.mad.Mad;
import io.dateline.mad.sa.SaHeader;

/**
 * A request to subnet administration as it came in.
 *
 * @param mad the MAD, read only
 * @param requesterLid LID it came from
 */
public record SaRequest(Mad mad, int requesterLid) {
  long smKey() {
    return SaHeader.SM_KEY.get(mad.bytes(), SaHeader.OFFSET);
  }

  long componentMask() {
    return SaHeader.COMPONENT_MASK.get(mad.bytes(), SaHeader.OFFSET);
  }
}
