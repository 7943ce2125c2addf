package io.dateline.fabric.format;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * By which router packets to other subnets leave: OpenSM's file of prefix routes, in its order.
 *
 * @param routes the first one that is about a prefix counts
 */
public record PrefixRoutes(List<Route> routes) {
  /** There are no other subnets. */
  public static final PrefixRoutes NONE = new PrefixRoutes(List.of());

  /**
   * One line.
   *
   * @param prefix upper 64 bits of the GIDs of a subnet; empty for all
   * @param routerGuid port GUID of the router; empty for any router
   */
  public record Route(OptionalLong prefix, OptionalLong routerGuid) {}

  public PrefixRoutes {
    routes = List.copyOf(routes);
  }

  /** The route to a subnet, if there is one. */
  public Optional<Route> to(long prefix) {
    return routes.stream().filter(route -> route.prefix().orElse(prefix) == prefix).findFirst();
  }
}
