package io.dateline.routing.actors.step;

import io.dateline.routing.actors.generation.FabricGeneration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What a node reads in the journal. Any thread may ask. */
@FunctionalInterface
public interface StepFacts {
  /** A generation, once the node has read what is in the journal now; empty if it is not there. */
  CompletionStage<Optional<FabricGeneration>> generation(long number);
}
