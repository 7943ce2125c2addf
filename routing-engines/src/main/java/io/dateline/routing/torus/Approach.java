package io.dateline.routing.torus;

import io.dateline.fabric.TorusShape;

/**
 * From which side packets come to a missing switch that they are to turn at, in rings. It is what
 * torus-2QoS leaves to the shorter way. Where cables are missing, too, the row that they turn into
 * may be interrupted on just that side; the next hops after a forbidden turn then go round that row
 * and can close a credit loop. From the other side they do not.
 */
enum Approach {
  /** By the shorter way, of equal ones that which does not cross the dateline. */
  SHORTER,

  /** Always upwards, so to the neighbour below. */
  UPWARDS,

  /** Always downwards. */
  DOWNWARDS;

  /** The direction, where {@code shorter} is the shorter way. */
  int direction(int shorter) {
    int upwards = 2 * TorusShape.dimension(shorter);
    return switch (this) {
      case SHORTER -> shorter;
      case UPWARDS -> upwards;
      case DOWNWARDS -> TorusShape.reverse(upwards);
    };
  }
}
