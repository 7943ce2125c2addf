package io.dateline.sm.cli;

import io.dateline.fabric.format.FormatException;
import io.dateline.fabric.format.LftFile;
import io.dateline.fabric.format.LidMatrix;
import io.dateline.routing.FileOptions;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Options of the engines as the command line gives them, by OpenSM's names. */
final class EngineOptions {
  private EngineOptions() {}

  /**
   * @throws BadInput if an option is unknown, its value is none or a file cannot be read
   * @throws FormatException if a file is not of its format
   */
  static RoutingOptions parse(Map<String, String> options) throws IOException {
    FileOptions files = FileOptions.DEFAULTS;
    boolean portProfileSwitchNodes = PortOptions.DEFAULTS.portProfileSwitchNodes();
    for (Map.Entry<String, String> option : options.entrySet()) {
      switch (option.getKey()) {
        case "port_profile_switch_nodes" ->
            portProfileSwitchNodes = flag(option.getKey(), option.getValue());
        case "lfts_file" -> files = files.lfts(LftFile.read(file(option)));
        case "lid_matrix_dump_file" -> files = files.lidMatrix(LidMatrix.read(file(option)));
        default -> throw new BadInput("there is no option '" + option.getKey() + "'");
      }
    }
    return RoutingOptions.DEFAULTS
        .with(PortOptions.DEFAULTS.portProfileSwitchNodes(portProfileSwitchNodes))
        .with(files);
  }

  private static Path file(Map.Entry<String, String> option) {
    return InputFiles.readable(
        option.getKey(), InputFiles.path(option.getKey(), option.getValue()));
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
