package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusShape;

/** What places, their switches and lines are called in sentences for operators. */
final class TorusNames {
  private static final String AXES = "xyz";

  private TorusNames() {}

  /** Such as {@code (3,1,0)}. */
  static String place(TorusShape shape, int place) {
    return "(%d,%d,%d)"
        .formatted(
            shape.coordinate(place, 0), shape.coordinate(place, 1), shape.coordinate(place, 2));
  }

  /** Such as {@code 0x0000000000200010 "sw_3_1_0" at (3,1,0)}, or only the place of none. */
  static String switchAt(Torus torus, int place) {
    String at = place(torus.shape(), place);
    int node = torus.switchAt(place);
    return node == Fabric.NONE
        ? at
        : "%s \"%s\" at %s"
            .formatted(
                Guid.format(torus.fabric().nodeGuid(node)), torus.fabric().description(node), at);
  }

  /** Such as {@code (1,3,0)-(2,3,0)}, of {@code place * DIRECTIONS + direction}. */
  static String hop(Torus torus, int hop) {
    int place = hop / TorusShape.DIRECTIONS;
    int next = torus.nextPlace(place, hop % TorusShape.DIRECTIONS);
    return place(torus.shape(), place) + "-" + place(torus.shape(), next);
  }

  /** Such as {@code x ring at y=1 z=0}. */
  static String line(Torus torus, int dimension, int anyPlace) {
    StringBuilder text = new StringBuilder();
    text.append(AXES.charAt(dimension)).append(torus.isLooped(dimension) ? " ring" : " line");
    String separator = " at ";
    for (int other = 0; other < TorusShape.DIMENSIONS; other++) {
      if (other != dimension) {
        text.append(separator).append(AXES.charAt(other)).append('=');
        text.append(torus.shape().coordinate(anyPlace, other));
        separator = " ";
      }
    }
    return text.toString();
  }
}
