package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.judge.Lane;
import io.dateline.routing.ChainOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What any tables of a fabric say of the steps of a chain.
 *
 * @param onCycle in words, the steps that have channels of a credit loop in their parts
 * @param all parts of steps in force but the first one, which routes the whole
 * @param warnings which nodes are in no part because it takes too long to say whether they are, and
 *     which steps are not known to be in force
 */
public record StepParts(Set<String> onCycle, List<StepPart> all, List<String> warnings) {
  /**
   * Finds the parts.
   *
   * @param chain with steps
   * @param cycle of the tables; empty for none
   * @param routed ids of the steps that have routed; empty where that is not known, and then no
   *     fallback is taken to stand in
   */
  public static StepParts of(
      Fabric whole,
      LidMap lids,
      ForwardingTables tables,
      ChainOptions chain,
      List<Lane> cycle,
      Optional<Set<Long>> routed) {
    Parts parts = new Parts(whole, lids, chain);
    List<String> warnings = new ArrayList<>(parts.warnings());
    List<ChainOptions.Step> inForce = new ArrayList<>();
    for (ChainOptions.Step own : chain.ownSteps()) {
      List<ChainOptions.Step> inTurn = chain.inTurn(own);
      if (routed.isEmpty()) {
        inForce.add(own);
        if (inTurn.size() > 1) {
          warnings.add(
              "whether a fallback stands in for %s is not known: %s is missing"
                  .formatted(own.words(), StepFiles.CHAIN));
        }
      } else {
        inTurn.stream()
            .filter(step -> routed.get().contains(step.id()))
            .findFirst()
            .ifPresentOrElse(
                inForce::add, () -> warnings.add("%s is not in force".formatted(own.words())));
      }
    }
    return new StepParts(
        parts.stepsOn(cycle, inForce),
        inForce.stream()
            .filter(step -> !parts.isFirst(step))
            .map(step -> StepPart.of(step, parts.of(step), tables))
            .toList(),
        warnings);
  }
}
