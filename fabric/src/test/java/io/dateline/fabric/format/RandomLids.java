package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.util.Random;

/** LIDs for every end port, with gaps and mixed LMCs. */
final class RandomLids {
  private RandomLids() {}

  static LidMap assign(Fabric fabric, Random random) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int next = 1;
    for (int port : fabric.endPorts()) {
      int lmc = random.nextInt(3);
      int size = 1 << lmc;
      int base = (next + random.nextInt(5) + size - 1) / size * size;
      builder.assign(port, base, lmc);
      next = base + size;
    }
    return builder.build();
  }
}
