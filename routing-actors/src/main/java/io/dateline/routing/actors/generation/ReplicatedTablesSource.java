package io.dateline.routing.actors.generation;

import java.util.Optional;

/** What a node knows, from the journal, of tables that were activated. Any thread may ask. */
public interface ReplicatedTablesSource {
  /** For nodes that follow no journal. */
  ReplicatedTablesSource NONE =
      new ReplicatedTablesSource() {
        @Override
        public long newest() {
          return 0;
        }

        @Override
        public Optional<ActivatedTables> load() {
          return Optional.empty();
        }
      };

  /** Number of the generation activated last, 0 when there is none. */
  long newest();

  /**
   * Its tables; empty unless they are proven to be those that were activated. Takes time on a large
   * fabric.
   */
  Optional<ActivatedTables> load();
}
