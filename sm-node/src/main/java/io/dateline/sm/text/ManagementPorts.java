package io.dateline.sm.text;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.judge.Delivery;
import java.util.Optional;

/** What is said of pairs with the port 0 of a switch that a routing does not serve. */
public final class ManagementPorts {
  private ManagementPorts() {}

  /** A warning, if there are such pairs; a subnet can do without them. */
  public static Optional<String> warning(Fabric fabric, Delivery delivery) {
    if (delivery.dispensable() == 0) {
      return Optional.empty();
    }
    String example =
        delivery.missing() == 0 && !delivery.examples().isEmpty()
            ? ", as " + delivery.examples().getFirst().describe(fabric)
            : "";
    return Optional.of(
        Counted.of(delivery.dispensable(), "pair")
            + " with the port 0 of a switch not served, which no subnet needs"
            + example);
  }
}
