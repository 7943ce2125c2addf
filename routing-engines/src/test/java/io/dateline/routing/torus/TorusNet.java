package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TorusOptions;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Builds tori with chosen damage. The switch of a place has the GUID 0x100 + place and is called
 * {@code sw_X_Y_Z}; the cables of a direction have the ports from {@code 1 + direction * cables}
 * on, hosts those behind.
 */
final class TorusNet {
  private static final long FIRST_GUID = 0x100;

  private final TorusShape shape;
  private final TreeSet<Integer> failedSwitches = new TreeSet<>();
  private final TreeSet<Integer> failedHops = new TreeSet<>(); // place * 3 + dimension
  private final Set<List<Integer>> failedCables = new HashSet<>(); // hop, number
  private int cables = 1;
  private int hosts = 1;
  private int dataVls = 8;
  private int lmc;
  private List<Integer> portOrder = List.of();
  private int portgroupMaxPorts = TorusConf.PORTGROUP_MAX_PORTS;
  private TorusFrame frame; // once it has been asked for

  TorusNet(TorusShape shape) {
    this.shape = shape;
  }

  /** Rings in every dimension. */
  static TorusNet torus(int x, int y, int z) {
    return new TorusNet(new TorusShape(List.of(x, y, z), List.of(true, true, true)));
  }

  TorusNet cables(int count) {
    cables = count;
    return this;
  }

  TorusNet hosts(int count) {
    hosts = count;
    return this;
  }

  TorusNet dataVls(int count) {
    dataVls = count;
    return this;
  }

  TorusNet lmc(int value) {
    lmc = value;
    return this;
  }

  TorusNet portOrder(Integer... numbers) {
    portOrder = List.of(numbers);
    return this;
  }

  TorusNet portgroupMaxPorts(int count) {
    portgroupMaxPorts = count;
    return this;
  }

  TorusNet failSwitch(int place) {
    failedSwitches.add(place);
    return this;
  }

  TorusNet failSwitch(int x, int y, int z) {
    return failSwitch(shape.place(x, y, z));
  }

  /** Takes away all cables from a place to the next one in the positive sense. */
  TorusNet failHop(int place, int dimension) {
    failedHops.add(place * TorusShape.DIMENSIONS + dimension);
    return this;
  }

  /** Takes away all cables of one of {@link #hops}. */
  TorusNet failHop(int hop) {
    failedHops.add(hop);
    return this;
  }

  /** Takes away one of the cables of a hop, counted from 1 on. */
  TorusNet failCable(int hop, int cable) {
    failedCables.add(List.of(hop, cable));
    return this;
  }

  /** The same size and hosts, undamaged. */
  TorusNet pristine() {
    return new TorusNet(shape).cables(cables).hosts(hosts).lmc(lmc);
  }

  boolean isPresent(int place) {
    return !failedSwitches.contains(place);
  }

  /** Whether a hop from a place can be made. */
  boolean isLive(int place, int direction) {
    int dimension = TorusShape.dimension(direction);
    int next = shape.next(place, direction);
    int below = TorusShape.isPositive(direction) ? place : next;
    return next != Fabric.NONE
        && isPresent(place)
        && isPresent(next)
        && (shape.radix(dimension) > 2 || TorusShape.isPositive(direction) == next > place)
        && !failedHops.contains(below * TorusShape.DIMENSIONS + dimension);
  }

  /** Whether a switch has hosts only. */
  boolean hasLoneSwitch() {
    return IntStream.range(0, shape.places())
        .anyMatch(
            place ->
                isPresent(place)
                    && IntStream.range(0, TorusShape.DIRECTIONS)
                        .noneMatch(direction -> isLive(place, direction)));
  }

  /** Of every port. */
  int dataVls() {
    return dataVls;
  }

  TorusShape shape() {
    return shape;
  }

  /** What fails, for messages. */
  @Override
  public String toString() {
    return "%s of %d cables without switches %s, hops %s, cables %s"
        .formatted(shape, cables, failedSwitches, failedHops, failedCables);
  }

  /** All hops of the undamaged torus, as {@code place * 3 + dimension}. */
  List<Integer> hops() {
    List<Integer> hops = new ArrayList<>();
    for (int place = 0; place < shape.places(); place++) {
      for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
        if (next(place, dimension) != Fabric.NONE) {
          hops.add(place * TorusShape.DIMENSIONS + dimension);
        }
      }
    }
    return hops;
  }

  private int next(int place, int dimension) {
    int next = shape.next(place, 2 * dimension);
    return shape.radix(dimension) == 2 && next < place ? Fabric.NONE : next;
  }

  /** Where all switches of the undamaged torus are. */
  TorusFrame frame() {
    if (frame == null) {
      frame = placeAll();
    }
    return frame;
  }

  private TorusFrame placeAll() {
    Long2IntOpenHashMap places = new Long2IntOpenHashMap();
    for (int place = 0; place < shape.places(); place++) {
      places.put(FIRST_GUID + place, place);
    }
    return new TorusFrame(shape, places);
  }

  /** With one seed, at (0,0,0), that has all its links. */
  TorusConf conf() {
    Map<Integer, Long> neighbours = new HashMap<>();
    for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
      int next = shape.next(0, direction);
      if (next != Fabric.NONE
          && (TorusShape.isPositive(direction) || shape.radix(direction / 2) > 2)) {
        neighbours.put(direction, FIRST_GUID + next);
      }
    }
    return new TorusConf(
        shape,
        List.of(new TorusConf.Seed(FIRST_GUID, neighbours, List.of(0, 0, 0))),
        portgroupMaxPorts,
        portOrder,
        TorusConf.MAX_CHANGES);
  }

  Fabric fabric() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft[] switches = new Fabric.NodeDraft[shape.places()];
    int ports = TorusShape.DIRECTIONS * cables + hosts;
    for (int place = 0; place < switches.length; place++) {
      if (!failedSwitches.contains(place)) {
        switches[place] =
            builder
                .node(NodeType.SWITCH, FIRST_GUID + place, ports)
                .description(
                    "sw_%d_%d_%d"
                        .formatted(
                            shape.coordinate(place, 0),
                            shape.coordinate(place, 1),
                            shape.coordinate(place, 2)));
        for (int number = 1; number <= ports; number++) {
          switches[place].dataVls(number, dataVls);
        }
        for (int host = 0; host < hosts; host++) {
          builder.link(
              switches[place],
              TorusShape.DIRECTIONS * cables + 1 + host,
              builder.node(NodeType.CA, 0x100000 + 4L * (place * (long) hosts + host), 1),
              1,
              LinkWidth.X4,
              LinkSpeed.EDR);
        }
      }
    }
    for (int hop : hops()) {
      int place = hop / TorusShape.DIMENSIONS;
      int dimension = hop % TorusShape.DIMENSIONS;
      int next = next(place, dimension);
      if (switches[place] != null && switches[next] != null && !failedHops.contains(hop)) {
        for (int cable = 1; cable <= cables; cable++) {
          if (!failedCables.contains(List.of(hop, cable))) {
            builder.link(
                switches[place],
                2 * dimension * cables + cable,
                switches[next],
                (2 * dimension + 1) * cables + cable,
                LinkWidth.X4,
                LinkSpeed.EDR);
          }
        }
      }
    }
    return builder.build();
  }

  LidMap lids(Fabric fabric) {
    return Net.lids(fabric, lmc);
  }

  RoutingRequest request(Fabric fabric) {
    return new RoutingRequest(fabric, lids(fabric), options(), null);
  }

  /** With this torus' configuration, and lanes. */
  RoutingOptions options() {
    return RoutingOptions.DEFAULTS
        .with(new TorusOptions(Optional.of(conf())))
        .with(LaneOptions.QOS);
  }

  /** An engine that knows where the switches are. */
  TorusEngine engine(int threads) {
    return new TorusEngine(
        threads, (fabric, conf, remembered) -> new FrameOutcome.Found(frame(), List.of()));
  }

  RoutingOutcome route(Fabric fabric, int threads) {
    return engine(threads).route(request(fabric));
  }
}
