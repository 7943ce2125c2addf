package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads a topology as ibnetdiscover prints it and ibsim loads it.
 *
 * <p>Nodes may come in any order, and a cable may be listed at one end only, as ibsim allows. Where
 * both ends list it they have to agree, but for its rate: then the lesser one is taken, with a
 * warning, as ibsim does; a node that a cable leads to has to be there. LIDs are what the nodes had
 * when the file was made: two nodes may claim the same one. A cable without width and speed is
 * taken for 4xSDR, as ibsim does. A channel adapter's port has the GUID the file gives it, else
 * node GUID + port number.
 */
public final class TopologyReader {
  private TopologyReader() {}

  /**
   * Reads a file.
   *
   * @throws FormatException if it contains anything that is not a consistent topology
   */
  public static Fabric read(Path file) throws IOException {
    return read(file, warning -> {});
  }

  /**
   * As the other.
   *
   * @param onWarning is told what is odd in the file, {@code file:line: sentence}
   */
  public static Fabric read(Path file, Consumer<String> onWarning) throws IOException {
    TopologyParser parser = new TopologyParser();
    LineScanner scanner = LineScanner.scan(file, parser);
    Fabric fabric = TopologyAssembler.assemble(parser, scanner);
    scanner.warnings().forEach(onWarning);
    return fabric;
  }

  /**
   * Reads text that did not come from a file.
   *
   * @param name what messages call it
   * @throws FormatException if it contains anything that is not a consistent topology
   */
  public static Fabric read(String name, Reader text) throws IOException {
    TopologyParser parser = new TopologyParser();
    LineScanner scanner = new LineScanner(name);
    scanner.scan(text, parser);
    return TopologyAssembler.assemble(parser, scanner);
  }
}
