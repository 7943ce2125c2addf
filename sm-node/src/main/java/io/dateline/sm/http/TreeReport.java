package io.dateline.sm.http;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TreeFrame;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Where switches are in the tree that is remembered.
 *
 * @param switches that have a level, the highest level first
 * @param roots by which updn and dnup go
 * @param unplaced switches of the fabric that have no level; none where no levels are remembered
 */
public record TreeReport(List<Placed> switches, List<Switch> roots, List<Switch> unplaced) {
  /**
   * A switch with a level.
   *
   * @param level counted from the leaves
   * @param description empty where it is not there
   * @param isThere whether the fabric has it
   */
  public record Placed(int level, String guid, String description, boolean isThere) {}

  /**
   * A switch.
   *
   * @param description empty where it is not there
   */
  public record Switch(String guid, String description, boolean isThere) {}

  static TreeReport of(TreeFrame tree, Optional<Fabric> fabric) {
    return new TreeReport(
        LongStream.of(tree.levelGuids())
            .mapToObj(guid -> placed(tree.level(guid), named(guid, fabric)))
            .sorted(Comparator.comparingInt(each -> -each.level())) // stable
            .toList(),
        LongStream.of(tree.rootGuids()).mapToObj(guid -> named(guid, fabric)).toList(),
        fabric.map(known -> unplaced(tree, known)).orElse(List.of()));
  }

  private static Placed placed(int level, Switch named) {
    return new Placed(level, named.guid, named.description, named.isThere);
  }

  private static Switch named(long guid, Optional<Fabric> fabric) {
    int node = fabric.map(known -> known.nodeByGuid(guid)).orElse(Fabric.NONE);
    return new Switch(
        Guid.format(guid),
        node == Fabric.NONE ? "" : fabric.get().description(node),
        node != Fabric.NONE);
  }

  private static List<Switch> unplaced(TreeFrame tree, Fabric fabric) {
    return IntStream.range(0, tree.levels().isEmpty() ? 0 : fabric.switchCount())
        .mapToLong(fabric::nodeGuid)
        .filter(guid -> tree.level(guid) == Fabric.NONE)
        .mapToObj(guid -> named(guid, Optional.of(fabric)))
        .toList();
  }
}
