package io.dateline.fabric.policy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.LineCursor;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Which physical ports of a fabric are in which port group. Port 0 of a switch is in none. A group
 * of all of a node's ports stands for the node.
 */
public final class PortGroups {
  /** A host's name, and which of its adapters: {@code kuku HCA-1}, {@code kuku mlx5_0}. */
  private static final Pattern DESCRIPTION = Pattern.compile("(\\S+)(?:\\s+\\S*?(\\d{1,9})?)?\\s*");

  private static final IntArrayList NO_NODES = new IntArrayList();

  /**
   * What a group has.
   *
   * @param use what the file says that it is for; empty if nothing
   * @param ports by index in the fabric
   * @param rules as the file has them, with the ports that each adds to the group, or leaves in it,
   *     ascending
   */
  public record Members(String use, BitSet ports, Map<String, int[]> rules) {}

  private final Fabric fabric;
  private final PortGroupFile file;
  private final Map<String, Members> groups = new LinkedHashMap<>();
  private final Members[] found; // by place in the file
  private final List<String> warnings = new ArrayList<>();
  private Map<String, IntArrayList> hosts; // nodes by host name; null before it is asked for

  private PortGroups(PortGroupFile file, Fabric fabric) {
    this.file = file;
    this.fabric = fabric;
    found = new Members[file.groups().size()];
    addPredefined(PortGroupFile.ALL, null);
    addPredefined(PortGroupFile.ALL_SWITCHES, NodeType.SWITCH);
    addPredefined(PortGroupFile.ALL_CAS, NodeType.CA);
    addPredefined(PortGroupFile.ALL_ROUTERS, NodeType.ROUTER);
    // One after the other, so that no way to others is longer than the file's check.
    for (int place = 0; place < found.length; place++) {
      members(place);
    }
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

  /** Which nodes are in no group because an expression takes too long for their names. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  private void addPredefined(String name, NodeType type) {
    BitSet ports = new BitSet();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (type == null || fabric.type(node) == type) {
        add(ports::set, node, OptionalInt.empty());
      }
    }
    groups.put(name, new Members("", ports, Map.of()));
  }

  private Members members(int place) {
    if (found[place] == null) {
      PortGroupFile.Group group = file.groups().get(place);
      BitSet ports = new BitSet();
      Map<String, int[]> rules = new LinkedHashMap<>();
      for (Rule rule : group.rules()) {
        int[] more = ports(place, rule);
        IntStream.of(more).forEach(ports::set);
        rules.merge(rule.words(), more, PortGroups::union);
      }
      found[place] = new Members(group.use(), ports, rules);
    }
    return found[place];
  }

  private static int[] union(int[] one, int[] other) {
    return IntStream.concat(IntStream.of(one), IntStream.of(other)).sorted().distinct().toArray();
  }

  private int[] ports(int place, Rule rule) {
    return switch (rule) {
      case Rule.Guids guids -> ofGuids(guids).stream().toArray();
      case Rule.GuidRange range -> ofRange(range).stream().toArray();
      case Rule.Hosts some -> ofHosts(some);
      case Rule.Expression expression -> ofExpression(place, expression).stream().toArray();
      case Rule.Union union -> {
        BitSet both = (BitSet) named(place, union.first()).clone();
        both.or(named(place, union.second()));
        yield both.stream().toArray();
      }
      case Rule.Subtraction less -> {
        BitSet left = (BitSet) named(place, less.first()).clone();
        left.andNot(named(place, less.second()));
        yield left.stream().toArray();
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
        add(all::set, node, OptionalInt.empty());
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
        add(ports::set, node, OptionalInt.empty());
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

  /** There may be as many rules as ports, so none may cost as much as there are ports. */
  private int[] ofHosts(Rule.Hosts some) {
    IntArrayList ports = new IntArrayList();
    for (Rule.Host host : some.hosts()) {
      for (int node : hosts().getOrDefault(host.name(), NO_NODES)) {
        String card = card(node);
        if (host.card().isEmpty()
            || (card != null && Integer.parseInt(card) == host.card().getAsInt())) {
          add(ports::add, node, host.port());
        }
      }
    }
    return union(ports.toIntArray(), new int[0]);
  }

  /** The number in what follows the host's name, or null. */
  private String card(int node) {
    Matcher description = DESCRIPTION.matcher(fabric.description(node));
    return description.matches() ? description.group(2) : null;
  }

  private Map<String, IntArrayList> hosts() {
    if (hosts == null) {
      hosts = new HashMap<>();
      for (int node = 0; node < fabric.nodeCount(); node++) {
        Matcher description = DESCRIPTION.matcher(fabric.description(node));
        if (fabric.type(node) == NodeType.CA && description.matches()) {
          hosts.computeIfAbsent(description.group(1), name -> new IntArrayList()).add(node);
        }
      }
    }
    return hosts;
  }

  private BitSet ofExpression(int place, Rule.Expression expression) {
    BitSet ports = new BitSet();
    List<String> givenUp = new ArrayList<>(); // names
    for (int node = 0; node < fabric.nodeCount(); node++) {
      switch (BoundedMatch.of(expression.pattern(), fabric.description(node))) {
        case BEGINS_SO -> add(ports::set, node, expression.port());
        case BEGINS_OTHERWISE -> {}
        case GIVEN_UP -> givenUp.add(fabric.description(node));
      }
    }
    if (!givenUp.isEmpty()) {
      warnings.add(
          "group %s: '%s' takes too long for the name '%s'%s; such a node is not in the group"
              .formatted(
                  file.groups().get(place).name(),
                  LineCursor.excerpt(expression.words()),
                  LineCursor.excerpt(givenUp.getFirst()),
                  givenUp.size() > 1 ? " and %d more".formatted(givenUp.size() - 1) : ""));
    }
    return ports;
  }

  /** All ports that an end port stands for: of a switch, all but port 0. */
  private void addOf(BitSet ports, int endPort) {
    if (fabric.isSwitch(fabric.nodeOf(endPort))) {
      add(ports::set, fabric.nodeOf(endPort), OptionalInt.empty());
    } else {
      ports.set(endPort);
    }
  }

  private void add(IntConsumer ports, int node, OptionalInt number) {
    int count = fabric.externalPortCount(node);
    if (number.isEmpty()) {
      for (int each = 1; each <= count; each++) {
        ports.accept(fabric.port(node, each));
      }
    } else if (number.getAsInt() <= count) {
      ports.accept(fabric.port(node, number.getAsInt()));
    }
  }
}
