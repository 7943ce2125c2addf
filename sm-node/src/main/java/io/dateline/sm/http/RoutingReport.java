package io.dateline.sm.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.torus.Torus;
import io.dateline.sm.options.Contender;
import io.dateline.sm.state.SubnetState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The routing that is in the switches, as the journal has it, in words.
 *
 * @param generation of the fabric it was computed for, 0 where there is none
 * @param engine by OpenSM's name, null where there is none
 * @param options of all engines, and their digest
 * @param digest SHA-256 of its tables
 * @param fallbackReason why engines refused that were tried before; null where none did
 * @param activated when, in UTC
 * @param why it was needed
 * @param comparedAt generation for which engines were compared, 0 where none were
 * @param candidates those engines
 * @param triedBy engines that other nodes than the master have tried, and GUIDs of their ports
 * @param nodesLeftOut nodes that had other tables than the master, or tried no engine in time
 * @param torus where switches are, once they have been placed in a torus; null before
 * @param tree where switches are, once they have been found in a tree; null before
 * @param steps of a chain, once one has routed; null before
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RoutingReport(
    long generation,
    String engine,
    String options,
    String digest,
    String fallbackReason,
    String activated,
    String why,
    long comparedAt,
    List<Contender> candidates,
    Map<String, String> triedBy,
    List<LeftOut> nodesLeftOut,
    Frame torus,
    TreeReport tree,
    List<Step> steps) {

  /**
   * A step of a chain.
   *
   * @param inForce whether its entries are in the tables of the last chain
   * @param routedBy GUID of the port of another node than the master that has routed it; null where
   *     there is none, or this node does not know
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Step(long id, String engine, boolean inForce, String routedBy) {}

  /**
   * A node that was left out.
   *
   * @param port its GUID
   * @param reason what the node has done
   */
  public record LeftOut(String port, String reason) {}

  /**
   * A torus that was laid out.
   *
   * @param digest of all that follows
   * @param dimensions those that have more than one coordinate
   * @param switches that were ever placed, by place
   * @param unplaced switches of the fabric that have no place
   * @param strays cables between switches that are not neighbours in the torus
   */
  public record Frame(
      String digest,
      List<Dimension> dimensions,
      List<Placed> switches,
      List<Switch> unplaced,
      List<Cable> strays) {}

  /**
   * A dimension.
   *
   * @param name {@code x}, {@code y} or {@code z}
   * @param dateline the coordinates it lies between; empty where the dimension is open
   */
  public record Dimension(String name, int radix, boolean looped, List<Integer> dateline) {}

  /** A switch. */
  public record Switch(String guid, String description) {}

  /**
   * A switch with a place.
   *
   * @param place coordinates x, y and z
   * @param description empty where it is not there
   * @param isThere whether the fabric has it
   */
  public record Placed(List<Integer> place, String guid, String description, boolean isThere) {}

  /** A cable, by its end with the lower port index. */
  public record Cable(String guid, int port, String peerGuid, int peerPort) {}

  /**
   * Takes a second where a torus is laid over a fabric of 48,896 nodes.
   *
   * @param makers of steps of a chain, by generation: GUIDs of ports of other nodes, by step
   */
  public static RoutingReport of(SubnetState subnet, LongFunction<Map<Long, Long>> makers) {
    RoutingPlanned active = subnet.active();
    Frame torus =
        subnet
            .memory()
            .torus()
            .map(frame -> frame(frame, subnet.nodes().fabric(), subnet))
            .orElse(null);
    TreeReport tree =
        subnet.memory().tree().isEmpty()
            ? null
            : TreeReport.of(subnet.memory().tree(), subnet.nodes().fabric());
    List<Step> steps =
        subnet.memory().chain().isEmpty()
            ? null
            : steps(subnet, active == null ? Map.of() : makers.apply(active.generation()));
    return active == null
        ? new RoutingReport(
            0, null, null, null, null, null, null, 0, List.of(), Map.of(), List.of(), torus, tree,
            steps)
        : new RoutingReport(
            active.generation(),
            active.engine(),
            active.options(),
            active.digest(),
            active.refusals().isEmpty() ? null : Refusal.inWords(active.refusals()),
            Instant.ofEpochMilli(subnet.activation().atMs()).toString(),
            active.reason(),
            active.comparison().generation(),
            active.comparison().candidates().stream().map(Contender::of).toList(),
            triedBy(active.comparison()),
            active.comparison().leftOut().stream()
                .map(node -> new LeftOut(Guid.format(node.port()), node.reason()))
                .toList(),
            torus,
            tree,
            steps);
  }

  private static List<Step> steps(SubnetState subnet, Map<Long, Long> makers) {
    List<Step> steps = new ArrayList<>();
    subnet
        .memory()
        .chain()
        .steps()
        .forEach(
            (id, step) -> {
              Long port = makers.get(id);
              steps.add(
                  new Step(
                      id,
                      step.engine(),
                      step.isInForce(),
                      port == null ? null : Guid.format(port)));
            });
    return steps;
  }

  private static Map<String, String> triedBy(EngineComparison comparison) {
    Map<String, String> ports = new LinkedHashMap<>();
    comparison.elsewhere().forEach(trial -> ports.put(trial.engine(), Guid.format(trial.port())));
    return ports;
  }

  private static Frame frame(TorusFrame frame, Optional<Fabric> fabric, SubnetState subnet) {
    return new Frame(
        subnet.memory().digest(),
        dimensions(frame.shape()),
        LongStream.of(frame.nodeGuids())
            .boxed()
            .sorted((a, b) -> Integer.compare(frame.place(a), frame.place(b)))
            .map(guid -> placed(frame, guid, fabric))
            .toList(),
        fabric.map(known -> unplaced(frame, known)).orElse(List.of()),
        fabric.map(known -> strays(Torus.of(known, frame))).orElse(List.of()));
  }

  private static List<Dimension> dimensions(TorusShape shape) {
    return IntStream.range(0, TorusShape.DIMENSIONS)
        .filter(dimension -> shape.radix(dimension) > 1)
        .mapToObj(dimension -> dimension(shape, dimension))
        .toList();
  }

  private static Dimension dimension(TorusShape shape, int dimension) {
    int radix = shape.radix(dimension);
    boolean looped = shape.isLooped(dimension) && radix > 2; // two switches are no ring
    return new Dimension(
        String.valueOf("xyz".charAt(dimension)),
        radix,
        looped,
        looped ? List.of(radix - 1, 0) : List.of());
  }

  private static Placed placed(TorusFrame frame, long guid, Optional<Fabric> fabric) {
    int place = frame.place(guid);
    int node = fabric.map(known -> known.nodeByGuid(guid)).orElse(Fabric.NONE);
    return new Placed(
        IntStream.range(0, TorusShape.DIMENSIONS)
            .map(dimension -> frame.shape().coordinate(place, dimension))
            .boxed()
            .toList(),
        Guid.format(guid),
        node == Fabric.NONE ? "" : fabric.get().description(node),
        node != Fabric.NONE);
  }

  private static List<Switch> unplaced(TorusFrame frame, Fabric fabric) {
    return IntStream.range(0, fabric.switchCount())
        .filter(node -> frame.place(fabric.nodeGuid(node)) == Fabric.NONE)
        .mapToObj(node -> new Switch(Guid.format(fabric.nodeGuid(node)), fabric.description(node)))
        .toList();
  }

  private static List<Cable> strays(Torus torus) {
    Fabric fabric = torus.fabric();
    List<Cable> cables = new ArrayList<>();
    for (int port : torus.strays()) {
      int peer = fabric.peer(port);
      if (port < peer) {
        cables.add(
            new Cable(
                Guid.format(fabric.nodeGuid(fabric.nodeOf(port))),
                fabric.portNumber(port),
                Guid.format(fabric.nodeGuid(fabric.nodeOf(peer))),
                fabric.portNumber(peer)));
      }
    }
    return cables;
  }
}
