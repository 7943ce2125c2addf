package io.dateline.sm.cli.offline;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.address.LidPlan;
import io.dateline.sm.cli.console.BadInput;
import java.util.List;
import java.util.stream.IntStream;

/** LIDs for fabrics without a subnet manager. */
final class OfflineLids {
  private OfflineLids() {}

  /**
   * Gives every end port its LIDs.
   *
   * @param topology its name, for messages
   * @param before LIDs that ports keep, or null
   * @throws BadInput if there is no end port, or there are too few LIDs
   */
  static LidMap assign(
      String topology, Fabric fabric, LidMap before, RoutePlan how, List<String> warnings) {
    int[] ports = fabric.endPorts();
    if (ports.length == 0) {
      throw new BadInput(topology + " has no end port");
    }
    LidPlan plan =
        LidAssigner.plan(fabric, book(fabric, before), ports[0], how.lmc(), how.lmcEsp0());
    long without = IntStream.of(ports).filter(port -> plan.lids().lidCount(port) == 0).count();
    if (without > 0) {
      throw new BadInput(
          "%s with LMC %d needs more LIDs than the %d there are: %d end ports would have none"
              .formatted(topology, how.lmc(), Lid.UNICAST_MAX, without));
    }
    warnings.addAll(plan.warnings());
    return plan.lids();
  }

  /** Ports keep the LIDs of tables before: those would mean nothing with others. */
  private static LidBook book(Fabric fabric, LidMap before) {
    if (before == null) {
      return LidBook.EMPTY;
    }
    int[] ports =
        IntStream.of(fabric.endPorts()).filter(port -> before.lidCount(port) > 0).toArray();
    byte[] lmcs = new byte[ports.length];
    for (int i = 0; i < ports.length; i++) {
      lmcs[i] = (byte) before.lmc(ports[i]);
    }
    return LidBook.EMPTY.with(
        IntStream.of(ports).mapToLong(fabric::portGuid).toArray(),
        IntStream.of(ports).map(before::baseLid).toArray(),
        lmcs);
  }
}
