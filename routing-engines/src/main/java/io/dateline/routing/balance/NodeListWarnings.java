package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.routing.TreeOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** GUIDs in the lists of compute and I/O nodes that no end port has. They are skipped. */
public final class NodeListWarnings {
  private static final int NAMED_MAX = 5;

  private NodeListWarnings() {}

  /** A sentence for each of the first ones of a list, and one for the rest. */
  public static List<String> of(Fabric fabric, TreeOptions options) {
    List<String> sentences = new ArrayList<>();
    add(sentences, fabric, "cn_guid_file", options.cnGuids());
    add(sentences, fabric, "io_guid_file", options.ioGuids());
    return sentences;
  }

  private static void add(
      List<String> sentences, Fabric fabric, String file, Optional<List<Long>> guids) {
    List<Long> unknown =
        guids.orElse(List.of()).stream()
            .filter(guid -> fabric.endPortByGuid(guid) == Fabric.NONE)
            .distinct()
            .toList();
    unknown.stream()
        .limit(NAMED_MAX)
        .map(guid -> file + ": there is no end port " + Guid.format(guid))
        .forEach(sentences::add);
    if (unknown.size() > NAMED_MAX) {
      sentences.add(
          "%s: %d more GUIDs are no end port's".formatted(file, unknown.size() - NAMED_MAX));
    }
  }
}
