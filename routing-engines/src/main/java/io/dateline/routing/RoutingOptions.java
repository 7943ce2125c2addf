package io.dateline.routing;

/**
 * Options of the engines, by OpenSM's names.
 *
 * @param portProfileSwitchNodes {@code port_profile_switch_nodes}: paths to switches count in the
 *     balance, too
 */
public record RoutingOptions(boolean portProfileSwitchNodes) {
  public static final RoutingOptions DEFAULTS = new RoutingOptions(false);
}
