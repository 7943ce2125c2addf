package io.dateline.fabric.format;

import java.util.List;

/**
 * One of OpenSM's small files, in which every line is about a GUID.
 *
 * @param lines those that could be read, in the file's order
 * @param warnings a sentence {@code file:line: ...} for each line that was skipped, up to a bound
 */
public record GuidFile(List<Line> lines, List<String> warnings) {
  public GuidFile {
    lines = List.copyOf(lines);
    warnings = List.copyOf(warnings);
  }

  /**
   * A line.
   *
   * @param lineNumber counted from 1
   * @param guid the GUID it begins with
   * @param numbers what its form has behind the GUID
   */
  public record Line(int lineNumber, long guid, List<Long> numbers) {
    public Line {
      numbers = List.copyOf(numbers);
    }
  }

  /** What stands behind the GUID; OpenSM's option that names such a file is in brackets. */
  public enum Form {
    /** Nothing that counts ({@code root_guid_file}, {@code cn_guid_file}, ...). */
    GUID,
    /** 64 unsigned bits ({@code ids_guid_file}). */
    GUID_AND_ID,
    /** A port of the switch ({@code port_prof_ignore_file}). */
    SWITCH_AND_PORT,
    /** A port of the switch and 1 to 255 ({@code hop_weights_file}). */
    SWITCH_PORT_AND_WEIGHT,
    /** One or more ports of the switch, none of them twice ({@code port_search_ordering_file}). */
    SWITCH_AND_PORTS
  }
}
