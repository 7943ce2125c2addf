package io.dateline.sm.node;

import akka.actor.CoordinatedShutdown;
import io.dateline.sm.alive.PartDied;
import io.dateline.sm.manager.shell.Misplacement;

/**
 * The node has ended by itself so that another one takes over, because a part of it was dead, or
 * its port is in another fabric. It is to be started again.
 */
public final class NodeDiedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private NodeDiedException(String sentence) {
    super(sentence);
  }

  /** Throws one if that is why a node was shut down. */
  static void throwIf(CoordinatedShutdown shutdown) {
    Misplacement.of(shutdown)
        .filter(misplaced -> !misplaced.isFinal())
        .ifPresent(
            misplaced -> {
              throw new NodeDiedException(
                  "this node has left the subnet to the others: " + misplaced.sentence());
            });
    if (shutdown.getShutdownReason().orElse(null) instanceof PartDied(String sentence)) {
      throw new NodeDiedException("this node has ended to begin anew: " + sentence);
    }
  }
}
