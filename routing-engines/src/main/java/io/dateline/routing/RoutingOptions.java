package io.dateline.routing;

import java.util.Objects;

/**
 * Options of the engines, by OpenSM's names. Files that OpenSM's options name are read by whoever
 * calls an engine; here is what they say.
 *
 * @param ports how engines that route by hop count choose among the ports that qualify
 * @param trees roots, leaves and what else engines that know up from down are told
 */
public record RoutingOptions(PortOptions ports, TreeOptions trees) {
  public static final RoutingOptions DEFAULTS =
      new RoutingOptions(PortOptions.DEFAULTS, TreeOptions.DEFAULTS);

  public RoutingOptions {
    Objects.requireNonNull(ports);
    Objects.requireNonNull(trees);
  }

  /** These with other options of the choice among ports. */
  public RoutingOptions with(PortOptions other) {
    return new RoutingOptions(other, trees);
  }

  /** These with other options of the tree engines. */
  public RoutingOptions with(TreeOptions other) {
    return new RoutingOptions(ports, other);
  }
}
