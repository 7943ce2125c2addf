package io.dateline.routing.torus;

import io.dateline.fabric.TorusShape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is missing of a torus all lines of which are in one piece.
 *
 * @param switches places without a switch, ascending
 * @param gaps places and directions, {@code place * DIRECTIONS + direction}, of neighbours that no
 *     cable joins any more, in the positive sense only
 * @param onOneLastLine whether the switches are all on one line of the dimension routed last; they
 *     are side by side there
 */
record Damage(List<Integer> switches, List<Integer> gaps, boolean onOneLastLine) {
  private static final int NAMED_MAX = 6;

  static Damage of(Torus torus, Rings rings) {
    TorusShape shape = torus.shape();
    List<Integer> switches = new ArrayList<>();
    List<Integer> gaps = new ArrayList<>();
    for (int place = 0; place < shape.places(); place++) {
      if (!rings.isPresent(place)) {
        switches.add(place);
      }
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction += 2) {
        if (rings.isGap(place, direction)) {
          gaps.add(place * TorusShape.DIRECTIONS + direction);
        }
      }
    }
    int last = lastDimension(shape);
    long lines = switches.stream().map(place -> shape.with(place, last, 0)).distinct().count();
    return new Damage(List.copyOf(switches), List.copyOf(gaps), lines <= 1);
  }

  /** The dimension that is routed last: z, or y where z is not used. */
  private static int lastDimension(TorusShape shape) {
    int last = TorusShape.DIMENSIONS - 1;
    while (last > 0 && shape.radix(last) == 1) {
      last--;
    }
    return last;
  }

  /**
   * Such as {@code missing switches (3,1,0), (4,1,0) and missing cables (1,3,0)-(2,3,0)}; empty
   * where nothing is missing.
   */
  String describe(Torus torus) {
    return Stream.of(
            list("missing switches", switches, torus.shape()::placeName),
            list("missing cables", gaps, gap -> TorusNames.hop(torus, gap)))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" and "));
  }

  private static String list(String what, List<Integer> items, IntFunction<String> name) {
    if (items.isEmpty()) {
      return "";
    }
    String names =
        items.stream().limit(NAMED_MAX).map(name::apply).collect(Collectors.joining(", "));
    return what + " " + names + (items.size() > NAMED_MAX ? ", .." : "");
  }
}
