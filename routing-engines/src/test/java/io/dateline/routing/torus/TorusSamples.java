package io.dateline.routing.torus;

import io.dateline.fabric.TorusShape;
import java.util.List;
import java.util.function.Consumer;

/** Small tori and all that can be wrong with one part of them. */
final class TorusSamples {
  static final List<TorusShape> SHAPES =
      List.of(
          shape(5, 5, 1, true, true, true),
          shape(4, 4, 1, true, true, true),
          shape(3, 5, 1, true, true, true),
          shape(1, 4, 5, true, true, true),
          shape(2, 4, 3, true, true, true),
          shape(5, 3, 3, true, true, true),
          shape(4, 4, 4, true, true, true));

  private TorusSamples() {}

  private static TorusShape shape(
      int x, int y, int z, boolean loopX, boolean loopY, boolean loopZ) {
    return new TorusShape(List.of(x, y, z), List.of(loopX, loopY, loopZ));
  }

  /** The whole torus, then it without each link, then without each switch. */
  static void forEachSingleFault(TorusShape shape, Consumer<TorusNet> action) {
    action.accept(new TorusNet(shape));
    for (int hop : new TorusNet(shape).hops()) {
      action.accept(
          new TorusNet(shape).failHop(hop / TorusShape.DIMENSIONS, hop % TorusShape.DIMENSIONS));
    }
    for (int place = 0; place < shape.places(); place++) {
      action.accept(new TorusNet(shape).failSwitch(place));
    }
  }
}
