package io.dateline.sm.history.line;

import io.dateline.fabric.Guid;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.sm.text.Counted;
import java.util.List;

/** What events about alias GUIDs say in a line. */
final class AliasLine {
  private AliasLine() {}

  static String granted(List<AliasGuid> aliases) {
    return "%s granted:%s"
        .formatted(
            Counted.of(aliases.size(), "alias GUID"),
            HistoryLine.named(
                aliases.size(),
                i ->
                    "%s at %s"
                        .formatted(
                            Guid.format(aliases.get(i).guid()), entry(aliases.get(i).id()))));
  }

  static String removed(List<AliasGuid.Id> aliases) {
    return "%s removed:%s"
        .formatted(
            Counted.of(aliases.size(), "alias GUID"),
            HistoryLine.named(aliases.size(), i -> entry(aliases.get(i))));
  }

  /** A port, and the index in its table. */
  private static String entry(AliasGuid.Id id) {
    return "%s/%d".formatted(Guid.format(id.portGuid()), id.index());
  }
}
