package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent;
import io.dateline.routing.EngineMemory;
import io.dateline.sm.manager.FrameAnswer.Refused;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Has the torus, the layers of paths, and the tree forgotten for an operator, on the node of the
 * master and nowhere else: the operator who does that has to have looked at what the subnet manager
 * says.
 */
public final class FrameResets {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private FrameResets() {}

  /**
   * Asks the subnet manager, if it is on this node.
   *
   * @param reason the operator's
   */
  public static CompletionStage<FrameAnswer> ask(
      SmStanding standing, Consumer<SmCommand> manager, String reason) {
    if (standing.state() != SmState.MASTER) {
      return CompletableFuture.completedStage(
          new Refused("this node is not the master; only the master resets the torus frame"));
    }
    return ManagerAnswer.of(
        manager,
        answer -> new SmCommand.ForgetFrame(reason, answer),
        PATIENCE,
        new Refused(
            "the subnet manager did not answer; whether what engines remember was reset, the"
                + " history tells"));
  }

  /** Why it cannot be done now, if it cannot. */
  static Optional<String> refusal(SubnetState state, Situation situation, boolean isInCharge) {
    if (!isInCharge) {
      return Optional.of("this node is not the master; only the master resets the torus frame");
    }
    if (situation.isSweeping() || situation.isSucceeding) {
      return Optional.of("a sweep is under way; ask again when it has ended");
    }
    return state.memory().equals(EngineMemory.NONE)
        ? Optional.of(
            "no torus was laid out, no layers were granted and no tree was found: there is"
                + " nothing to reset")
        : Optional.empty();
  }

  static SubnetEvent.FrameReset fact(SmCommand.ForgetFrame asked, long nowMs) {
    return new SubnetEvent.FrameReset("the operator: " + asked.reason(), nowMs);
  }
}
