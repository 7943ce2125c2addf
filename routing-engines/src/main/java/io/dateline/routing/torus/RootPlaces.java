package io.dateline.routing.torus;

import io.dateline.fabric.TorusShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Places for the root of a {@link MasterTree}, the best first: near the middle, so that branches
 * are short and as long to both sides; in an x-y plane that no switch is missing from, so that all
 * branches along z have a switch to begin at.
 *
 * <p>If all planes lack a switch, a whole column along z is missing, or z is not used. Then the
 * root has to be where at least its own lines along x and y lack none, and the middle of the middle
 * plane gives way diagonally, as OpenSM's does; places that only a branch or two may not reach come
 * last.
 */
final class RootPlaces {
  private final TorusShape shape;
  private final Rings rings;
  private final Set<Integer> found = new LinkedHashSet<>();

  private RootPlaces(TorusShape shape, Rings rings) {
    this.shape = shape;
    this.rings = rings;
  }

  /** All places that have a switch. */
  static List<Integer> inOrder(TorusShape shape, Rings rings) {
    return new RootPlaces(shape, rings).inOrder();
  }

  private List<Integer> inOrder() {
    int middleX = shape.radix(0) / 2;
    int middleY = shape.radix(1) / 2;
    int middleZ = shape.radix(2) / 2;
    for (int z : nearestFirst(middleZ, shape.radix(2))) {
      if (isPlaneWhole(z)) {
        found.add(shape.place(middleX, middleY, z));
      }
    }
    for (int away = 0; away <= Math.min(middleX, middleY); away++) {
      consider(middleX - away, middleY - away, middleZ);
      consider(middleX + away, middleY + away, middleZ);
    }
    List<Integer> rest = new ArrayList<>();
    for (int place = 0; place < shape.places(); place++) {
      if (rings.isPresent(place)) {
        rest.add(place);
      }
    }
    int middle = shape.place(middleX, middleY, middleZ);
    rest.sort(Comparator.comparingInt(place -> distance(place, middle)));
    found.addAll(rest);
    return List.copyOf(found);
  }

  /** A middle, the one below it, the one above it, and so on. */
  private static List<Integer> nearestFirst(int middle, int radix) {
    List<Integer> order = new ArrayList<>(List.of(middle));
    for (int away = 1; away <= middle; away++) {
      order.add(middle - away);
      if (middle + away < radix) {
        order.add(middle + away);
      }
    }
    return order;
  }

  private boolean isPlaneWhole(int z) {
    for (int y = 0; y < shape.radix(1); y++) {
      if (!rings.hasEverySwitch(shape.place(0, y, z), 0)) {
        return false;
      }
    }
    return true;
  }

  private void consider(int x, int y, int z) {
    int place = shape.place(x % shape.radix(0), y % shape.radix(1), z);
    if (rings.hasEverySwitch(place, 0) && rings.hasEverySwitch(place, 1)) {
      found.add(place);
    }
  }

  /** Cables along lines, over no dateline. */
  private int distance(int place, int other) {
    int sum = 0;
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      sum += Math.abs(shape.coordinate(place, dimension) - shape.coordinate(other, dimension));
    }
    return sum;
  }
}
