package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The switches that the seeds of a {@link TorusConf} name, in a fabric that may have lost some. */
final class SeedSwitches {
  private final Fabric fabric;
  private final TorusConf conf;
  private final SwitchGraph graph;
  private final List<Map<Long, Integer>> places = new ArrayList<>(); // by seed: by GUID, its place

  SeedSwitches(Fabric fabric, TorusConf conf, SwitchGraph graph) {
    this.fabric = fabric;
    this.conf = conf;
    this.graph = graph;
    for (TorusConf.Seed seed : conf.seeds()) {
      Map<Long, Integer> named = new LinkedHashMap<>();
      named.put(seed.originGuid(), seed.originPlace(conf.shape()));
      new TreeMap<>(seed.neighbours())
          .forEach(
              (direction, guid) -> named.put(guid, seed.neighbourPlace(conf.shape(), direction)));
      places.add(named);
    }
  }

  /** The first seed of which nothing is lost, or else no switch; NONE where each has lost one. */
  int best() {
    List<Integer> complete = all().stream().filter(seed -> lost(seed).isEmpty()).toList();
    return complete.stream()
        .filter(seed -> lostCables(seed).isEmpty())
        .findFirst()
        .or(() -> complete.stream().findFirst())
        .orElse(Fabric.NONE);
  }

  List<Integer> all() {
    return IntStream.range(0, places.size()).boxed().toList();
  }

  /** By switch index, where seeds have it; where they contradict, the first one counts. */
  Map<Integer, Integer> places(List<Integer> ofSeeds) {
    Map<Integer, Integer> found = new LinkedHashMap<>();
    for (int seed : ofSeeds) {
      places
          .get(seed)
          .forEach(
              (guid, place) -> {
                int node = node(guid);
                if (node != Fabric.NONE && !found.containsValue(place)) {
                  found.putIfAbsent(node, place);
                }
              });
    }
    return found;
  }

  /** The switches that any seed has lost, for people. */
  String lostSwitches() {
    return all().stream()
        .flatMap(seed -> lost(seed).stream())
        .distinct()
        .map(Guid::format)
        .collect(Collectors.joining(", "));
  }

  /** The switches that are there, and that no cable leads to from a seed's origin. */
  Set<Integer> lostNeighbours(int seed) {
    return lostLinks(seed).values().stream().map(this::node).collect(Collectors.toSet());
  }

  /** A sentence for each cable that a seed has lost. */
  List<String> lostCables(int seed) {
    String origin = Guid.format(conf.seeds().get(seed).originGuid());
    return lostLinks(seed).entrySet().stream()
        .map(
            link ->
                "seed %d of torus_config: there is no cable from %s to %s, which is %s of it"
                    .formatted(
                        seed + 1,
                        origin,
                        Guid.format(link.getValue()),
                        TorusShape.directionName(link.getKey())))
        .toList();
  }

  /** By direction the GUID at the other end, where both switches are there and no cable is. */
  private Map<Integer, Long> lostLinks(int seed) {
    TorusConf.Seed said = conf.seeds().get(seed);
    int origin = node(said.originGuid());
    Map<Integer, Long> lost = new TreeMap<>(said.neighbours());
    lost.values()
        .removeIf(
            guid ->
                origin == Fabric.NONE || node(guid) == Fabric.NONE || isCable(origin, node(guid)));
    return lost;
  }

  /**
   * A sentence for each seed that says something else than the frame, or names a switch that was
   * never seen.
   */
  List<String> contradictions(TorusFrame frame) {
    List<String> sentences = new ArrayList<>();
    for (int seed : all()) {
      for (Map.Entry<Long, Integer> named : places.get(seed).entrySet()) {
        int place = frame.place(named.getKey());
        if (place == Fabric.NONE && node(named.getKey()) == Fabric.NONE) {
          sentences.add(
              "seed %d of torus_config: there is no switch %s"
                  .formatted(seed + 1, Guid.format(named.getKey())));
        } else if (place != Fabric.NONE && place != named.getValue()) {
          sentences.add(
              "seed %d of torus_config has switch %s at %s, but it is at %s, and stays there; the graph or the datelines of that seed are wrong"
                  .formatted(
                      seed + 1,
                      Guid.format(named.getKey()),
                      frame.shape().placeName(named.getValue()),
                      frame.shape().placeName(place)));
          break;
        }
      }
    }
    return sentences;
  }

  private List<Long> lost(int seed) {
    return places.get(seed).keySet().stream().filter(guid -> node(guid) == Fabric.NONE).toList();
  }

  private boolean isCable(int node, int other) {
    return IntStream.of(graph.neighboursOf(node)).anyMatch(next -> next == other);
  }

  /** The switch of a GUID, or NONE: a host's GUID is none. */
  private int node(long guid) {
    int node = fabric.nodeByGuid(guid);
    return node != Fabric.NONE && fabric.isSwitch(node) ? node : Fabric.NONE;
  }
}
