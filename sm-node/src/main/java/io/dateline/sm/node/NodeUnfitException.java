package io.dateline.sm.node;

import akka.actor.CoordinatedShutdown;
import io.dateline.persistence.journal.UnfitJournal;
import io.dateline.sm.manager.shell.Misplacement;
import java.util.Optional;

/** The node has ended by itself, and would again: an operator has to change something first. */
public final class NodeUnfitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private NodeUnfitException(String sentence) {
    super(sentence);
  }

  /** Throws one if that is why a node was shut down. */
  static void throwIf(CoordinatedShutdown shutdown) {
    boolean isRefused =
        shutdown
            .getShutdownReason()
            .equals(Optional.of(CoordinatedShutdown.incompatibleConfigurationDetectedReason()));
    if (isRefused) {
      throw new NodeUnfitException(
          "this node and its cluster have different settings; the log tells which");
    }
    Misplacement.of(shutdown)
        .filter(Misplacement::isFinal)
        .ifPresent(
            misplaced -> {
              throw new NodeUnfitException(misplaced.sentence());
            });
    UnfitJournal.met(shutdown)
        .ifPresent(
            met -> {
              throw new NodeUnfitException(met.sentence());
            });
  }
}
