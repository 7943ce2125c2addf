package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A seed of a {@link TorusConf} while its lines are read. */
final class TorusSeedDraft {
  private record Link(long from, long to, int line) {}

  private final int line; // where it begins
  private final Map<Integer, Link> links = new TreeMap<>(); // by direction
  private final Integer[] datelines = {0, 0, 0};

  TorusSeedDraft(int line) {
    this.line = line;
  }

  /** Notes a link; one in the same direction before it is forgotten. */
  void link(int direction, long from, long to, int lineNumber) {
    links.put(direction, new Link(from, to, lineNumber));
  }

  void dateline(int dimension, int position) {
    datelines[dimension] = position;
  }

  /**
   * Tells what is missing and what cannot be. Links of dimensions that are not used mean nothing.
   */
  void check(TorusShape shape, LineScanner scanner) throws FormatException {
    links.keySet().removeIf(direction -> shape.radix(TorusShape.dimension(direction)) == 1);
    checkComplete(shape, scanner);
    if (!links.isEmpty()) {
      checkPlaces(shape, scanner);
    }
  }

  private void checkComplete(TorusShape shape, LineScanner scanner) throws FormatException {
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      if (shape.radix(dimension) == 1) {
        continue;
      }
      char name = TorusShape.dimensionName(dimension);
      boolean hasPositive = links.containsKey(2 * dimension);
      boolean hasNegative = links.containsKey(2 * dimension + 1);
      if (!hasPositive && !hasNegative) {
        scanner.report(
            line,
            "insufficient configuration: the seed that begins here has neither %1$cp_link nor %1$cm_link"
                .formatted(name));
      } else if (shape.radix(dimension) == 4
          && shape.isLooped(dimension)
          && !(hasPositive && hasNegative)) {
        scanner.report(
            line,
            ("insufficient configuration: the seed that begins here needs both %1$cp_link and"
                    + " %1$cm_link, because a ring of four switches looks like a square of the grid")
                .formatted(name));
      }
    }
  }

  /** One switch has one place, and one place one switch. */
  private void checkPlaces(TorusShape shape, LineScanner scanner) throws FormatException {
    TorusConf.Seed seed = seed(shape);
    Map<Long, Integer> placeOf = new HashMap<>(Map.of(seed.originGuid(), seed.originPlace(shape)));
    Map<Integer, Long> switchAt = new HashMap<>(Map.of(seed.originPlace(shape), seed.originGuid()));
    for (Map.Entry<Integer, Link> entry : links.entrySet()) {
      Link link = entry.getValue();
      if (link.from != seed.originGuid()) {
        scanner.report(
            link.line,
            "all links of a seed begin at the same switch: this one at %s, the seed's first at %s"
                .formatted(Guid.format(link.from), Guid.format(seed.originGuid())));
        continue;
      }
      int place = seed.neighbourPlace(shape, entry.getKey());
      if (place == Fabric.NONE) {
        scanner.report(
            link.line,
            "the link leads out of the mesh: by its datelines the seed begins at %s"
                .formatted(shape.placeName(seed.originPlace(shape))));
        continue;
      }
      Integer otherPlace = placeOf.putIfAbsent(link.to, place);
      Long otherSwitch = switchAt.putIfAbsent(place, link.to);
      if ((otherPlace != null && otherPlace != place)
          || (otherSwitch != null && otherSwitch != link.to)) {
        scanner.report(
            link.line,
            "%s cannot be %s of the seed's origin: other links of the seed contradict"
                .formatted(Guid.format(link.to), TorusShape.directionName(entry.getKey())));
      }
    }
  }

  /** The seed; only of what was checked. */
  TorusConf.Seed seed(TorusShape shape) {
    Map<Integer, Long> neighbours = new HashMap<>();
    links.forEach((direction, link) -> neighbours.put(direction, link.to));
    long origin = links.values().iterator().next().from;
    return new TorusConf.Seed(origin, neighbours, List.of(datelines));
  }
}
