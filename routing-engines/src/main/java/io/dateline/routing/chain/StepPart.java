package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.judge.Lane;
import io.dateline.routing.ChainOptions;
import java.util.List;
import java.util.Set;

/**
 * The part of a fabric that a step routes, and what any tables of the whole say within it.
 *
 * @param fabric the part
 * @param lids that it serves, and the first ones of other switches
 * @param tables entries that lead somewhere within the part
 */
public record StepPart(
    ChainOptions.Step step, Fabric fabric, LidMap lids, ForwardingTables tables) {
  /** Those of all steps but the first one, which routes the whole, and fallbacks. */
  public static List<StepPart> of(
      Fabric whole, LidMap lids, ForwardingTables tables, ChainOptions chain) {
    Parts parts = new Parts(whole, lids, chain);
    return chain.steps().stream()
        .filter(step -> step.fallbackTo() == 0 && !parts.isFirst(step))
        .map(step -> of(step, parts.of(step), tables))
        .toList();
  }

  private static StepPart of(ChainOptions.Step step, Part part, ForwardingTables tables) {
    return new StepPart(step, part.fabric(), part.lids(), part.read(tables));
  }

  /** In words, the steps that have channels of a credit loop in their parts. */
  public static Set<String> stepsOn(
      List<Lane> cycle, Fabric whole, LidMap lids, ChainOptions chain) {
    List<ChainOptions.Step> steps =
        chain.steps().stream().filter(step -> step.fallbackTo() == 0).toList();
    return new Parts(whole, lids, chain).stepsOn(cycle, steps);
  }
}
