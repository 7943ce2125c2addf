package io.dateline.sm.cli.console;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.generate.TopologySpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** What {@code --topology} names: a file as ibnetdiscover prints it, or a generator's arguments. */
public final class Topologies {
  private Topologies() {}

  /**
   * Reads or generates a fabric.
   *
   * @param onWarning is told what is odd in the file
   * @throws BadInput if it is neither a file nor a generator
   * @throws IOException if the file cannot be read or is malformed
   */
  public static Fabric load(String text, Consumer<String> onWarning) throws IOException {
    Path file = InputFiles.path("topology file", text);
    if (Files.isRegularFile(file) || !TopologySpec.isSpec(text)) {
      Fabric fabric = TopologyReader.read(InputFiles.readable("topology file", file), onWarning);
      if (fabric.nodeCount() == 0) {
        throw new BadInput(text + ": there is no node in this topology");
      }
      return fabric;
    }
    try {
      return TopologySpec.parse(text).generate();
    } catch (IllegalArgumentException e) {
      throw new BadInput(e.getMessage());
    }
  }
}
