package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What an operator is to know of a torus that was discovered. */
final class FrameReport {
  /** Switches and cables without a place that are named one by one. */
  private static final int STRAYS_MAX = 20;

  private final Fabric fabric;
  private final TorusConf conf;
  private final SwitchPlaces places;
  private final TorusFrame before; // null where there was none
  private final TorusFrame frame;
  private final Torus torus;

  private FrameReport(
      Fabric fabric, TorusConf conf, SwitchPlaces places, TorusFrame before, TorusFrame frame) {
    this.fabric = fabric;
    this.conf = conf;
    this.places = places;
    this.before = before;
    this.frame = frame;
    torus = Torus.of(fabric, frame);
  }

  /**
   * Sentences, those about what does not fit first.
   *
   * @param before the frame of the routing before, or null
   */
  static List<String> of(
      Fabric fabric, TorusConf conf, SwitchPlaces places, TorusFrame before, TorusFrame frame) {
    FrameReport report = new FrameReport(fabric, conf, places, before, frame);
    List<String> sentences = new ArrayList<>();
    sentences.addAll(limited(report.misfits(), STRAYS_MAX, "switches that do not fit"));
    sentences.addAll(limited(report.strayCables(), STRAYS_MAX, "cables that do not fit"));
    sentences.addAll(limited(report.fullGroups(), STRAYS_MAX, "groups of too many cables"));
    sentences.addAll(limited(report.changes(), conf.maxChanges(), "changes of the torus"));
    return sentences;
  }

  private static List<String> limited(List<String> sentences, int max, String what) {
    if (sentences.size() <= max) {
      return sentences;
    }
    List<String> few = new ArrayList<>(sentences.subList(0, max));
    few.add("%d more %s".formatted(sentences.size() - max, what));
    return few;
  }

  /** Switches without a place, and those whose place most of their cables contradict. */
  private List<String> misfits() {
    List<String> sentences = new ArrayList<>();
    int[] strays = strays();
    for (int node = 0; node < fabric.switchCount(); node++) {
      if (places.placeOf(node) == Fabric.NONE) {
        sentences.add(
            "switch %s has no place in the %s: %s".formatted(name(node), frame.shape(), why(node)));
      } else if (strays[node] > fitting(node)) {
        sentences.add(
            "switch %s is held to be at %s, but most of its cables lead to switches that are not beside that"
                .formatted(name(node), placeName(node)));
      }
    }
    return sentences;
  }

  private String why(int node) {
    int[] candidates = places.candidates(node);
    if (candidates == null) {
      return hasPlacedNeighbour(node)
          ? "what its cables say of it contradicts the others"
          : "none of its cables leads to a switch that has one";
    }
    return switch (candidates.length) {
      case 0 -> "there is no free one beside all the switches that its cables lead to";
      case 1 ->
          "a single cable is all that speaks for %s"
              .formatted(frame.shape().placeName(candidates[0]));
      default ->
          "it may be at "
              + IntStream.of(candidates)
                  .mapToObj(frame.shape()::placeName)
                  .collect(Collectors.joining(" or "));
    };
  }

  /** One may have been passed over when places were searched for. */
  private boolean hasPlacedNeighbour(int node) {
    return IntStream.rangeClosed(1, fabric.externalPortCount(node))
        .map(number -> fabric.peer(fabric.port(node, number)))
        .filter(peer -> peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer)))
        .anyMatch(peer -> places.placeOf(fabric.nodeOf(peer)) != Fabric.NONE);
  }

  /** By switch: cables that lead to switches that have a place, but not beside its own. */
  private int[] strays() {
    int[] counts = new int[fabric.switchCount()];
    for (int port : torus.strays()) {
      if (torus.placeOf(fabric.nodeOf(fabric.peer(port))) != Fabric.NONE) {
        counts[fabric.nodeOf(port)]++;
      }
    }
    return counts;
  }

  private int fitting(int node) {
    return IntStream.range(0, TorusShape.DIRECTIONS)
        .map(direction -> torus.ports(node, direction).length)
        .sum();
  }

  /** Cables between switches that both have a place. */
  private List<String> strayCables() {
    List<String> sentences = new ArrayList<>();
    for (int port : torus.strays()) {
      int peer = fabric.peer(port);
      int node = fabric.nodeOf(port);
      int other = fabric.nodeOf(peer);
      if (port < peer
          && torus.placeOf(node) != Fabric.NONE
          && torus.placeOf(other) != Fabric.NONE) {
        sentences.add(
            "the cable from port %d of %s to port %d of %s is not used: it leads from %s to %s"
                .formatted(
                    fabric.portNumber(port),
                    name(node),
                    fabric.portNumber(peer),
                    name(other),
                    placeName(node),
                    placeName(other)));
      }
    }
    return sentences;
  }

  private List<String> fullGroups() {
    List<String> sentences = new ArrayList<>();
    int max = conf.portgroupMaxPorts();
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction += 2) {
        int[] ports = torus.ports(node, direction);
        if (ports.length > max) {
          sentences.add(
              "switch %s has %d cables in %s, and portgroup_max_ports is %d: those at its ports %s are not used"
                  .formatted(
                      name(node),
                      ports.length,
                      TorusShape.directionName(direction),
                      max,
                      numbers(ports, max)));
        }
      }
    }
    return sentences;
  }

  /** From one on. */
  private String numbers(int[] ports, int first) {
    return IntStream.range(first, ports.length)
        .mapToObj(i -> String.valueOf(fabric.portNumber(ports[i])))
        .collect(Collectors.joining(", "));
  }

  /** What is new and what is missing. */
  private List<String> changes() {
    List<String> sentences = new ArrayList<>();
    long[] holder = new long[frame.shape().places()]; // by place: its switch before, or 0
    if (before != null) {
      before.places().forEach((guid, place) -> holder[place] = guid);
    }
    for (int place = 0; place < holder.length; place++) {
      int node = torus.switchAt(place);
      String name = frame.shape().placeName(place);
      if (node == Fabric.NONE) {
        sentences.add(
            holder[place] == 0
                ? "there is no switch for " + name
                : "switch %s of %s is missing".formatted(Guid.format(holder[place]), name));
      } else if (before != null && holder[place] == 0) {
        sentences.add("switch %s is new, at %s".formatted(name(node), name));
      } else if (before != null && holder[place] != fabric.nodeGuid(node)) {
        sentences.add(
            "switch %s has taken the place of %s, %s"
                .formatted(name(node), Guid.format(holder[place]), name));
      }
      if (node != Fabric.NONE) {
        addMissingCables(sentences, node);
      }
    }
    return sentences;
  }

  /** Those in positive directions, so that each is told once. */
  private void addMissingCables(List<String> sentences, int node) {
    for (int direction = 0; direction < TorusShape.DIRECTIONS; direction += 2) {
      int next = torus.nextPlace(torus.placeOf(node), direction);
      if (next != Fabric.NONE
          && torus.switchAt(next) != Fabric.NONE
          && torus.ports(node, direction).length == 0) {
        sentences.add(
            "there is no cable from switch %s at %s to %s at %s"
                .formatted(
                    name(node),
                    placeName(node),
                    name(torus.switchAt(next)),
                    frame.shape().placeName(next)));
      }
    }
  }

  private String placeName(int node) {
    return frame.shape().placeName(torus.placeOf(node));
  }

  private String name(int node) {
    return TorusNames.node(fabric, node);
  }
}
