package io.dateline.routing.torus;

import io.dateline.routing.EngineMemory;
import java.util.Optional;

/**
 * What another engine's tables mean for a torus on which applications have SLs that torus-2QoS has
 * granted (torus-2QoS(8), "Operational Considerations").
 */
public final class Repathing {
  private Repathing() {}

  /**
   * A sentence for the operator, where there is something to say.
   *
   * @param engine whose tables it is about
   * @param memory of the routings before
   */
  public static Optional<String> warning(String engine, EngineMemory memory) {
    if (engine.equals(TorusEngine.NAME) || memory.torus().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s routed this subnet before: applications that hold path SLs of it have to ask for their paths anew, else messages may deadlock with the tables of %s"
            .formatted(TorusEngine.NAME, engine));
  }
}
