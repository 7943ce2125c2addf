package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.routing.layers.DataVls;
import java.util.ArrayList;
import java.util.List;

/** What an operator should know of a torus that is routed. */
final class TorusWarnings {
  private TorusWarnings() {}

  /**
   * Sentences that name the switch, cable or port.
   *
   * @param leftOut end ports that get no routes
   */
  static List<String> of(Torus torus, Damage damage, DataVls dataVls, List<Integer> leftOut) {
    List<String> warnings = new ArrayList<>(fewLanes(dataVls));
    if (!damage.switches().isEmpty() || !damage.gaps().isEmpty()) {
      warnings.add("packets go round " + damage.describe(torus));
    }
    if (!leftOut.isEmpty()) {
      warnings.add(withoutRoutes(torus.fabric(), leftOut));
    }
    return warnings;
  }

  private static List<String> fewLanes(DataVls dataVls) {
    List<String> warnings = new ArrayList<>();
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
    return warnings;
  }

  /** Nothing reaches what hangs on a switch outside, except from the same switch. */
  private static String withoutRoutes(Fabric fabric, List<Integer> leftOut) {
    // An adapter, where there is one, says more than a switch.
    int example =
        leftOut.stream()
            .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
            .findFirst()
            .orElse(leftOut.getFirst());
    return "%d end ports are not in the torus and get no routes, as port %d of %s"
        .formatted(
            leftOut.size(),
            fabric.portNumber(example),
            TorusNames.node(fabric, fabric.nodeOf(example)));
  }
}
