package io.dateline.routing.chain;

import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.routing.ChainOptions;

/**
 * A step that is in force.
 *
 * @param routing of the part, by its engine
 */
record Stage(ChainOptions.Step step, Part part, Routing routing) {
  boolean hasLanes() {
    return routing.hasLanes();
  }

  /** The SL of a path in the part, or of the rest of a path that comes into it. */
  int sl(int sourceLid, int destinationLid, int wanted) {
    PathSl levels = routing.pathSl();
    return levels.sl(sourceLid, destinationLid, wanted);
  }

  /** The lane, by nodes of the part. An SL that the engine does not use is on VL 0. */
  int vl(int node, int inputNumber, int outputNumber, int sl) {
    if (routing.slToVl() == SlToVl.IDENTITY) {
      return sl < routing.vlCount() ? sl : 0;
    }
    return routing.slToVl().vl(node, inputNumber, outputNumber, sl);
  }
}
