package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.routing.GuidPort;
import io.dateline.routing.PortOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the options of the choice among ports say that does not fit the fabric. It is skipped. */
public final class PortWarnings {
  private static final Comparator<GuidPort> IN_ORDER =
      Comparator.comparing(GuidPort::nodeGuid, Long::compareUnsigned)
          .thenComparing(GuidPort::number);

  private final Fabric fabric;
  private final List<String> sentences = new ArrayList<>();

  private PortWarnings(Fabric fabric) {
    this.fabric = fabric;
  }

  /** A sentence for each switch, port or GUID that is not there or is listed twice. */
  public static List<String> of(Fabric fabric, PortOptions options) {
    PortWarnings warnings = new PortWarnings(fabric);
    options.portProfIgnore().stream()
        .sorted(IN_ORDER)
        .forEach(port -> warnings.checkPort("port_prof_ignore_file", port));
    options.hopWeights().entrySet().stream()
        .sorted(Map.Entry.comparingByKey(IN_ORDER))
        .forEach(warnings::checkWeight);
    options.portSearchOrdering().entrySet().stream()
        .sorted(Map.Entry.comparingByKey(Long::compareUnsigned))
        .forEach(warnings::checkOrdering);
    warnings.checkRoutingOrder(options.guidRoutingOrder());
    return warnings.sentences;
  }

  private boolean checkSwitch(String file, long guid) {
    int node = fabric.nodeByGuid(guid);
    boolean isSwitch = node != Fabric.NONE && fabric.isSwitch(node);
    if (!isSwitch) {
      add(file, "there is no switch " + Guid.format(guid));
    }
    return isSwitch;
  }

  private boolean checkPort(String file, GuidPort port) {
    if (!checkSwitch(file, port.nodeGuid())) {
      return false;
    }
    int ports = fabric.externalPortCount(fabric.nodeByGuid(port.nodeGuid()));
    boolean isPort = port.number() >= 1 && port.number() <= ports;
    if (!isPort) {
      add(
          file,
          "switch %s has ports 1 to %d, not %d"
              .formatted(Guid.format(port.nodeGuid()), ports, port.number()));
    }
    return isPort;
  }

  private void checkWeight(Map.Entry<GuidPort, Integer> weighted) {
    GuidPort port = weighted.getKey();
    String file = "hop_weights_file";
    if (checkPort(file, port) && (weighted.getValue() < 1 || weighted.getValue() > 255)) {
      add(
          file,
          "the weight of port %d of switch %s is %d, but weights are 1 to 255"
              .formatted(port.number(), Guid.format(port.nodeGuid()), weighted.getValue()));
    }
  }

  private void checkOrdering(Map.Entry<Long, List<Integer>> ordering) {
    String file = "port_search_ordering_file";
    if (!checkSwitch(file, ordering.getKey())) {
      return;
    }
    Set<Integer> seen = new HashSet<>();
    for (int number : ordering.getValue()) {
      if (checkPort(file, new GuidPort(ordering.getKey(), number)) && !seen.add(number)) {
        add(
            file,
            "port %d of switch %s is listed twice"
                .formatted(number, Guid.format(ordering.getKey())));
      }
    }
  }

  private void checkRoutingOrder(List<Long> guids) {
    String file = "guid_routing_order_file";
    Set<Long> seen = new HashSet<>();
    for (long guid : guids) {
      if (fabric.endPortByGuid(guid) == Fabric.NONE) {
        add(file, "there is no end port " + Guid.format(guid));
      } else if (!seen.add(guid)) {
        add(file, "end port " + Guid.format(guid) + " is listed twice");
      }
    }
  }

  private void add(String file, String what) {
    sentences.add(file + ": " + what);
  }
}
