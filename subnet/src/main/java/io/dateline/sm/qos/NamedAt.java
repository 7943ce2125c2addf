package io.dateline.sm.qos;

import io.dateline.fabric.format.LineException;
import java.util.ArrayList;
import java.util.List;

/**
 * The name of something that may be further down in the file.
 *
 * @param line where it is named
 */
record NamedAt(String name, int line) {
  /** Several names in a line. */
  static List<NamedAt> all(String value, int line) throws LineException {
    List<NamedAt> names = new ArrayList<>();
    for (String name : PolicyText.texts(value)) {
      names.add(new NamedAt(name, line));
    }
    return names;
  }
}
