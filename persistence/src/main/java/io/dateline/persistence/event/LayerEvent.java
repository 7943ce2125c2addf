package io.dateline.persistence.event;

import java.util.Objects;

/** What happened to the virtual layers of one topology. {@code atMs} is Unix time. */
public sealed interface LayerEvent extends Journaled {
  /** When, ms since 1970. */
  long atMs();

  /** Why, for people. */
  String reason();

  /**
   * The layers of a routing are known, and whether its channel dependency graph has a cycle.
   *
   * @param topologyId of the fabric, see {@code TopologyId}
   * @param lidsId which port has which LID in it, see {@code LidsId}
   * @param engine that made the tables, by OpenSM's name
   * @param digest SHA-256 of the tables, hex
   * @param lanesByPath whether SLs or lanes differ by path, which the digest does not tell
   * @param layers virtual lanes that paths between switches take
   * @param channels lanes that are in use
   * @param dependencies pairs of them that some path takes one right after the other
   * @param cycle a cycle of dependencies in words; empty when there is none
   * @param reason why a routing was needed, never empty
   */
  record LayersAssigned(
      long topologyId,
      long lidsId,
      String engine,
      String digest,
      boolean lanesByPath,
      int layers,
      int channels,
      int dependencies,
      String cycle,
      String reason,
      long atMs)
      implements LayerEvent {
    public LayersAssigned {
      Objects.requireNonNull(engine);
      Objects.requireNonNull(digest);
      Objects.requireNonNull(cycle);
      Objects.requireNonNull(reason);
    }

    /** Whether no buffers can wait for each other in a circle. */
    public boolean acyclic() {
      return cycle.isEmpty();
    }
  }
}
