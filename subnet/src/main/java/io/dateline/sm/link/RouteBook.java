package io.dateline.sm.link;

import io.dateline.fabric.DirectedPaths;
import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;

/** Directed routes from the local port to every node and port of a fabric. Immutable. */
public final class RouteBook {
  private final DirectedPaths paths;

  /**
   * Routes of a fabric.
   *
   * @param localPort the end port packets leave by
   */
  public RouteBook(Fabric fabric, int localPort) {
    paths = DirectedPaths.from(fabric, localPort);
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
    if (portNumbers == null || portNumbers.length > DirectedRoute.HOPS_MAX) {
      return null;
    }
    DirectedRoute route = DirectedRoute.LOCAL;
    for (byte number : portNumbers) {
      route = route.then(number & 0xFF);
    }
    return route;
  }
}
