package io.dateline.persistence.journal;

import akka.persistence.typed.javadsl.RetentionCriteria;

/** How many events lie between snapshots, and what is thrown away then. */
public final class Retention {
  /**
   * The subnet: its events explain what happened and are kept; a snapshot only makes recovery
   * short.
   */
  public static final RetentionCriteria SUBNET = RetentionCriteria.snapshotEvery(200, 2);

  /**
   * Forwarding tables: a programming is two or three events of up to 48 KB, and what the switch was
   * told before last explains nothing.
   */
  public static final RetentionCriteria FORWARDING_TABLES =
      RetentionCriteria.snapshotEvery(16, 1).withDeleteEventsOnSnapshot();

  private Retention() {}
}
