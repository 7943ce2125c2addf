package io.dateline.sm.cli.console;

import io.dateline.fabric.Fabric;
import java.io.IOException;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** {@code --topology} of the commands that cannot do without one. */
public final class TopologyOption {
  @Option(
      names = "--topology",
      paramLabel = "FILE",
      required = true,
      description = "ibnetdiscover output, or a generator such as torus:4x4x4, see generate --help")
  private String text;

  /** Reads or generates it, see {@link Topologies#load}. */
  public Fabric load(Consumer<String> onWarning) throws IOException {
    return Topologies.load(text, onWarning);
  }

  /** As it was given. */
  @Override
  public String toString() {
    return text;
  }
}
