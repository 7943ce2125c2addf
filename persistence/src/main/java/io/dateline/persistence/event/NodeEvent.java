package io.dateline.persistence.event;

import java.util.Objects;

/** What became of one SM node. {@code atMs} is Unix time. */
public sealed interface NodeEvent extends Journaled {
  /** When, ms since 1970. */
  long atMs();

  /**
   * A node that stands by can take over: it has found in the journal all that a master begins with.
   *
   * @param node its port into the fabric, by name
   * @param term of the master it stands by
   * @param generation of the routing it would go on with
   */
  record StandbyReady(String node, long term, long generation, long atMs) implements NodeEvent {
    public StandbyReady {
      Objects.requireNonNull(node);
    }
  }
}
