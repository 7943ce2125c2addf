package io.dateline.sm.options;

import java.util.Objects;

/**
 * An option as it was given.
 *
 * @param name by OpenSM, or another name of the option
 * @param source the file, or what else it was given by
 * @param line of the file, counted from 1; 0 where it was given otherwise
 */
public record GivenOption(String name, String value, String source, int line) {
  public GivenOption {
    Objects.requireNonNull(name);
    Objects.requireNonNull(value);
    Objects.requireNonNull(source);
  }

  /** Where it was given, for messages. */
  public String place() {
    return line == 0 ? source : source + ":" + line;
  }
}
