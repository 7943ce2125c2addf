package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.address.LidPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** The fabrics that engines are measured on, and what is made of times. */
final class Benched {
  private Benched() {}

  /** Of a file as ibnetdiscover prints it, or of a generator. */
  static Fabric fabric(String topology) throws IOException {
    return TopologySpec.isSpec(topology)
        ? TopologySpec.parse(topology).generate()
        : TopologyReader.read(Path.of(topology));
  }

  static double millisSince(long beganNs) {
    return (System.nanoTime() - beganNs) / 1e6;
  }

  /** The upper one of the two in the middle of those from a place on, where there are two. */
  static double median(double[] values, int from) {
    double[] last = Arrays.copyOfRange(values, from, values.length);
    Arrays.sort(last);
    return last[last.length / 2];
  }

  /** LIDs for all end ports of a fabric that never had any; LMC 0. */
  static LidPlan firstLids(Fabric fabric) {
    return LidAssigner.plan(fabric, LidBook.EMPTY, fabric.endPorts()[0], 0, false);
  }
}
