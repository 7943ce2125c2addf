package io.dateline.routing.registry;

import io.dateline.routing.EngineMemory;
import io.dateline.routing.lash.LashEngine;
import io.dateline.routing.nue.NueEngine;
import io.dateline.routing.sssp.DfssspEngine;
import io.dateline.routing.torus.TorusEngine;
import java.util.ArrayList;
import java.util.List;
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
      // Which may have been for a routing that was refused: then nobody holds SLs of it.
      warnings.add(warning(TorusEngine.NAME + " has laid out this subnet", engine));
    }
    if (!LAYERED.contains(engine) && !memory.layers().isEmpty()) {
      warnings.add(warning("an engine with layers routed this subnet", engine));
    }
    return warnings;
  }

  private static String warning(String before, String engine) {
    return "%s before: applications that hold path SLs of it have to ask for their paths anew, else messages may deadlock with the tables of %s"
        .formatted(before, engine);
  }
}
