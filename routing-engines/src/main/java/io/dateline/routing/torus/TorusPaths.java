package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusShape;

/**
 * Which direction packets take next, from place to place: x first, then y, then z.
 *
 * <p>In each dimension they head for the place on their line that has the destination's coordinate,
 * where they are to turn: the shorter way, of equal ones that which does not cross the dateline;
 * where that is interrupted, the long way. Where the switch to turn at is missing they head towards
 * it, as the {@link Approach} says, as far as there are switches, and turn early at the last one:
 * into the next dimension that leads anywhere. In the row they come to, the switch to turn at may
 * be there; the turn back into the earlier dimension is then one that dimension order forbids.
 *
 * <p>So the direction is the first of three, one a dimension, each of which depends on the place
 * and one coordinate of the destination. These are kept, a byte each, of switches that are there: a
 * grid that is far longer than what stands in it must not take memory by the square of its length.
 */
final class TorusPaths {
  private final TorusShape shape;

  // By dimension, place and coordinate: NONE where no way leads, or here; null without a switch.
  private final byte[][][] ways;

  private TorusPaths(Torus torus, Rings rings, Approach approach) {
    shape = torus.shape();
    ways = new byte[TorusShape.DIMENSIONS][shape.places()][];
    for (int dimension = 0; dimension < ways.length; dimension++) {
      for (int place = 0; place < shape.places(); place++) {
        if (rings.isPresent(place)) {
          byte[] row = new byte[shape.radix(dimension)];
          for (int coordinate = 0; coordinate < row.length; coordinate++) {
            row[coordinate] = (byte) way(torus, rings, place, dimension, coordinate, approach);
          }
          ways[dimension][place] = row;
        }
      }
    }
  }

  static TorusPaths of(Torus torus, Rings rings, Approach approach) {
    return new TorusPaths(torus, rings, approach);
  }

  private static int way(
      Torus torus, Rings rings, int place, int dimension, int coordinate, Approach approach) {
    TorusShape shape = torus.shape();
    int radix = shape.radix(dimension);
    int from = shape.coordinate(place, dimension);
    if (from == coordinate) {
      return Fabric.NONE;
    }
    boolean looped = torus.isLooped(dimension);
    int inside = Math.abs(coordinate - from); // hops of the way that crosses no dateline
    boolean crosses = looped && 2 * inside > radix;
    int direction = 2 * dimension + (coordinate > from == crosses ? 1 : 0);
    int hops = crosses ? radix - inside : inside;
    if (!rings.isPresent(shape.with(place, dimension, coordinate))) {
      int towards = looped ? approach.direction(direction) : direction;
      return rings.reach(place, towards) > 0 ? towards : Fabric.NONE;
    }
    if (rings.reach(place, direction) >= hops) {
      return direction;
    }
    int back = TorusShape.reverse(direction);
    return looped && rings.reach(place, back) >= radix - hops ? back : Fabric.NONE;
  }

  /**
   * The way within a dimension from a place to a coordinate: a direction, or {@link Fabric#NONE}
   * where the place has that coordinate, no way leads on, or no switch is there.
   */
  int way(int place, int dimension, int coordinate) {
    byte[] row = ways[dimension][place];
    return row == null ? Fabric.NONE : row[coordinate];
  }

  /** The direction from one place towards another, or {@link Fabric#NONE}. */
  int next(int from, int to) {
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      int way = way(from, dimension, shape.coordinate(to, dimension));
      if (way != Fabric.NONE) {
        return way;
      }
    }
    return Fabric.NONE;
  }
}
