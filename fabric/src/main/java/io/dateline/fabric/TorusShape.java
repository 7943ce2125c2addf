package io.dateline.fabric;

import java.util.List;

/**
 * A grid of up to three dimensions, each of which is closed to rings or open. Dimensions are 0 (x),
 * 1 (y) and 2 (z); one of radix 1 is not used. A place in the grid is an {@code int}, {@code x +
 * xRadix * (y + yRadix * z)}.
 *
 * <p>A direction is {@code 2 * dimension} for the positive sense and {@code 2 * dimension + 1} for
 * the negative.
 *
 * @param radices of x, y and z, each at least 1
 * @param looped whether the last place of a line of the dimension is beside its first
 */
public record TorusShape(List<Integer> radices, List<Boolean> looped) {
  public static final int DIMENSIONS = 3;
  public static final int DIRECTIONS = 2 * DIMENSIONS;

  public TorusShape {
    radices = List.copyOf(radices);
    looped = List.copyOf(looped);
    if (radices.size() != DIMENSIONS || looped.size() != DIMENSIONS) {
      throw new IllegalArgumentException("a torus has three dimensions: " + radices);
    }
    long places = 1;
    for (int radix : radices) {
      if (radix < 1) {
        throw new IllegalArgumentException("a radix is at least 1, not " + radix);
      }
      places *= radix;
      if (places > Lid.UNICAST_MAX) {
        throw new IllegalArgumentException("more places than LIDs: " + radices);
      }
    }
  }

  /** How many places there are. */
  public int places() {
    return radices.get(0) * radices.get(1) * radices.get(2);
  }

  public int radix(int dimension) {
    return radices.get(dimension);
  }

  public boolean isLooped(int dimension) {
    return looped.get(dimension);
  }

  public int place(int x, int y, int z) {
    return x + radix(0) * (y + radix(1) * z);
  }

  /** The coordinate of a place in a dimension. */
  public int coordinate(int place, int dimension) {
    return place / stride(dimension) % radix(dimension);
  }

  /** The place on the same line of a dimension that has a coordinate. */
  public int with(int place, int dimension, int coordinate) {
    return place + (coordinate - coordinate(place, dimension)) * stride(dimension);
  }

  /** The next place in a direction, or {@link Fabric#NONE} at the end of an open line. */
  public int next(int place, int direction) {
    int dimension = dimension(direction);
    int radix = radix(dimension);
    int at = coordinate(place, dimension) + (isPositive(direction) ? 1 : -1);
    if (at >= 0 && at < radix) {
      return with(place, dimension, at);
    }
    return isLooped(dimension) && radix > 1
        ? with(place, dimension, Math.floorMod(at, radix))
        : Fabric.NONE;
  }

  private int stride(int dimension) {
    return switch (dimension) {
      case 0 -> 1;
      case 1 -> radix(0);
      default -> radix(0) * radix(1);
    };
  }

  /** The dimension of a direction. */
  public static int dimension(int direction) {
    return direction / 2;
  }

  public static boolean isPositive(int direction) {
    return direction % 2 == 0;
  }

  /** A direction for people, such as {@code +x}. */
  public static String directionName(int direction) {
    return (isPositive(direction) ? "+" : "-") + dimensionName(dimension(direction));
  }

  /** {@code x}, {@code y} or {@code z}. */
  public static char dimensionName(int dimension) {
    return (char) ('x' + dimension);
  }

  /** A place for people, such as {@code (1,0,5)}. */
  public String placeName(int place) {
    return "(%d,%d,%d)".formatted(coordinate(place, 0), coordinate(place, 1), coordinate(place, 2));
  }

  /** The shape for people and for {@code torus-2QoS.conf}, such as {@code torus 4 5m 1}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("torus");
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
      text.append(' ').append(radix(dimension)).append(isLooped(dimension) ? "" : "m");
    }
    return text.toString();
  }

  /** The direction back. */
  public static int reverse(int direction) {
    return direction ^ 1;
  }
}
