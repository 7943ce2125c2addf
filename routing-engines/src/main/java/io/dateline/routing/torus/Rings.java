package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.TorusShape;
import java.util.ArrayList;
import java.util.List;

/**
 * How far packets get along the lines of a torus. A line is all places that differ in one dimension
 * only: a ring where the dimension is looped. Lines are whole, or interrupted where a switch or the
 * last cable between two neighbours is missing.
 *
 * <p>A switch from which no cable leads to any neighbour is as good as missing.
 */
final class Rings {
  private final Torus torus;
  private final TorusShape shape;
  private final boolean[] present; // by place
  private final int[]
      reach; // by place * DIRECTIONS + direction: hops before the line ends, or ring

  private Rings(Torus torus) {
    this.torus = torus;
    shape = torus.shape();
    present = new boolean[shape.places()];
    reach = new int[present.length * TorusShape.DIRECTIONS];
    for (int place = 0; place < present.length; place++) {
      present[place] = present.length == 1 ? torus.switchAt(place) != Fabric.NONE : isCabled(place);
    }
    for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
      measure(direction);
    }
  }

  static Rings of(Torus torus) {
    return new Rings(torus);
  }

  private boolean isCabled(int place) {
    for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
      if (hasCable(place, direction)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasCable(int place, int direction) {
    int node = torus.switchAt(place);
    return node != Fabric.NONE && torus.ports(node, direction).length > 0;
  }

  /** Twice around, so that what a hop over the end of a ring leads to is known. */
  private void measure(int direction) {
    int radix = shape.radix(TorusShape.dimension(direction));
    for (int place : lineStarts(TorusShape.dimension(direction))) {
      int hops = 0;
      for (int step = 0; step < 2 * radix; step++) {
        // Against the direction: from the place before it is one hop more to where the line ends.
        int before = before(place, direction);
        hops = hasCable(before, direction) ? Math.min(radix, hops + 1) : 0;
        reach[before * TorusShape.DIRECTIONS + direction] = hops;
        place = before;
      }
    }
  }

  private int before(int place, int direction) {
    int dimension = TorusShape.dimension(direction);
    int at = shape.coordinate(place, dimension) - (TorusShape.isPositive(direction) ? 1 : -1);
    return shape.with(place, dimension, Math.floorMod(at, shape.radix(dimension)));
  }

  /** The places of coordinate 0 in a dimension, one for every line of it. */
  int[] lineStarts(int dimension) {
    int[] starts = new int[shape.places() / shape.radix(dimension)];
    int found = 0;
    for (int place = 0; place < shape.places(); place++) {
      if (shape.coordinate(place, dimension) == 0) {
        starts[found++] = place;
      }
    }
    return starts;
  }

  /** Whether a switch is at a place that packets can get to from any neighbour. */
  boolean isPresent(int place) {
    return present[place];
  }

  /** End ports with LIDs at switches that packets of the torus do not get to. */
  List<Integer> endPortsOutside(LidMap lids) {
    List<Integer> outside = new ArrayList<>();
    for (int port : torus.fabric().endPorts()) {
      int place = torus.placeOfEndPort(port);
      if (lids.lidCount(port) > 0 && (place == Fabric.NONE || !present[place])) {
        outside.add(port);
      }
    }
    return outside;
  }

  /** Whether switches are present at all places that differ from one in a dimension at most. */
  boolean hasEverySwitch(int place, int dimension) {
    for (int coordinate = 0; coordinate < shape.radix(dimension); coordinate++) {
      if (!present[shape.with(place, dimension, coordinate)]) {
        return false;
      }
    }
    return true;
  }

  /**
   * How many hops can be made from a place in a direction: up to the radix where nothing is in the
   * way all round.
   */
  int reach(int place, int direction) {
    return reach[place * TorusShape.DIRECTIONS + direction];
  }

  /**
   * Whether all cables between a place and the next one are missing though both switches are not.
   */
  boolean isGap(int place, int direction) {
    int next = torus.nextPlace(place, direction);
    return next != Fabric.NONE && present[place] && present[next] && !hasCable(place, direction);
  }

  /**
   * The pieces that a line is in, each as places from its first to its last in the positive sense;
   * a whole ring is one piece.
   */
  List<List<Integer>> pieces(int lineStart, int dimension) {
    int radix = shape.radix(dimension);
    List<List<Integer>> pieces = new ArrayList<>();
    for (int coordinate = 0; coordinate < radix; coordinate++) {
      int place = shape.with(lineStart, dimension, coordinate);
      if (present[place] && reach(place, 2 * dimension + 1) == 0) {
        pieces.add(piece(place, dimension));
      }
    }
    if (pieces.isEmpty() && present[lineStart]) {
      pieces.add(piece(lineStart, dimension));
    }
    return pieces;
  }

  private List<Integer> piece(int first, int dimension) {
    int radix = shape.radix(dimension);
    List<Integer> places = new ArrayList<>();
    int coordinate = shape.coordinate(first, dimension);
    int hops = Math.min(radix - 1, reach(first, 2 * dimension));
    for (int hop = 0; hop <= hops; hop++) {
      places.add(shape.with(first, dimension, (coordinate + hop) % radix));
    }
    return places;
  }
}
