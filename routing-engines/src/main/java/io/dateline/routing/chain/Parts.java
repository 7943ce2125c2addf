package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.judge.Lane;
import io.dateline.fabric.policy.PortGroups;
import io.dateline.fabric.policy.TopologyFile.Topology;
import io.dateline.routing.ChainOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the parts of steps in one fabric, as its port groups are now. Any thread may ask. */
final class Parts {
  private final Fabric fabric;
  private final LidMap lids;
  private final ChainOptions chain;
  private final Map<String, PortGroups.Members> groups;
  private final List<String> warnings;
  private final long first; // id of the first step
  private final Map<Long, Part> made = new ConcurrentHashMap<>(); // by id of a step

  Parts(Fabric fabric, LidMap lids, ChainOptions chain) {
    this.fabric = fabric;
    this.lids = lids;
    this.chain = chain;
    PortGroups found = PortGroups.of(chain.groups(), fabric);
    groups = found.groups();
    warnings = found.warnings();
    first = chain.ownSteps().getFirst().id();
  }

  /** Which nodes are in no part because it takes too long to say whether they are. */
  List<String> warnings() {
    return warnings;
  }

  /** Whether a step has the place of the first one. */
  boolean isFirst(ChainOptions.Step step) {
    return step.id() == first || step.fallbackTo() == first;
  }

  /** A part is made once: it may be as large as the fabric. */
  Part of(ChainOptions.Step step) {
    return made.computeIfAbsent(step.id(), id -> make(step));
  }

  /** In words, those of some steps that have channels of a credit loop in their parts. */
  Set<String> stepsOn(List<Lane> cycle, List<ChainOptions.Step> steps) {
    Set<String> words = new LinkedHashSet<>();
    for (Lane lane : cycle) {
      for (ChainOptions.Step step : steps) {
        if (of(step).port(lane.channel()) != Fabric.NONE) {
          words.add(step.words());
        }
      }
    }
    return words;
  }

  private Part make(ChainOptions.Step step) {
    if (isFirst(step)) {
      return Part.first(fabric, lids);
    }
    return Part.of(
        fabric,
        lids,
        Optional.ofNullable(chain.topologies().get(step.topology())).map(this::members),
        step);
  }

  private Part.Members members(Topology topology) {
    return new Part.Members(
        groups.get(topology.switches()).ports(), groups.get(topology.adapters()).ports());
  }
}
