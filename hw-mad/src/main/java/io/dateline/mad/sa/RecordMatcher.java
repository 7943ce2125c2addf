package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;

/** Compares records with a query by ComponentMask (IBA Vol 1, 15.4.4), whatever the record. */
public final class RecordMatcher {
  private RecordMatcher() {}

  /**
   * Whether every component that the mask selects is the same in both. Bits of reserved components
   * and bits beyond the record's last component select nothing.
   */
  public static boolean matches(AttributeView record, AttributeView query, long componentMask) {
    if (record.layout() != query.layout()) {
      throw new IllegalArgumentException(
          "a %s is no %s".formatted(query.layout().name(), record.layout().name()));
    }
    return matches(record.layout(), record.bytes(), 0, query.bytes(), 0, componentMask);
  }

  /** The same for bytes: a record at {@code recordBase}, a query at {@code queryBase}. */
  public static boolean matches(
      AttributeLayout layout,
      byte[] record,
      int recordBase,
      byte[] query,
      int queryBase,
      long componentMask) {
    if (componentMask == 0) {
      return true;
    }
    for (Field field : layout.fields()) {
      if (!field.isReserved()
          && (field.mask() & componentMask) != 0
          && !equal(field, record, recordBase, query, queryBase, componentMask)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equal(
      Field field, byte[] record, int recordBase, byte[] query, int queryBase, long mask) {
    for (int index = 0; index < field.count(); index++) {
      if ((field.mask(index) & mask) != 0
          && field.get(record, recordBase, index) != field.get(query, queryBase, index)) {
        return false;
      }
    }
    return true;
  }
}
