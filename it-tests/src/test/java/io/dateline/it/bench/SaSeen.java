package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.SaHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What came back of a question. Of an answer of several segments the first one is looked at:
 * programs behind ibsim's preload library, as Debian's opensm is there, send no more.
 *
 * @param status of the MAD, {@link #SILENCE} where there was no answer
 * @param count records in the whole answer, as its length tells
 * @param records those that are in the first segment as a whole
 */
record SaSeen(int status, int count, List<byte[]> records) {
  static final int SILENCE = -1;
  static final SaSeen NOTHING = new SaSeen(SILENCE, 0, List.of());

  static SaSeen of(SaQuestion question, Mad reply) {
    if (reply.status() != 0) {
      return new SaSeen(reply.status(), 0, List.of());
    }
    SaHeader header = SaHeader.of(reply);
    int bytes = question.kind().answers().bytes();
    int stride = header.isRmppActive() ? header.attributeOffset() * 8 : (bytes + 7) & ~7;
    int count = header.isRmppActive() ? count(header, stride) : 1;
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < count && i * stride + bytes <= Mad.SA_DATA_BYTES; i++) {
      int from = Mad.SA_DATA + i * stride;
      records.add(Arrays.copyOfRange(reply.bytes(), from, from + bytes));
    }
    return new SaSeen(0, count, records);
  }

  private static int count(SaHeader header, int stride) {
    if (stride == 0) {
      return 0;
    }
    long length = header.payloadLength();
    long segments = (length + Rmpp.SEGMENT_PAYLOAD_BYTES - 1) / Rmpp.SEGMENT_PAYLOAD_BYTES;
    return (int) ((length - segments * Rmpp.SA_HEADER_BYTES) / stride);
  }

  /** Whether all of its records are here. */
  boolean isWhole() {
    return records.size() == count;
  }

  /** In words. */
  String outcome() {
    return switch (status) {
      case SILENCE -> "silence";
      case 0 -> count + " records";
      default -> "status %#06x".formatted(status);
    };
  }
}
