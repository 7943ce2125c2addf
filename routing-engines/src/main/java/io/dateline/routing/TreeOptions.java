package io.dateline.routing;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What updn, dnup and ftree are told about a tree.
 *
 * @param rootGuids {@code root_guid_file}: node GUIDs of root switches, or GUIDs of adapters that
 *     stand for the switch they are attached to; nothing where no file is given
 * @param ids {@code ids_guid_file}: by switch GUID, what takes the GUID's place where ranks are
 *     equal
 * @param connectRoots {@code connect_roots}
 * @param cnGuids {@code cn_guid_file}: port GUIDs of compute nodes; nothing where no file is given
 * @param ioGuids {@code io_guid_file}: port GUIDs of I/O nodes; nothing where no file is given
 * @param maxReverseHops {@code max_reverse_hops}
 * @param quasiFtreeIndexing {@code quasi_ftree_indexing}
 */
public record TreeOptions(
    Optional<List<Long>> rootGuids,
    Map<Long, Long> ids,
    boolean connectRoots,
    Optional<List<Long>> cnGuids,
    Optional<List<Long>> ioGuids,
    int maxReverseHops,
    boolean quasiFtreeIndexing) {
  public static final TreeOptions DEFAULTS =
      new TreeOptions(
          Optional.empty(), Map.of(), false, Optional.empty(), Optional.empty(), 0, false);

  public TreeOptions {
    ids = Map.copyOf(ids);
    Objects.requireNonNull(rootGuids);
    Objects.requireNonNull(cnGuids);
    Objects.requireNonNull(ioGuids);
  }

  /** These with roots. */
  public TreeOptions rootGuids(List<Long> guids) {
    return new TreeOptions(
        Optional.of(List.copyOf(guids)),
        ids,
        connectRoots,
        cnGuids,
        ioGuids,
        maxReverseHops,
        quasiFtreeIndexing);
  }
}
