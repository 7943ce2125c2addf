package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.ChainOptions;

/**
 * The part of a fabric that a step routes, and what any tables of the whole say within it.
 *
 * @param fabric the part
 * @param lids that it serves, and the first ones of other switches
 * @param tables entries that lead somewhere within the part
 */
public record StepPart(
    ChainOptions.Step step, Fabric fabric, LidMap lids, ForwardingTables tables) {
  static StepPart of(ChainOptions.Step step, Part part, ForwardingTables tables) {
    return new StepPart(step, part.fabric(), part.lids(), part.read(tables));
  }
}
