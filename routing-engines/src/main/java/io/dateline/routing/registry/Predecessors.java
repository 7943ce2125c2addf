package io.dateline.routing.registry;

import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.dor.DorEngine;
import io.dateline.routing.file.FileEngine;
import io.dateline.routing.lash.LashEngine;
import java.util.Set;

/**
 * Whose tables an engine goes on from. Entries that still serve are kept, so that a fault, a new
 * master or an engine that stands in changes no more than it has to. But some engines balance
 * nothing: an engine that keeps what they have made never balances either.
 */
public final class Predecessors {
  /** They send all from a switch to a switch one way, or as an operator likes. */
  private static final Set<String> UNBALANCED =
      Set.of(DorEngine.NAME, LashEngine.NAME, FileEngine.NAME);

  private Predecessors() {}

  /**
   * Whether an engine is to respect tables.
   *
   * @param engine that routes
   * @param maker the engine that has made them; empty where that is not known
   */
  public static boolean areRespected(String engine, String maker) {
    // What is a step's own, and what another engine's, is known of a chain's tables alone.
    return engine.equals(maker)
        || (!engine.equals(ChainEngine.NAME) && !UNBALANCED.contains(maker));
  }
}
