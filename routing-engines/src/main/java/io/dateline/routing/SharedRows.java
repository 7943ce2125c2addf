package io.dateline.routing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Makes one of equal rows. */
final class SharedRows {
  private record Row(byte[] entries) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Row row && Arrays.equals(entries, row.entries);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(entries);
    }
  }

  private final Map<Row, byte[]> rows = new HashMap<>();

  byte[] of(byte[] row) {
    byte[] first = rows.putIfAbsent(new Row(row), row);
    return first == null ? row : first;
  }
}
