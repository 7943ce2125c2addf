package io.dateline.persistence.stored;

import io.dateline.fabric.TorusShape;
import java.util.List;
import java.util.stream.IntStream;

/** A {@link TorusShape} as records store it: its radices, and bit d set where d is looped. */
final class StoredShape {
  private StoredShape() {}

  static int[] radices(TorusShape shape) {
    return shape.radices().stream().mapToInt(Integer::intValue).toArray();
  }

  static int loops(TorusShape shape) {
    return IntStream.range(0, TorusShape.DIMENSIONS)
        .map(dimension -> shape.isLooped(dimension) ? 1 << dimension : 0)
        .sum();
  }

  static TorusShape of(int[] radices, int loops) {
    List<Boolean> looped =
        IntStream.range(0, radices.length)
            .mapToObj(dimension -> (loops >> dimension & 1) != 0)
            .toList();
    return new TorusShape(IntStream.of(radices).boxed().toList(), looped);
  }
}
