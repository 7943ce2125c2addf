package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SlToVl;

/** A mapping that is judged: a VL that there is not is a mistake in the mapping, and is told. */
record CheckedSlToVl(Fabric fabric, SlToVl given) implements SlToVl {
  @Override
  public int vl(int node, int inputNumber, int outputNumber, int sl) {
    int vl = given.vl(node, inputNumber, outputNumber, sl);
    if (vl < 0 || vl > DROP) {
      throw new IllegalArgumentException(
          "SL " + sl + " maps to VL " + vl + " at " + Labels.node(fabric, node));
    }
    return vl;
  }
}
