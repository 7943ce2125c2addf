package io.dateline.routing.actors.generation;

import io.dateline.fabric.ForwardingTables;
import java.util.Objects;

/**
 * Tables that are in the switches, and the generation they were made for.
 *
 * @param engine that made them; empty where that is not known
 */
public record ActivatedTables(FabricGeneration generation, String engine, ForwardingTables tables) {
  public ActivatedTables {
    Objects.requireNonNull(generation);
    Objects.requireNonNull(engine);
    Objects.requireNonNull(tables);
  }
}
