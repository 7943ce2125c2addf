package io.dateline.sm.manager.shell;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.sm.manager.SmCommand;
import java.util.Optional;
import java.util.function.Supplier;

/** A manager that begins only where this node's port is not known to be in another fabric. */
public final class PlaceRequired {
  private PlaceRequired() {}

  /**
   * A manager that does not begin where the port is known to be in another fabric: the node leaves,
   * and the next one manages the subnet.
   *
   * @param strangeness of the fabric around the port, as it was seen last
   */
  public static Behavior<SmCommand> of(
      Supplier<Optional<String>> strangeness, Behavior<SmCommand> manager) {
    return Behaviors.setup(
        context -> {
          Optional<String> strange = strangeness.get();
          if (strange.isEmpty()) {
            return manager;
          }
          Misplacement.inFabric(context.getSystem(), strange.get());
          return Behaviors.receiveMessage(
              message ->
                  message instanceof SmCommand.Stop ? Behaviors.stopped() : Behaviors.same());
        });
  }
}
