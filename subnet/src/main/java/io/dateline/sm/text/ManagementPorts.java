package io.dateline.sm.text;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.judge.Delivery;
import java.util.Optional;

/** What is said of pairs that a routing does not serve, and that a subnet can do without. */
public final class ManagementPorts {
  private ManagementPorts() {}

  /**
   * A warning, if there are such pairs.
   *
   * @param areOthersAllowed whether options allow pairs of adapters to be left out, too
   */
  public static Optional<String> warning(
      Fabric fabric, Delivery delivery, boolean areOthersAllowed) {
    if (delivery.dispensable() == 0) {
      return Optional.empty();
    }
    String example =
        delivery.missing() == 0 && !delivery.examples().isEmpty()
            ? ", as " + delivery.examples().getFirst().describe(fabric)
            : "";
    return Optional.of(
        Counted.of(delivery.dispensable(), "pair")
            + (areOthersAllowed
                ? " not served, as options allow or with the port 0 of a switch"
                : " with the port 0 of a switch not served, which no subnet needs")
            + example);
  }
}
