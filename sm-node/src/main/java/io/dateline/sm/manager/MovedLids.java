package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.PortInfo;
import java.util.Optional;

/** Ports that a sweep gives other LIDs than they have: packets to the old ones are lost. Pure. */
final class MovedLids {
  private MovedLids() {}

  /** A sentence about those of a sweep that has planned LIDs, and not sent any; empty for none. */
  static Optional<String> sentence(HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    int count = 0;
    String first = "";
    for (int port : fabric.endPorts()) {
      byte[] info = sweep.found.attributes().portInfo()[port];
      int before = info == null ? Lid.NONE : PortInfo.of(info).lid();
      int now = sweep.lids.lids().baseLid(port);
      if (Lid.isUnicast(before) && now != Lid.NONE && now != before) {
        first =
            count == 0
                ? "%s: %d, was %d"
                    .formatted(PortNames.byGuid(fabric, fabric.portGuid(port)), now, before)
                : first;
        count++;
      }
    }
    return switch (count) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of("1 port gets another LID than it had: " + first);
      default ->
          Optional.of(
              "%d ports get other LIDs than they had; the first one is %s".formatted(count, first));
    };
  }
}
