package io.dateline.routing.actors.generation;

import io.dateline.fabric.ForwardingTables;
import java.util.Objects;

/** Tables that are in the switches, and the generation they were made for. */
public record ActivatedTables(FabricGeneration generation, ForwardingTables tables) {
  public ActivatedTables {
    Objects.requireNonNull(generation);
    Objects.requireNonNull(tables);
  }
}
