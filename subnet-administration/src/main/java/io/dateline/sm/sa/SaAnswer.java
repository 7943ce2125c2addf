package io.dateline.sm.sa;

import io.dateline.sm.change.ChangeRequest;
import java.util.Arrays;

/** What becomes of a request to subnet administration. */
public sealed interface SaAnswer {
  /**
   * Something to send.
   *
   * @param method method of the response, such as {@link io.dateline.mad.Mad#GET_TABLE_RESP}
   * @param status 0, a common status, or an {@link SaStatus}
   * @param attributeOffset 8-byte words from one record to the next; 0 when there is no record
   * @param records the records one after another, each padded to {@code attributeOffset} words
   */
  record Reply(int method, int status, int attributeOffset, byte[] records) implements SaAnswer {
    public static Reply refusal(int method, int status) {
      return new Reply(method, status, 0, new byte[0]);
    }

    /** One record, as the answer to a request that has changed something. */
    public static Reply of(int method, byte[] record) {
      int stride = RecordTable.stride(record.length);
      return new Reply(method, 0, stride / 8, Arrays.copyOf(record, stride));
    }

    public int recordCount() {
      return attributeOffset == 0 ? 0 : records.length / (attributeOffset * 8);
    }
  }

  /** Nothing to send. */
  record Dropped(DropReason reason) implements SaAnswer {}

  /** Nothing to send yet: the subnet manager decides. */
  record Wanted(ChangeRequest request) implements SaAnswer {}

  /** Why a request gets no answer. */
  enum DropReason {
    /** Not class 3. */
    WRONG_CLASS,
    /** A response, or a method that asks for none. */
    NOT_A_REQUEST,
    /** The SM_Key is neither 0 nor {@code sa_key}. */
    WRONG_SM_KEY,
    /** No port on the subnet has the requester's LID. */
    UNKNOWN_REQUESTER,
    /** The GID of its GRH is of no port that has the requester's LID. */
    FORGED_SOURCE,
    /** The enhanced trust model wants the SM_Key for it, see {@link TrustSettings}. */
    UNTRUSTED
  }
}
