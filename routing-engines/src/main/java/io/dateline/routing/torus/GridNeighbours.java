package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusShape;
import java.util.Arrays;

/** Which places of a grid are beside each other. In a dimension of radix 2 both ways lead there. */
final class GridNeighbours {
  private final int[][] beside; // by place: the places beside it, each once, at most six

  GridNeighbours(TorusShape shape) {
    beside = new int[shape.places()][];
    int[] found = new int[TorusShape.DIRECTIONS];
    for (int place = 0; place < beside.length; place++) {
      int count = 0;
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
        int next = shape.next(place, direction);
        if (next != Fabric.NONE && !contains(found, count, next)) {
          found[count++] = next;
        }
      }
      beside[place] = Arrays.copyOf(found, count);
    }
  }

  /** The places beside a place; not to be written to. */
  int[] of(int place) {
    return beside[place];
  }

  boolean areBeside(int place, int other) {
    return contains(beside[place], beside[place].length, other);
  }

  private static boolean contains(int[] values, int count, int wanted) {
    for (int i = 0; i < count; i++) {
      if (values[i] == wanted) {
        return true;
      }
    }
    return false;
  }
}
