package io.dateline.sm.link;

import io.dateline.fabric.DirectedPaths;
import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;

/** Directed routes from an end port to every node and port of a fabric. Immutable. */
public final class RouteBook {
  private final DirectedPaths paths;

  /**
   * Routes of a fabric.
   *
   * @param endPort packets leave by
   */
  public RouteBook(Fabric fabric, int endPort) {
    paths = DirectedPaths.from(fabric, endPort);
  }

  /** The route to a node, or null if no cable leads there. */
  public DirectedRoute toNode(int node) {
    return route(paths.route(node));
  }

  /**
   * The route by which an end port itself is reached, or null. That matters where a channel adapter
   * has several: each checks its own M_Key.
   */
  public DirectedRoute toPort(int endPort) {
    return route(paths.routeToPort(endPort));
  }

  private static DirectedRoute route(byte[] portNumbers) {
    return portNumbers == null || portNumbers.length > DirectedRoute.HOPS_MAX
        ? null
        : DirectedRoute.of(portNumbers);
  }
}
