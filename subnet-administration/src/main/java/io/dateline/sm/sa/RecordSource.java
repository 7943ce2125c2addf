package io.dateline.sm.sa;

import io.dateline.mad.Mad;
import io.dateline.sm.change.ChangeRequest;
import io.dateline.sm.registration.Register;

/**
 * One attribute of subnet administration: where its records come from. Sources have no state and
 * are asked by any number of threads.
 */
interface RecordSource {
  /** The SA attribute ID. */
  int attributeId();

  /** Bytes of one record, padding not counted. */
  int recordBytes();

  /** 0 if the attribute has that method, else the status that says no. */
  default int methodStatus(int method) {
    return method == Mad.GET || method == Mad.GET_TABLE
        ? 0
        : Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE;
  }

  /** Whether a query with this ComponentMask is answered without a look at the whole subnet. */
  boolean namesItsEnds(long componentMask);

  /**
   * How many things such a query looks at, at the most, where that may be many: pairs of LIDs,
   * members of a group, services.
   */
  default long looks(SaRequest request, SubnetIndex index, Register register) {
    return 0;
  }

  /** How many things any other query looks at, at the most; or that it may be very many. */
  default long looksAtAll(SubnetIndex index, Register register) {
    return Long.MAX_VALUE;
  }

  /** 0, or why the query makes no sense; asked before {@link #collect}. */
  default int check(SaQuery query) {
    return 0;
  }

  /**
   * What a Set or Delete wants, once it was checked; asked of sources only that have these methods.
   */
  default ChangeRequest wanted(SaQuery query) {
    throw new IllegalStateException("no such method: " + query.method());
  }

  /**
   * Adds the records that match and that the requester may see; stops when the answer is
   * {@linkplain RecordTable#isExceeded exceeded}.
   */
  void collect(SaQuery query, RecordTable answer);
}
