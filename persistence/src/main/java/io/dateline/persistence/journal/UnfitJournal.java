package io.dateline.persistence.journal;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import java.util.Optional;

/**
 * Why a node ends for what it has met in the journal, or misses there: it may decide nothing, and
 * would not when it were started again. An operator has to do something first.
 */
public interface UnfitJournal extends CoordinatedShutdown.Reason {
  /** What it is, for the operator. */
  String sentence();

  /** The reason for which a node shuts down, if it is one of these. */
  static Optional<UnfitJournal> met(CoordinatedShutdown shutdown) {
    return shutdown
        .getShutdownReason()
        .map(reason -> reason instanceof UnfitJournal met ? met : null);
  }

  /** Leaves the cluster, which ends the process; once, however often it is called. */
  static void leave(ActorSystem<?> system, UnfitJournal met) {
    synchronized (UnfitJournal.class) {
      CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
      if (shutdown.getShutdownReason().isEmpty()) {
        system.log().error("This node leaves its cluster and ends: {}", met.sentence());
        shutdown.runAll(met);
      }
    }
  }
}
