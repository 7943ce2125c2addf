package io.dateline.routing;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How minhop, updn, dnup and dor choose among the ports that qualify.
 *
 * @param portProfileSwitchNodes {@code port_profile_switch_nodes}: paths to switches count in the
 *     balance, too
 * @param portShifting {@code port_shifting}: the order in which ports are tried begins elsewhere
 *     each time
 * @param scatterPorts {@code scatter_ports}: seed of a random choice among equals, 0 for none
 * @param avoidThrottledLinks {@code avoid_throttled_links}: links that are slower than what both
 *     their ends could do are taken only where no other leads there over as few hops
 * @param portProfIgnore {@code port_prof_ignore_file} ({@code --ignore_guids}): ports that the
 *     balance ignores
 * @param hopWeights {@code hop_weights_file}: 1 to 255, 1 for ports that are not listed
 * @param portSearchOrdering {@code port_search_ordering_file}: port numbers by switch GUID;
 *     unlisted ones follow in ascending order
 * @param guidRoutingOrder {@code guid_routing_order_file}: GUIDs of end ports that are routed first
 * @param guidRoutingOrderNoScatter {@code guid_routing_order_no_scatter}: nothing is drawn for
 *     these
 */
public record PortOptions(
    boolean portProfileSwitchNodes,
    boolean portShifting,
    int scatterPorts,
    boolean avoidThrottledLinks,
    Set<GuidPort> portProfIgnore,
    Map<GuidPort, Integer> hopWeights,
    Map<Long, List<Integer>> portSearchOrdering,
    List<Long> guidRoutingOrder,
    boolean guidRoutingOrderNoScatter) {
  public static final PortOptions DEFAULTS =
      new PortOptions(false, false, 0, false, Set.of(), Map.of(), Map.of(), List.of(), false);

  public PortOptions {
    portProfIgnore = Set.copyOf(portProfIgnore);
    hopWeights = Map.copyOf(hopWeights);
    portSearchOrdering = Map.copyOf(portSearchOrdering);
    guidRoutingOrder = List.copyOf(guidRoutingOrder);
  }

  /** These, with or without {@code port_profile_switch_nodes}. */
  public PortOptions portProfileSwitchNodes(boolean value) {
    return new PortOptions(
        value,
        portShifting,
        scatterPorts,
        avoidThrottledLinks,
        portProfIgnore,
        hopWeights,
        portSearchOrdering,
        guidRoutingOrder,
        guidRoutingOrderNoScatter);
  }

  /** These, with or without {@code avoid_throttled_links}. */
  public PortOptions avoidThrottledLinks(boolean value) {
    return new PortOptions(
        portProfileSwitchNodes,
        portShifting,
        scatterPorts,
        value,
        portProfIgnore,
        hopWeights,
        portSearchOrdering,
        guidRoutingOrder,
        guidRoutingOrderNoScatter);
  }
}
