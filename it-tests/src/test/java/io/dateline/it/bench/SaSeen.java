package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.sa.SaHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What came back of a question. Of an answer of several segments the first one is looked at:
 * programs behind ibsim's preload library, as Debian's opensm is there, send no more, and do not
 * say how many there are.
 *
 * @param status of the MAD, {@link #SILENCE} where there was no answer
 * @param records those that are in the first segment as a whole
 * @param isFull whether there may be others
 */
record SaSeen(int status, List<byte[]> records, boolean isFull) {
  static final int SILENCE = -1;
  static final SaSeen NOTHING = new SaSeen(SILENCE, List.of(), false);

  static SaSeen of(SaQuestion question, Mad reply) {
    if (reply.status() != 0) {
      return new SaSeen(reply.status(), List.of(), false);
    }
    SaHeader header = SaHeader.of(reply);
    int bytes = question.kind().answers().bytes();
    int stride = header.isRmppActive() ? header.attributeOffset() * 8 : Mad.SA_DATA_BYTES;
    int room = stride < bytes ? 0 : 1 + (Mad.SA_DATA_BYTES - bytes) / stride;
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < room; i++) {
      int from = Mad.SA_DATA + i * stride;
      byte[] record = Arrays.copyOfRange(reply.bytes(), from, from + bytes);
      if (!Arrays.equals(record, new byte[bytes])) { // as what follows the last one is
        records.add(record);
      }
    }
    return new SaSeen(0, records, header.isRmppActive() && room > 0 && records.size() == room);
  }

  /** In words. */
  String outcome() {
    return switch (status) {
      case SILENCE -> "silence";
      case 0 -> records.size() + (isFull ? " or more" : "") + " records";
      default -> "status %#06x".formatted(status);
    };
  }
}
