package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A cartesian mesh: where each switch is, and along which dimension each step leads, either way.
 * Dimensions are in the order of the first step along them. Immutable; do not write to the arrays.
 */
final class Mesh {
  private static final int DIMENSIONS_MAX = 16;
  private static final int STRAY_MAX = 4; // links in line with each other and no other

  final int[] radixes; // by dimension, at least 2
  final boolean[] closed; // by dimension: whether the ends are next to each other
  final int[] dimensions; // by step
  final int[][] coordinates; // by switch, then by dimension: 0 to radix - 1

  private Mesh(int[] radixes, boolean[] closed, int[] dimensions, int[][] coordinates) {
    this.radixes = radixes;
    this.closed = closed;
    this.dimensions = dimensions;
    this.coordinates = coordinates;
  }

  /**
   * The mesh that links make which are aligned so; nothing if some link does not fit. Where cables
   * are missing, a few links may be in line with no other. They are left out at first, as many as
   * it takes, and have to fit in where their switches are.
   */
  static Optional<Mesh> of(Steps steps, Alignment alignment) {
    Map<Integer, Integer> sizes = new HashMap<>(); // steps, by set
    for (int step = 0; step < steps.count; step++) {
      sizes.merge(alignment.set(step), 1, Integer::sum);
    }
    Optional<Mesh> found = Optional.empty();
    for (int stray = 0; stray <= STRAY_MAX && found.isEmpty(); stray++) {
      int least = 2 * stray + 1;
      found = of(steps, alignment, set -> sizes.get(set) >= least);
    }
    return found;
  }

  private static Optional<Mesh> of(Steps steps, Alignment alignment, IntPredicate counts) {
    Map<Integer, Integer> numbers = new HashMap<>(); // of dimensions, by set
    int[] dimensions = new int[steps.count]; // NONE for links left out
    int[] ways = new int[steps.count]; // by step: 1 up, -1 down
    for (int step = 0; step < steps.count; step++) {
      int set = alignment.set(step);
      dimensions[step] =
          counts.test(set) ? numbers.computeIfAbsent(set, any -> numbers.size()) : Fabric.NONE;
      ways[step] = alignment.runsAgainst(step) ? -1 : 1;
    }
    int count = numbers.size();
    if (count == 0 || count > DIMENSIONS_MAX) {
      return Optional.empty();
    }
    int[][] coordinates = walk(steps, dimensions, ways, count);
    if (coordinates == null) {
      return Optional.empty();
    }
    int[] radixes = radixes(steps, dimensions, ways, coordinates);
    boolean[] closed = new boolean[count];
    for (int dimension = 0; dimension < count; dimension++) {
      closed[dimension] = radixes[dimension] > 0;
      if (!normalise(coordinates, dimension, radixes)) {
        return Optional.empty();
      }
    }
    Mesh mesh = new Mesh(radixes, closed, dimensions, coordinates);
    return areDistinct(coordinates) && mesh.takesIn(steps) ? Optional.of(mesh) : Optional.empty();
  }

  /**
   * Coordinates from the first switch on, not yet counted in rings; null if some is not reached.
   */
  private static int[][] walk(Steps steps, int[] dimensions, int[] ways, int count) {
    int[][] coordinates = new int[steps.switches][];
    IntArrayList open = new IntArrayList();
    coordinates[0] = new int[count];
    open.add(0);
    for (int i = 0; i < open.size(); i++) {
      int node = open.getInt(i);
      for (int step = steps.first[node]; step < steps.first[node + 1]; step++) {
        if (dimensions[step] != Fabric.NONE && coordinates[steps.to[step]] == null) {
          int[] there = coordinates[node].clone();
          there[dimensions[step]] += ways[step];
          coordinates[steps.to[step]] = there;
          open.add(steps.to[step]);
        }
      }
    }
    return open.size() == steps.switches ? coordinates : null;
  }

  /** By dimension, what all walks to the same switch differ by a multiple of; 0 if they do not. */
  private static int[] radixes(Steps steps, int[] dimensions, int[] ways, int[][] coordinates) {
    int[] radixes = new int[coordinates[0].length];
    for (int step = 0; step < steps.count; step++) {
      for (int dimension = 0; dimension < radixes.length; dimension++) {
        if (dimensions[step] != Fabric.NONE) {
          int expected =
              coordinates[steps.from[step]][dimension]
                  + (dimension == dimensions[step] ? ways[step] : 0);
          int off = Math.abs(coordinates[steps.to[step]][dimension] - expected);
          radixes[dimension] = gcd(radixes[dimension], off);
        }
      }
    }
    return radixes;
  }

  /** Gives links that were left out the dimension of their places; false if there is none. */
  private boolean takesIn(Steps steps) {
    for (int step = 0; step < steps.count; step++) {
      if (dimensions[step] == Fabric.NONE) {
        int[] here = coordinates[steps.from[step]];
        int[] there = coordinates[steps.to[step]];
        int differing = 0;
        for (int dimension = 0; dimension < radixes.length; dimension++) {
          int apart = Math.abs(here[dimension] - there[dimension]);
          if (apart > 0) {
            differing++;
            dimensions[step] = dimension;
            if (apart > 1 && !(closed[dimension] && apart == radixes[dimension] - 1)) {
              return false;
            }
          }
        }
        if (differing != 1) {
          return false;
        }
      }
    }
    return true;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** Coordinates from 0 on; false if a ring is too short to be one. */
  private static boolean normalise(int[][] coordinates, int dimension, int[] radixes) {
    if (radixes[dimension] > 0) {
      for (int[] place : coordinates) {
        place[dimension] = Math.floorMod(place[dimension], radixes[dimension]);
      }
      return radixes[dimension] > 2;
    }
    int least = Arrays.stream(coordinates).mapToInt(place -> place[dimension]).min().orElse(0);
    int most = Arrays.stream(coordinates).mapToInt(place -> place[dimension]).max().orElse(0);
    for (int[] place : coordinates) {
      place[dimension] -= least;
    }
    radixes[dimension] = most - least + 1;
    return true;
  }

  private static boolean areDistinct(int[][] coordinates) {
    Set<String> seen = new HashSet<>();
    return Arrays.stream(coordinates).map(Arrays::toString).allMatch(seen::add);
  }

  /**
   * Whether paths between two switches go by the ends of a closed dimension, next to each other:
   * where that is shorter, and where it is as short for every other place.
   */
  boolean goesAround(int a, int b, int dimension) {
    if (!closed[dimension]) {
      return false;
    }
    int one = coordinates[a][dimension];
    int other = coordinates[b][dimension];
    int twice = 2 * Math.abs(one - other);
    return twice > radixes[dimension]
        || (twice == radixes[dimension] && Math.min(one, other) % 2 == 1);
  }

  /** Whether a step leads the way that {@link #goesAround} says, of the two along its dimension. */
  boolean leadsTowards(Steps steps, int step, int destination) {
    int dimension = dimensions[step];
    int radix = radixes[dimension];
    int here = coordinates[steps.from[step]][dimension];
    int there = coordinates[destination][dimension];
    int next = coordinates[steps.to[step]][dimension];
    boolean isUp = next == here + 1 || (closed[dimension] && next == 0 && here == radix - 1);
    return isUp == (there > here ^ goesAround(steps.from[step], destination, dimension));
  }

  /** How large it is, such as {@code closed 6 x closed 5}. */
  @Override
  public String toString() {
    return IntStream.range(0, radixes.length)
        .mapToObj(dimension -> (closed[dimension] ? "closed " : "open ") + radixes[dimension])
        .collect(Collectors.joining(" x "));
  }
}
