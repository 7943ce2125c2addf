package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.persistence.journal.JournalSetup;

/**
 * Whether the nodes of a cluster have one journal: with one each they would be as many clusters.
 */
public final class SharedJournal {
  private static final String BACKEND = "dateline.persistence.backend";
  private static final String H2_URL = "dateline.persistence.h2.url";

  private SharedJournal() {}

  /**
   * Looks at the settings of a node.
   *
   * @throws ConfigException if it has other nodes beside it and a journal of its own
   */
  public static void check(Config config, ClusterSettings cluster) {
    if (cluster.nodes().size() > 1 && JournalSetup.isOwn(config)) {
      throw new ConfigException.BadValue(
          config.getValue(BACKEND).origin(),
          H2_URL,
          "dateline.cluster.nodes names %d nodes, and this one has a journal of its own: each would"
                  .formatted(cluster.nodes().size())
              + " found a cluster and manage the subnet. Nodes on one host share the journal of"
              + " dateline journal, those on several a PostgreSQL database");
    }
  }
}
