package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.cli.console.Warnings;
import io.dateline.sm.text.StatusWords;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dateline cluster}: the nodes, and what each says of itself. */
@Command(
    name = "cluster",
    description = "Shows the nodes of the cluster, and what each says of itself.",
    mixinStandardHelpOptions = true)
final class ClusterCommand implements Callable<Integer> {
  private static final List<String> HEADER =
      List.of("node", "member", "role", "ready", "journal", "version", "fabric port", "HTTP");

  /** In a role: between what it is and why. */
  private static final String WHY = ": ";

  @Mixin private RemoteOptions remote;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    return remote.print(
        "cluster",
        "selfNode",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        ClusterCommand::print);
  }

  static void print(JsonNode cluster, PrintWriter out) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEADER);
    TreeSet<String> builds = new TreeSet<>();
    List<String> warnings = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (JsonNode node : cluster.path("nodes")) {
      lines.add(line(node));
      String name = node.path("node").asText();
      if (node.hasNonNull("silent")) {
        warnings.add("%s: %s".formatted(name, node.path("silent").asText()));
        continue;
      }
      builds.add(build(node));
      String role = node.path("role").asText();
      if (role.contains(WHY)) {
        notes.add("%s: %s".formatted(name, role));
      }
      if (node.hasNonNull("notReady")) {
        warnings.add("%s is not ready: %s".formatted(name, node.path("notReady").asText()));
      }
    }
    if (builds.size() > 1) {
      warnings.add("the nodes are of different builds: " + String.join(", ", builds));
    }
    printTable(lines, out);
    notes.forEach(out::println);
    Warnings.print(warnings, out);
  }

  private static List<String> line(JsonNode node) {
    String name = node.path("node").asText();
    String status = node.path("status").asText();
    if (node.hasNonNull("silent")) {
      return List.of(name, status, "-", "-", "-", "-", "-", "-");
    }
    return List.of(
        name,
        status,
        node.path("role").asText().split(WHY, 2)[0],
        node.path("ready").asBoolean() ? "yes" : "no",
        journal(node),
        build(node),
        node.path("fabricPort").asText(),
        node.path("http").asText("-"));
  }

  private static String build(JsonNode node) {
    return node.path("version").asText() + " " + node.path("commit").asText();
  }

  private static String journal(JsonNode node) {
    String state = node.path("replica").asText("");
    if (!state.equals(StatusWords.FOLLOWING)) {
      return state.isEmpty() ? "not read yet" : state;
    }
    return StatusCommand.lag(node.path("lagEvents").asLong(), node.path("lagMillis").asLong());
  }

  private static void printTable(List<List<String>> lines, PrintWriter out) {
    int[] widths =
        IntStream.range(0, HEADER.size())
            .map(
                column ->
                    lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0))
            .toArray();
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        text.append(line.get(column)).repeat(' ', widths[column] + 2 - line.get(column).length());
      }
      out.println(text.toString().stripTrailing());
    }
  }
}
