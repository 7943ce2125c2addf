package io.dateline.sm.manager.shell;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import java.util.Optional;

/**
 * Why a node ends that is not to manage the subnet: its port is in another fabric, its settings are
 * of another subnet, or it computes what others do not. Nothing of that was written to the fabric.
 *
 * @param sentence what does not fit
 * @param isFinal whether it would be so again: where there are other nodes they go on, and a cable
 *     may be put right
 */
public record Misplacement(String sentence, boolean isFinal) implements CoordinatedShutdown.Reason {
  /** The reason for which a node shuts down, if it is this one. */
  public static Optional<Misplacement> of(CoordinatedShutdown shutdown) {
    return shutdown
        .getShutdownReason()
        .map(reason -> reason instanceof Misplacement it ? it : null);
  }

  /** Leaves the cluster, because the port is in another fabric: another node is to manage it. */
  static void inFabric(ActorSystem<?> system, String sentence) {
    boolean isAlone = system.settings().config().getStringList("dateline.cluster.nodes").isEmpty();
    leave(
        system,
        new Misplacement(
            sentence
                + "; if the fabric was replaced, start once with dateline.subnet.new_fabric = true",
            isAlone));
  }

  /** Leaves the cluster, because the journal is another subnet's. */
  static void inJournal(ActorSystem<?> system, String sentence) {
    leave(system, new Misplacement(sentence, true));
  }

  /** Leaves the cluster: what its settings name cannot be used. Another node may have it. */
  static void bySettings(ActorSystem<?> system, String sentence) {
    leave(system, new Misplacement(sentence, true));
  }

  /** Leaves the cluster: the others have found that this node is wrong. */
  static void byOthers(ActorSystem<?> system, String sentence) {
    leave(system, new Misplacement(sentence, false));
  }

  private static synchronized void leave(ActorSystem<?> system, Misplacement reason) {
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    if (shutdown.getShutdownReason().isEmpty()) {
      system.log().error("This node leaves its cluster and ends: {}", reason.sentence());
      shutdown.runAll(reason);
    }
  }
}
