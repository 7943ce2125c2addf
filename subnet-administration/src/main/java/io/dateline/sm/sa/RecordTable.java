package io.dateline.sm.sa;

import java.util.Arrays;

/**
 * The records of one answer while they are collected: one after another, each begun at a multiple
 * of 8 bytes, as AttributeOffset wants it (IBA Vol 1, 15.2.1.1). Has one owner.
 *
 * <pre>
 *   int offset = table.next();          // zeros to write a record into
 *   ... write to table.bytes() from offset on ...
 *   if (it matches) table.keep();       // otherwise the place is used again
 * </pre>
 */
final class RecordTable {
  private static final int FIRST_RECORDS = 2;

  /** The largest array a JVM is sure to allocate. */
  private static final int BYTES_MAX = Integer.MAX_VALUE - 8;

  private final int stride;
  private final int recordsMax;
  private byte[] bytes;
  private int count;

  /**
   * For up to {@code recordsMax} records of {@code recordBytes} each; one more may be kept, which
   * makes the table {@linkplain #isExceeded exceeded}.
   */
  RecordTable(int recordBytes, int recordsMax) {
    stride = stride(recordBytes);
    this.recordsMax = recordsMax;
    bytes = new byte[stride * FIRST_RECORDS];
  }

  /** Bytes from one record of {@code recordBytes} to the next, a multiple of 8. */
  static int stride(int recordBytes) {
    return (recordBytes + 7) & ~7;
  }

  int stride() {
    return stride;
  }

  int count() {
    return count;
  }

  /** Whether there were more records than allowed: collecting further ones is of no use. */
  boolean isExceeded() {
    return count > recordsMax;
  }

  /** The array to write the record into; another one after each {@link #next}. */
  byte[] bytes() {
    return bytes;
  }

  /** Where the next record begins; its bytes are zero. */
  int next() {
    int offset = count * stride;
    if (offset + stride > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.clamp(2L * bytes.length, offset + stride, BYTES_MAX));
    } else {
      Arrays.fill(bytes, offset, offset + stride, (byte) 0);
    }
    return offset;
  }

  /** Keeps the record written where {@link #next} said. */
  void keep() {
    count++;
  }

  /** The records kept, padding included. */
  byte[] toBytes() {
    return bytes.length == count * stride ? bytes : Arrays.copyOf(bytes, count * stride);
  }
}
