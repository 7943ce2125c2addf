package io.dateline.sm.cli.offline;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.policy.PortGroupFile;
import io.dateline.fabric.policy.PortGroups;
import io.dateline.fabric.policy.PortGroups.Members;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.FirstLines;
import io.dateline.sm.cli.console.InputFiles;
import io.dateline.sm.cli.console.JsonOutput;
import io.dateline.sm.cli.console.TopologyOption;
import io.dateline.sm.options.OpensmConf;
import io.dateline.sm.options.PortGroupOption;
import io.dateline.sm.text.Counted;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dateline groups}: which ports are in which port group, and why. */
@Command(
    name = "groups",
    description = {
      "Reads a file of port groups (pgrp_policy_file of NVIDIA's OpenSM), and prints which ports of a"
          + " topology are in which, and by which rule."
    },
    mixinStandardHelpOptions = true)
final class GroupsCommand implements Callable<Integer> {
  /** A node of a group, with its ports. */
  private record NodePorts(String node, String guid, List<Integer> ports, List<String> rules) {}

  /** Where groups are read from. */
  private static final class Source {
    @Option(
        names = "--groups",
        paramLabel = "FILE",
        description = "paragraphs from 'port-group' to 'end-port-group'")
    private Path groups;

    @Option(
        names = "--opensm-conf",
        paramLabel = "FILE",
        description = "OpenSM's own file; the groups are those that its pgrp_policy_file has")
    private Path opensmConf;

    PortGroupFile read() throws IOException {
      if (groups != null) {
        return PortGroupFile.read(InputFiles.readable("port group file", groups));
      }
      OpensmConf conf = OpensmConf.read(opensmConf);
      return PortGroupOption.read(conf)
          .orElseThrow(() -> new BadInput("%s names no pgrp_policy_file".formatted(opensmConf)));
    }
  }

  private record Group(String use, int ports, List<NodePorts> nodes) {}

  @Mixin private TopologyOption topology;

  @ArgGroup(multiplicity = "1")
  private Source source;

  @Option(names = "--json", description = "print all of it as JSON")
  private boolean json;

  @Parameters(paramLabel = "NAME", description = "groups to print, in full (all, in short)")
  private List<String> names = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    PortGroupFile read = source.read();
    Fabric fabric = topology.load(err::println);
    PortGroups found = PortGroups.of(read, fabric);
    found.warnings().forEach(warning -> err.println("warning: " + warning));
    Map<String, Members> groups = found.groups();
    for (String name : names) {
      if (!groups.containsKey(name)) {
        throw new BadInput("there is no group " + name);
      }
    }
    Map<String, Group> told = new LinkedHashMap<>();
    List<String> idle = new ArrayList<>();
    groups.forEach(
        (name, members) -> {
          if (names.isEmpty() || names.contains(name)) {
            told.put(name, group(fabric, members));
            idle.addAll(idleRules(name, members));
          }
        });
    FirstLines.print(idle, "warning: no port is chosen by ", " rules", err);
    if (json) {
      JsonOutput.print(told, out);
    } else {
      told.forEach((name, group) -> print(name, group, out));
    }
    return ExitCode.DONE;
  }

  /** Rules that choose no port. */
  private static List<String> idleRules(String name, Members members) {
    return members.rules().entrySet().stream()
        .filter(rule -> rule.getValue().length == 0)
        .map(rule -> "group %s: '%s'".formatted(name, LineCursor.excerpt(rule.getKey())))
        .toList();
  }

  private static Group group(Fabric fabric, Members members) {
    Map<Integer, Set<String>> rules = new HashMap<>(); // by node
    members
        .rules()
        .forEach(
            (words, ports) -> {
              for (int port : ports) {
                rules
                    .computeIfAbsent(fabric.nodeOf(port), node -> new LinkedHashSet<>())
                    .add(words);
              }
            });
    List<NodePorts> nodes = new ArrayList<>();
    BitSet ports = members.ports();
    for (int port = ports.nextSetBit(0); port >= 0; ) {
      int node = fabric.nodeOf(port);
      List<Integer> numbers = new ArrayList<>();
      while (port >= 0 && fabric.nodeOf(port) == node) {
        numbers.add(fabric.portNumber(port));
        port = ports.nextSetBit(port + 1);
      }
      String guid = Guid.format(fabric.nodeGuid(node));
      nodes.add(
          new NodePorts(
              fabric.description(node),
              guid,
              numbers,
              List.copyOf(rules.getOrDefault(node, Set.of()))));
    }
    return new Group(members.use(), ports.cardinality(), nodes);
  }

  private void print(String name, Group group, PrintWriter out) {
    String use = group.use().isEmpty() ? "" : " (" + group.use() + ")";
    out.printf(
        "%s%s: %s of %s%n",
        name, use, Counted.of(group.ports(), "port"), Counted.of(group.nodes().size(), "node"));
    if (names.contains(name)) {
      group
          .nodes()
          .forEach(
              node ->
                  out.printf(
                      "  %s (%s) %s%s%n",
                      node.node(),
                      node.guid(),
                      node.ports(),
                      node.rules().isEmpty() ? "" : " by " + String.join("; ", node.rules())));
    }
  }
}
