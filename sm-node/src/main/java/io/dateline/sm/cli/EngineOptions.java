package io.dateline.sm.cli;

import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import java.util.Map;

/** Options of the engines as the command line gives them, by OpenSM's names. */
final class EngineOptions {
  private EngineOptions() {}

  /**
   * @throws BadInput if an option is unknown or its value is none
   */
  static RoutingOptions parse(Map<String, String> options) {
    boolean portProfileSwitchNodes = PortOptions.DEFAULTS.portProfileSwitchNodes();
    for (Map.Entry<String, String> option : options.entrySet()) {
      switch (option.getKey()) {
        case "port_profile_switch_nodes" ->
            portProfileSwitchNodes = flag(option.getKey(), option.getValue());
        default -> throw new BadInput("there is no option '" + option.getKey() + "'");
      }
    }
    return RoutingOptions.DEFAULTS.with(
        PortOptions.DEFAULTS.portProfileSwitchNodes(portProfileSwitchNodes));
  }

  private static boolean flag(String name, String value) {
    if (value.equalsIgnoreCase("TRUE")) {
      return true;
    }
    if (value.equalsIgnoreCase("FALSE")) {
      return false;
    }
    throw new BadInput(name + " takes TRUE or FALSE, not '" + value + "'");
  }
}
