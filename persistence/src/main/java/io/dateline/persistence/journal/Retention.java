package io.dateline.persistence.journal;

import akka.persistence.typed.javadsl.RetentionCriteria;

/**
 * How many events lie between snapshots. Snapshots make recovery short; events are kept, because
 * they explain what happened, and because replicas follow them.
 */
public final class Retention {
  public static final RetentionCriteria SUBNET = RetentionCriteria.snapshotEvery(200, 2);

  /** Of one switch; a programming is two or three events of up to 48 KB. */
  public static final RetentionCriteria FORWARDING_TABLES = RetentionCriteria.snapshotEvery(16, 1);

  /** Of one topology. */
  public static final RetentionCriteria LAYERS = RetentionCriteria.snapshotEvery(16, 1);

  private Retention() {}
}
