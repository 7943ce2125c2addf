package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Discovers a torus: from the frame that is remembered, which nothing moves, or else from the seeds
 * of a {@link TorusConf} (torus-2QoS(8), "Torus Topology Discovery").
 *
 * <p>A remembered frame keeps the places of switches that are gone until others take them. New
 * switches get a place only where all their cables to placed ones agree; the seeds serve then for
 * nothing but to say that they contradict, or where no switch of the frame is left to begin from.
 */
public final class FrameSearch {
  private final Fabric fabric;
  private final TorusConf conf;
  private final TorusShape shape;
  private final TorusFrame remembered; // null where there is none
  private final int[][] neighbours; // by switch: those it is cabled to, each once
  private final GridNeighbours grid;
  private final SeedSwitches seeds;
  private final List<String> warnings = new ArrayList<>();

  private FrameSearch(Fabric fabric, TorusConf conf, TorusFrame remembered) {
    this.fabric = fabric;
    this.conf = conf;
    this.remembered = remembered;
    shape = conf.shape();
    SwitchGraph graph = new SwitchGraph(fabric); // rows of their own: stray cables are taken out
    neighbours = new int[fabric.switchCount()][];
    Arrays.setAll(neighbours, graph::neighboursOf);
    grid = new GridNeighbours(shape);
    seeds = new SeedSwitches(fabric, conf, graph);
  }

  /**
   * Discovers.
   *
   * @param remembered the frame of the routing before, or nothing where none ever was
   */
  public static FrameOutcome find(Fabric fabric, TorusConf conf, Optional<TorusFrame> remembered) {
    if (remembered.isPresent() && !sameGrid(conf.shape(), remembered.get().shape())) {
      return new FrameOutcome.Refused(
          "torus_config says %s, but the switches have their places in %s: correct the file, or reset the frame"
              .formatted(conf.shape(), remembered.get().shape()));
    }
    return new FrameSearch(fabric, conf, remembered.orElse(null)).find();
  }

  /** Whether places mean the same: dimensions of up to two switches are never rings. */
  private static boolean sameGrid(TorusShape one, TorusShape other) {
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      int radix = one.radix(dimension);
      if (radix != other.radix(dimension)
          || (radix > 2 && one.isLooped(dimension) != other.isLooped(dimension))) {
        return false;
      }
    }
    return true;
  }

  private FrameOutcome find() {
    Map<Integer, Integer> known = known();
    if (!known.isEmpty()) {
      SwitchPlaces places = new SwitchPlaces(neighbours, shape, grid);
      known.forEach(places::place);
      places.settle();
      return found(places);
    }
    return findFromSeeds();
  }

  /** By switch that is there, where the frame has it. */
  private Map<Integer, Integer> known() {
    Map<Integer, Integer> known = new LinkedHashMap<>();
    for (int node = 0; remembered != null && node < fabric.switchCount(); node++) {
      int place = remembered.place(fabric.nodeGuid(node));
      if (place != Fabric.NONE) {
        known.put(node, place);
      }
    }
    return known;
  }

  /**
   * Begins from the first seed of which nothing is missing, or else of which no switch is; or from
   * what is left of all of them, if that tells where everything is.
   */
  private FrameOutcome findFromSeeds() {
    int seed = seeds.best();
    if (seed != Fabric.NONE) {
      List<String> lost = seeds.lostCables(seed);
      SwitchPlaces places = discover(seeds.places(List.of(seed)));
      Optional<String> doubt = lost.isEmpty() ? Optional.empty() : doubt(seed, places);
      if (doubt.isPresent()) {
        // The frame would be remembered, and the right file come too late.
        return new FrameOutcome.Refused(
            "%s; and %s: the graph of that seed seem to be wrong"
                .formatted(String.join("; ", lost), doubt.get()));
      }
      warnings.addAll(lost);
      return fitting(places);
    }
    SwitchPlaces places = discover(seeds.places(seeds.all()));
    long unplaced =
        IntStream.range(0, fabric.switchCount())
            .filter(node -> places.placeOf(node) == Fabric.NONE)
            .count();
    if (unplaced > 0 || fabric.switchCount() == 0) {
      return new FrameOutcome.Refused(
          "every seed of torus_config has lost a switch (%s), and what is left of them does not tell the places of %d switches"
              .formatted(seeds.lostSwitches(), unplaced));
    }
    warnings.add("every seed has lost a switch: " + seeds.lostSwitches());
    return fitting(places);
  }

  /**
   * What living cables say against places that nothing speaks against where the links of the seed
   * are not believed that have no cable.
   */
  private Optional<String> doubt(int seed, SwitchPlaces places) {
    Optional<String> doubt = contradiction(places);
    if (doubt.isEmpty()) {
      return doubt;
    }
    Map<Integer, Integer> begin = seeds.places(List.of(seed));
    begin.keySet().removeAll(seeds.lostNeighbours(seed));
    return contradiction(discover(begin)).isEmpty() ? doubt : Optional.empty();
  }

  /** What living cables say against places, or for which switch they leave none. */
  private Optional<String> contradiction(SwitchPlaces places) {
    for (int node = 0; node < neighbours.length; node++) {
      int place = places.placeOf(node);
      if (MisfitCheck.isMisfit(neighbours, places, node)) {
        return Optional.of(
            "the cables of %s leave no place for it".formatted(TorusNames.node(fabric, node)));
      }
      for (int other : neighbours[node]) {
        int otherPlace = places.placeOf(other);
        if (place != Fabric.NONE
            && otherPlace != Fabric.NONE
            && !grid.areBeside(place, otherPlace)) {
          return Optional.of(
              "the cable from %s to %s would join %s and %s"
                  .formatted(
                      TorusNames.node(fabric, node),
                      TorusNames.node(fabric, other),
                      shape.placeName(place),
                      shape.placeName(otherPlace)));
        }
      }
    }
    return Optional.empty();
  }

  /** Of a frame that is not known yet: that it is not of another grid. */
  private FrameOutcome fitting(SwitchPlaces places) {
    return RadixCheck.refusal(Torus.of(fabric, frame(places)))
        .or(() -> MisfitCheck.refusal(fabric, neighbours, places, shape))
        .<FrameOutcome>map(FrameOutcome.Refused::new)
        .orElseGet(() -> found(places));
  }

  private SwitchPlaces discover(Map<Integer, Integer> begin) {
    return new StrayCables(
            neighbours,
            shape,
            cables -> {
              SwitchPlaces places = new SwitchPlaces(cables, shape, grid);
              begin.forEach(places::place);
              places.settleByMajority();
              return places;
            })
        .discover();
  }

  private FrameOutcome found(SwitchPlaces places) {
    TorusFrame frame = frame(places);
    warnings.addAll(seeds.contradictions(frame));
    warnings.addAll(FrameReport.of(fabric, conf, places, remembered, frame));
    return new FrameOutcome.Found(frame, warnings);
  }

  private TorusFrame frame(SwitchPlaces places) {
    int[] placed =
        IntStream.range(0, fabric.switchCount())
            .filter(node -> places.placeOf(node) != Fabric.NONE)
            .toArray();
    TorusFrame before = remembered == null ? TorusFrame.empty(shape) : remembered;
    return before.with(
        IntStream.of(placed).mapToLong(fabric::nodeGuid).toArray(),
        IntStream.of(placed).map(places::placeOf).toArray());
  }
}
