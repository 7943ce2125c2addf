package io.dateline.routing.actors.generation;

import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.ChainMemory;
import java.util.Objects;

/**
 * Tables that are in the switches, and the generation they were made for.
 *
 * @param engine that made them; empty where that is not known
 * @param steps in which it did, if it is a chain
 */
public record ActivatedTables(
    FabricGeneration generation, String engine, ForwardingTables tables, ChainMemory steps) {
  public ActivatedTables {
    Objects.requireNonNull(generation);
    Objects.requireNonNull(engine);
    Objects.requireNonNull(tables);
    Objects.requireNonNull(steps);
  }
}
