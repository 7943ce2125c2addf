package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;

/**
 * Reads a topology as ibnetdiscover prints it and ibsim loads it.
 *
 * <p>Nodes may come in any order, and a cable may be listed at one end only, as ibsim allows. Where
 * both ends list it they have to agree; a node that a cable leads to has to be there. LIDs are what
 * the nodes had when the file was made: two nodes may claim the same one. A cable without width and
 * speed is taken for 4xSDR, as ibsim does. A channel adapter's port has the GUID the file gives it,
 * else node GUID + port number.
 */
public final class TopologyReader {
  private TopologyReader() {}

  /**
   * Reads a file.
   *
   * @throws FormatException if it contains anything that is not a consistent topology
   */
  public static Fabric read(Path file) throws IOException {
    TopologyParser parser = new TopologyParser();
    LineScanner scanner = LineScanner.scan(file, parser);
    return TopologyAssembler.assemble(parser, scanner);
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
