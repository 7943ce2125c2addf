package io.dateline.sm.analyze;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.measure.PatternLoads;
import io.dateline.sm.text.Csv;
import java.io.IOException;
import java.util.Optional;

/**
 * What is on each channel, by routing: pairs of adapters whose path goes over it, and the weight of
 * the flows of a pattern. All channels between switches are told, and those from and to adapters
 * that a flow takes, of which the pairs are not counted.
 */
public final class ChannelsCsv {
  private ChannelsCsv() {}

  /** Writes a line for each routing and channel. */
  public static void write(Comparison comparison, Fabric fabric, Appendable out)
      throws IOException {
    Csv csv = new Csv(out);
    csv.line("routing", "node", "guid", "port", "peer", "peerGuid", "peerPort", "paths", "pattern");
    for (Analysis analysis : comparison.analyses()) {
      for (int port = 0; port < fabric.portCount(); port++) {
        if (fabric.peer(port) != Fabric.NONE) {
          write(analysis, fabric, port, csv);
        }
      }
    }
  }

  private static void write(Analysis analysis, Fabric fabric, int port, Csv csv)
      throws IOException {
    int node = fabric.nodeOf(port);
    int peer = fabric.peer(port);
    int next = fabric.nodeOf(peer);
    boolean isBetweenSwitches = fabric.isSwitch(node) && fabric.isSwitch(next);
    Optional<PatternLoads> pattern = analysis.pattern();
    double weight = pattern.isPresent() ? pattern.get().byChannel()[port] : 0;
    if (isBetweenSwitches || weight > 0) {
      csv.line(
          analysis.name(),
          fabric.description(node),
          Guid.format(fabric.nodeGuid(node)),
          fabric.portNumber(port),
          fabric.description(next),
          Guid.format(fabric.nodeGuid(next)),
          fabric.portNumber(peer),
          isBetweenSwitches ? analysis.verdict().loads().paths()[port] : "",
          pattern.isPresent() ? weight : "");
    }
  }
}
