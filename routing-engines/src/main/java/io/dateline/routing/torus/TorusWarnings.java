package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.routing.layers.DataVls;
import java.util.ArrayList;
import java.util.List;

/** What an operator should know of a torus that is routed. */
final class TorusWarnings {
  private final Torus torus;
  private final Rings rings;
  private final List<String> warnings = new ArrayList<>();

  private TorusWarnings(Torus torus, Rings rings) {
    this.torus = torus;
    this.rings = rings;
  }

  /** Sentences that name the switch, cable or port. */
  static List<String> of(Torus torus, Rings rings, LidMap lids, Damage damage, DataVls dataVls) {
    TorusWarnings found = new TorusWarnings(torus, rings);
    found.addLanes(dataVls);
    if (!damage.switches().isEmpty() || !damage.gaps().isEmpty()) {
      found.warnings.add("packets go round " + damage.describe(torus));
    }
    found.addUnserved(lids);
    return found.warnings;
  }

  private void addLanes(DataVls dataVls) {
    if (dataVls.betweenSwitches() < TorusLanes.TURNS) {
      warnings.add(
          "ports between switches have %d data VLs; some missing switches need 4 to be gone round"
              .formatted(dataVls.betweenSwitches()));
    }
    if (dataVls.betweenSwitches() < TorusLanes.QOS) {
      warnings.add(
          "ports between switches have %d data VLs; two levels of quality of service need 8"
              .formatted(dataVls.betweenSwitches()));
    }
    if (dataVls.atEndPorts() < TorusLanes.RINGS) {
      warnings.add("end ports have 1 data VL; two levels of quality of service need 2");
    }
  }

  /** Nobody reaches what hangs on a switch outside, except from the same switch. */
  private void addUnserved(LidMap lids) {
    Fabric fabric = torus.fabric();
    int count = 0;
    int first = Fabric.NONE;
    for (int port : fabric.endPorts()) {
      int place = torus.placeOfEndPort(port);
      boolean served = place != Fabric.NONE && rings.isPresent(place);
      if (!served && lids.lidCount(port) > 0) {
        count++;
        // Switches come first; the last one found says more: it may be an adapter.
        first = first == Fabric.NONE || fabric.isSwitch(fabric.nodeOf(first)) ? port : first;
      }
    }
    if (count > 0) {
      warnings.add(
          "%d end ports are not in the torus and get no routes, as port %d of %s \"%s\""
              .formatted(
                  count,
                  fabric.portNumber(first),
                  Guid.format(fabric.nodeGuid(fabric.nodeOf(first))),
                  fabric.description(fabric.nodeOf(first))));
    }
  }
}
