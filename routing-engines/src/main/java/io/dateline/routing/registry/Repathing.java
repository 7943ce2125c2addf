package io.dateline.routing.registry;

import io.dateline.routing.EngineMemory;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.lash.LashEngine;
import io.dateline.routing.nue.NueEngine;
import io.dateline.routing.sssp.DfssspEngine;
import io.dateline.routing.torus.TorusEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What another engine's tables mean for applications that have SLs which an engine before has
 * granted and this one knows nothing of (torus-2QoS(8), "Operational Considerations").
 */
public final class Repathing {
  private static final Set<String> LAYERED =
      Set.of(DfssspEngine.NAME, LashEngine.NAME, NueEngine.NAME);

  private Repathing() {}

  /**
   * Sentences for the operator, where there is something to say.
   *
   * @param engine whose tables they are about
   * @param memory of the routings before
   */
  public static List<String> warnings(String engine, EngineMemory memory) {
    List<String> warnings = new ArrayList<>();
    if (!engine.equals(TorusEngine.NAME) && memory.torus().isPresent()) {
      // Which may have been for a routing that was refused: then no host holds SLs of it.
      warnings.add(warning(TorusEngine.NAME + " has laid out this subnet", engine));
    }
    if (!LAYERED.contains(engine) && !memory.layers().isEmpty()) {
      warnings.add(warning("an engine with layers routed this subnet", engine));
    }
    boolean hadLevels =
        memory.chain().steps().values().stream()
            .anyMatch(step -> step.isInForce() && hasLevels(step.engine()));
    if (!engine.equals(ChainEngine.NAME) && hadLevels) {
      warnings.add(warning("a chain with SLs routed this subnet", engine));
    }
    return warnings;
  }

  /**
   * A sentence where the tables are the first of an engine with SLs after those of one without:
   * that gave paths an SL as well.
   *
   * @param engine whose tables they are
   * @param before whose tables were there; empty where there were none
   */
  public static Optional<String> warning(String engine, Optional<String> before) {
    return before
        .filter(other -> hasLevels(engine) && !hasLevels(other))
        .map(other -> warning(other + " routed this subnet", engine));
  }

  private static boolean hasLevels(String engine) {
    return engine.equals(TorusEngine.NAME) || LAYERED.contains(engine);
  }

  private static String warning(String before, String engine) {
    return "%s before: applications that hold path SLs of it have to ask for their paths anew, else messages may deadlock with the tables of %s"
        .formatted(before, engine);
  }
}
