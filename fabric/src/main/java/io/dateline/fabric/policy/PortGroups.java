package io.dateline.fabric.policy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which physical ports of a fabric are in which port group. Port 0 of a switch is in none. A group
 * of all of a node's ports stands for the node.
 */
public final class PortGroups {
  /** A host's name, and which of its adapters: {@code kuku HCA-1}, {@code kuku mlx5_0}. */
  private static final Pattern DESCRIPTION = Pattern.compile("(\\S+)(?:\\s+\\S*?(\\d{1,9})?)?\\s*");

  /**
   * What a group has.
   *
   * @param use what the file says that it is for; empty if nothing
   * @param ports by index in the fabric
   * @param rules as the file has them, with what each adds to the group, or leaves in it
   */
  public record Members(String use, BitSet ports, Map<String, BitSet> rules) {}

  private final Fabric fabric;
  private final PortGroupFile file;
  private final Map<String, Members> groups = new LinkedHashMap<>();
  private final Members[] found; // by place in the file

  private PortGroups(PortGroupFile file, Fabric fabric) {
    this.file = file;
    this.fabric = fabric;
    found = new Members[file.groups().size()];
    addPredefined(PortGroupFile.ALL, null);
    addPredefined(PortGroupFile.ALL_SWITCHES, NodeType.SWITCH);
    addPredefined(PortGroupFile.ALL_CAS, NodeType.CA);
    addPredefined(PortGroupFile.ALL_ROUTERS, NodeType.ROUTER);
    for (int place : file.places()) {
      groups.put(file.groups().get(place).name(), members(place));
    }
  }

  /** The groups of a file, and those that are always there. */
  public static PortGroups of(PortGroupFile file, Fabric fabric) {
    return new PortGroups(file, fabric);
  }

  /** By name, first those that are always there, then in the file's order. */
  public Map<String, Members> groups() {
    return groups;
  }

  private void addPredefined(String name, NodeType type) {
    BitSet ports = new BitSet();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (type == null || fabric.type(node) == type) {
        add(ports, node, OptionalInt.empty());
      }
    }
    groups.put(name, new Members("", ports, Map.of()));
  }

  private Members members(int place) {
    if (found[place] == null) {
      PortGroupFile.Group group = file.groups().get(place);
      BitSet ports = new BitSet();
      Map<String, BitSet> rules = new LinkedHashMap<>();
      for (Rule rule : group.rules()) {
        BitSet more = ports(place, rule);
        ports.or(more);
        rules.merge(rule.words(), more, PortGroups::union);
      }
      found[place] = new Members(group.use(), ports, rules);
    }
    return found[place];
  }

  private static BitSet union(BitSet one, BitSet other) {
    BitSet both = (BitSet) one.clone();
    both.or(other);
    return both;
  }

  private BitSet ports(int place, Rule rule) {
    return switch (rule) {
      case Rule.Guids guids -> ofGuids(guids);
      case Rule.GuidRange range -> ofRange(range);
      case Rule.Hosts hosts -> ofHosts(hosts);
      case Rule.Expression expression -> ofExpression(expression);
      case Rule.Union(var words, String first, String second) ->
          union(named(place, first), named(place, second));
      case Rule.Subtraction(var words, String first, String second) -> {
        BitSet left = (BitSet) named(place, first).clone();
        left.andNot(named(place, second));
        yield left;
      }
    };
  }

  private BitSet named(int place, String name) {
    return PortGroupFile.PREDEFINED.contains(name)
        ? groups.get(name).ports()
        : members(file.place(place, name)).ports();
  }

  private BitSet ofGuids(Rule.Guids guids) {
    BitSet ports = new BitSet();
    for (Rule.GuidPorts each : guids.guids()) {
      BitSet all = new BitSet();
      int node = fabric.nodeByGuid(each.guid());
      int port = fabric.endPortByGuid(each.guid());
      if (node != Fabric.NONE) {
        add(all, node, OptionalInt.empty());
      } else if (port != Fabric.NONE) {
        addOf(all, port);
      }
      all.stream()
          .filter(at -> each.numbers().map(some -> some.get(fabric.portNumber(at))).orElse(true))
          .forEach(ports::set);
    }
    return ports;
  }

  private BitSet ofRange(Rule.GuidRange range) {
    BitSet ports = new BitSet();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (isWithin(range, fabric.nodeGuid(node))) {
        add(ports, node, OptionalInt.empty());
      }
    }
    for (int port : fabric.endPorts()) {
      if (isWithin(range, fabric.portGuid(port))) {
        addOf(ports, port);
      }
    }
    return ports;
  }

  private static boolean isWithin(Rule.GuidRange range, long guid) {
    return Long.compareUnsigned(range.first(), guid) <= 0
        && Long.compareUnsigned(guid, range.last()) <= 0;
  }

  private BitSet ofHosts(Rule.Hosts hosts) {
    Map<String, List<Rule.Host>> byName = new LinkedHashMap<>();
    hosts
        .hosts()
        .forEach(host -> byName.computeIfAbsent(host.name(), n -> new ArrayList<>()).add(host));
    BitSet ports = new BitSet();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      Matcher description = DESCRIPTION.matcher(fabric.description(node));
      if (fabric.type(node) == NodeType.CA && description.matches()) {
        for (Rule.Host host : byName.getOrDefault(description.group(1), List.of())) {
          String card = description.group(2);
          if (host.card().isEmpty()
              || (card != null && Integer.parseInt(card) == host.card().getAsInt())) {
            add(ports, node, host.port());
          }
        }
      }
    }
    return ports;
  }

  private BitSet ofExpression(Rule.Expression expression) {
    BitSet ports = new BitSet();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (expression.pattern().matcher(fabric.description(node)).lookingAt()) {
        add(ports, node, expression.port());
      }
    }
    return ports;
  }

  /** All ports that an end port stands for: of a switch, all but port 0. */
  private void addOf(BitSet ports, int endPort) {
    if (fabric.isSwitch(fabric.nodeOf(endPort))) {
      add(ports, fabric.nodeOf(endPort), OptionalInt.empty());
    } else {
      ports.set(endPort);
    }
  }

  private void add(BitSet ports, int node, OptionalInt number) {
    int count = fabric.externalPortCount(node);
    if (number.isEmpty()) {
      for (int each = 1; each <= count; each++) {
        ports.set(fabric.port(node, each));
      }
    } else if (number.getAsInt() <= count) {
      ports.set(fabric.port(node, number.getAsInt()));
    }
  }
}
