package io.dateline.routing.sssp;

import io.dateline.routing.TreeOptions;
import java.util.List;
import java.util.Optional;

/** Options that name nodes of some kinds, and say nothing else. */
final class NodeLists {
  private NodeLists() {}

  /**
   * What {@code cn_guid_file} and {@code io_guid_file} say.
   *
   * @param compute port GUIDs; empty where there is no file
   * @param io likewise
   */
  static TreeOptions of(Optional<List<Long>> compute, Optional<List<Long>> io) {
    TreeOptions none = TreeOptions.DEFAULTS;
    return new TreeOptions(
        none.rootGuids(),
        none.ids(),
        none.connectRoots(),
        compute,
        io,
        none.maxReverseHops(),
        none.quasiFtreeIndexing());
  }
}
