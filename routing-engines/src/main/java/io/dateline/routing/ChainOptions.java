package io.dateline.routing;

import io.dateline.fabric.policy.PortGroupFile;
import io.dateline.fabric.policy.TopologyFile.Topology;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What the engine chain is told: NVIDIA's routing chains.
 *
 * @param steps that count ({@code rch_policy_file}), by ascending id; none where no file is given
 * @param topologies that they name ({@code topo_policy_file}), by id
 * @param groups that these are made of ({@code pgrp_policy_file})
 * @param refusesLoops whether the chain is refused when its steps close a credit loop together,
 *     each of which by itself closes none ({@code no_fallback})
 */
public record ChainOptions(
    List<Step> steps, Map<Long, Topology> topologies, PortGroupFile groups, boolean refusesLoops) {
  public static final ChainOptions DEFAULTS =
      new ChainOptions(List.of(), Map.of(), PortGroupFile.NONE, false);

  public ChainOptions {
    steps = List.copyOf(steps);
    topologies = Map.copyOf(topologies);
    Objects.requireNonNull(groups);
  }

  /** Steps that stand in for no other, in their order. */
  public List<Step> ownSteps() {
    return steps.stream().filter(step -> step.fallbackTo() == 0).toList();
  }

  /** A step of its own, and behind it what may stand in for it, in the order of being asked. */
  public List<Step> inTurn(Step own) {
    return Stream.concat(
            Stream.of(own), steps.stream().filter(step -> step.fallbackTo() == own.id()))
        .toList();
  }

  /**
   * One step.
   *
   * @param topology of which it routes the part; 0 for the whole fabric
   * @param fallbackTo id of the step that it stands in for; 0 if it is a step of its own
   * @param pathBit which of the LIDs of an end port it routes, counted from the first one
   * @param options of its engine
   */
  public record Step(
      long id, String engine, long topology, long fallbackTo, int pathBit, RoutingOptions options) {
    public Step {
      Objects.requireNonNull(engine);
      Objects.requireNonNull(options);
    }

    /** In words: its id, its engine, and its topology if that is not the whole fabric. */
    public String words() {
      return "step %d (%s%s)".formatted(id, engine, topology == 0 ? "" : ", topology " + topology);
    }
  }
}
