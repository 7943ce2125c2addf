package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusShape;

/** What places, their switches and lines are called in sentences for operators. */
final class TorusNames {
  private static final String AXES = "xyz";

  private TorusNames() {}

  /** Such as {@code 0x0000000000200010 "sw_3_1_0"}. */
  static String node(Fabric fabric, int node) {
    return "%s \"%s\"".formatted(Guid.format(fabric.nodeGuid(node)), fabric.description(node));
  }

  /** Such as {@code 0x0000000000200010 "sw_3_1_0" at (3,1,0)}, or only the place of none. */
  static String switchAt(Torus torus, int place) {
    String at = torus.shape().placeName(place);
    int node = torus.switchAt(place);
    return node == Fabric.NONE ? at : "%s at %s".formatted(node(torus.fabric(), node), at);
  }

  /** Such as {@code (1,3,0)-(2,3,0)}, of {@code place * DIRECTIONS + direction}. */
  static String hop(Torus torus, int hop) {
    int place = hop / TorusShape.DIRECTIONS;
    int next = torus.nextPlace(place, hop % TorusShape.DIRECTIONS);
    return torus.shape().placeName(place) + "-" + torus.shape().placeName(next);
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
