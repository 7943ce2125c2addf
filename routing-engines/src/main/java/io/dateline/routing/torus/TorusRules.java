package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import io.dateline.routing.layers.DataVls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a torus must be like to be routed at all, looked at before any path is. */
final class TorusRules {
  private static final int NAMED_MAX = 8; // lines

  private final Torus torus;
  private final Rings rings;

  private TorusRules(Torus torus, Rings rings) {
    this.torus = torus;
    this.rings = rings;
  }

  /** Why a torus cannot be routed with what is configured, if there is a reason. */
  static Optional<String> unusable(Torus torus, Rings rings, DataVls dataVls, TorusConf conf) {
    TorusRules rules = new TorusRules(torus, rings);
    return rules
        .tooFewLanes(dataVls)
        .or(() -> rules.unknownPort(conf.portOrder()))
        .or(() -> rules.tooManyEndPorts(conf.portgroupMaxPorts()))
        .or(rules::nothing);
  }

  /** Which lines are in several pieces, if any is. */
  static Optional<String> disjointLines(Torus torus, Rings rings) {
    return new TorusRules(torus, rings).disjointLines();
  }

  private Optional<String> tooFewLanes(DataVls dataVls) {
    return dataVls.betweenSwitches() >= TorusLanes.RINGS
        ? Optional.empty()
        : Optional.of(
            "ports between switches are given %d data VL, and packets that cross a dateline need one of"
                    .formatted(dataVls.betweenSwitches())
                + " their own");
  }

  private Optional<String> unknownPort(List<Integer> portOrder) {
    Fabric fabric = torus.fabric();
    for (int number : portOrder) {
      for (int node = 0; node < fabric.switchCount(); node++) {
        if (number > fabric.externalPortCount(node)) {
          return Optional.of(
              "port_order names port %d, switch %s \"%s\" has %d"
                  .formatted(
                      number,
                      Guid.format(fabric.nodeGuid(node)),
                      fabric.description(node),
                      fabric.externalPortCount(node)));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * OpenSM's limit: it counts a switch's own port 0 with the hosts, and gives up where they are too
   * many.
   */
  private Optional<String> tooManyEndPorts(int max) {
    Fabric fabric = torus.fabric();
    int[] counts = new int[fabric.switchCount()];
    int most = 0; // a switch
    for (int port : fabric.endPorts()) {
      int node = fabric.nodeOf(port);
      int at = fabric.isSwitch(node) ? node : fabric.nodeOf(fabric.peer(port));
      if (fabric.isSwitch(at) && torus.placeOf(at) != Fabric.NONE) {
        most = ++counts[at] > counts[most] ? at : most;
      }
    }
    return counts.length == 0 || counts[most] <= max
        ? Optional.empty()
        : Optional.of(
            "portgroup_max_ports is %d and has to be %d: switch %s \"%s\" has %d hosts and its own port"
                .formatted(
                    max,
                    counts[most],
                    Guid.format(fabric.nodeGuid(most)),
                    fabric.description(most),
                    counts[most] - 1));
  }

  /** Packets cannot get past a gap by any other line without turns that may close credit loops. */
  private Optional<String> disjointLines() {
    List<String> disjoint = new ArrayList<>();
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      for (int start : rings.lineStarts(dimension)) {
        List<List<Integer>> pieces = rings.pieces(start, dimension);
        if (pieces.size() > 1) {
          disjoint.add(
              "the %s is in %d pieces: %s"
                  .formatted(
                      TorusNames.line(torus, dimension, start),
                      pieces.size(),
                      pieces.stream().map(this::ends).collect(Collectors.joining("; "))));
        }
      }
    }
    int more = disjoint.size() - NAMED_MAX;
    return disjoint.isEmpty()
        ? Optional.empty()
        : Optional.of(
            disjoint.stream().limit(NAMED_MAX).collect(Collectors.joining(", and "))
                + (more > 0 ? ", and %d more lines are in pieces".formatted(more) : ""));
  }

  private String ends(List<Integer> piece) {
    String first = TorusNames.switchAt(torus, piece.getFirst());
    return piece.size() == 1 ? first : first + " to " + TorusNames.switchAt(torus, piece.getLast());
  }

  private Optional<String> nothing() {
    for (int place = 0; place < torus.shape().places(); place++) {
      if (rings.isPresent(place)) {
        return Optional.empty();
      }
    }
    return Optional.of("no switch of the fabric has a place in the torus");
  }
}
