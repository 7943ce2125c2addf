package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Judgement;
import io.dateline.fabric.judge.Scope;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.sm.manager.RoutingCheck;
import java.util.Optional;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.assertj.core.internal.ConfigurableRecursiveFieldByFieldComparator;

/**
 * Watches what routings are planned: each has the verdict by what has changed since the one before,
 * whichever node planned that, that it has from scratch; and what the node's own judge said of it
 * is what one says from scratch.
 */
final class JudgeRules {
  private static final ConfigurableRecursiveFieldByFieldComparator COMPARISON =
      new ConfigurableRecursiveFieldByFieldComparator(new RecursiveComparisonConfiguration());

  private Judgement last; // of the routing that was planned last; null before
  private int byChange;
  private String broken = "";

  JudgeRules(SimulatedJournal journal) {
    journal.onEvent(this::take);
  }

  /** The first rule that was broken, or an empty string. */
  String broken() {
    return broken;
  }

  /** How many verdicts were compared that were not from scratch. */
  int byChange() {
    return byChange;
  }

  private void take(Object writer, SubnetEvent event) {
    if (event instanceof RoutingPlanned plan) {
      SimulatedNode node = (SimulatedNode) writer;
      Optional<FabricGeneration> asked = node.generation(plan.generation());
      Optional<ComputedRouting> kept = node.routing(plan.generation(), plan.engine());
      if (asked.isPresent() && kept.isPresent()) {
        planned(node, asked.get(), kept.get());
      }
    }
  }

  private void planned(SimulatedNode node, FabricGeneration asked, ComputedRouting kept) {
    Fabric fabric = asked.fabric();
    Routing routing = kept.routing();
    int own = fabric.endPortByGuid(node.portGuid());
    LidMap lids = asked.lids().without(kept.leftOut());
    JudgeOptions options = JudgeOptions.of(Scope.ALL_END_PORTS).from(own).partly(kept.partly());
    last =
        last == null
            ? Judgement.of(fabric, lids, routing, options)
            : last.after(fabric, lids, routing, options);
    if (!last.isFromScratch()) {
      byChange++;
    }
    if (COMPARISON.compare(last.verdict(), Judge.judge(fabric, lids, routing, options)) != 0) {
      fail("the verdict on generation %d is another by change", kept.generation());
    }
    RoutingCheck said = node.judged();
    RoutingCheck check =
        RoutingCheck.of(fabric, asked.lids(), routing, kept.leftOut(), kept.partly(), own);
    if (said.figures().isEmpty() && !said.equals(check)) {
      fail("of generation %d the judge said %s and not %s", kept.generation(), said, check);
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is in no library that we have
  private void fail(String format, Object... arguments) {
    if (broken.isEmpty()) {
      broken = format.formatted(arguments);
    }
  }
}
