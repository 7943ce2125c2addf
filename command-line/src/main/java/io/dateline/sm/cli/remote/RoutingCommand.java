package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.sm.cli.console.BadInput;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline routing}: what is routed and how, and where switches are in torus or tree. */
@Command(
    name = "routing",
    description = "Shows what the subnet is routed by, and where switches are in torus or tree.",
    mixinStandardHelpOptions = true)
public final class RoutingCommand implements Callable<Integer> {
  /** To forget what engines remember. */
  private record Reset(String reason) {}

  /** To compare engines. */
  private record Compare(boolean compareEngines, String reason) {}

  @Mixin private RemoteOptions remote;

  @Option(
      names = "--reset-frame",
      paramLabel = "REASON",
      description = {
        "have the master forget where switches are in torus or tree and which layers paths have,"
            + " and settle that anew in a heavy sweep: paths that were granted may get other SLs,"
            + " and applications have to ask again"
      })
  private String resetReason;

  @Option(
      names = "--compare",
      paramLabel = "REASON",
      description = {
        "have the master compare the engines of a list that begins with best:, or of auto, in a"
            + " heavy sweep: paths get other ways, and may get other SLs, where another engine wins"
      })
  private String compareReason;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (resetReason != null && compareReason != null) {
      throw new BadInput("--reset-frame and --compare are two orders");
    }
    if (compareReason != null) {
      return remote.order(
          "sweep", new Compare(true, compareReason), "lidsChanged", out, err, SweepCommand::print);
    }
    return resetReason == null
        ? remote.print("routing", "generation", out, err, RoutingCommand::print)
        : remote.change(
            "routing/reset-frame",
            new Reset(resetReason),
            "reset",
            out,
            err,
            "Where switches are in torus or tree, and what layers paths have, is forgotten; a heavy"
                + " sweep settles it anew.");
  }

  static void print(JsonNode routing, PrintWriter out) {
    if (routing.path("generation").asLong() == 0) {
      out.println("not routed yet");
    } else {
      out.printf(
          "generation %d routed by %s, tables %.16s, active since %s (%s)%n",
          routing.path("generation").asLong(),
          routing.path("engine").asText(),
          routing.path("digest").asText(),
          routing.path("activated").asText(),
          routing.path("why").asText());
      out.printf("options: %s%n", routing.path("options").asText());
    }
    if (routing.has("fallbackReason")) {
      out.printf("fell back: %s%n", routing.path("fallbackReason").asText());
    }
    if (routing.path("comparedAt").asLong() != 0) {
      out.printf("compared at generation %d:%n", routing.path("comparedAt").asLong());
      for (JsonNode candidate : routing.path("candidates")) {
        JsonNode port = routing.path("triedBy").path(candidate.path("engine").asText());
        out.println(
            candidate(candidate)
                + (port.isTextual() ? "; tried by the node of port " + port.asText() : ""));
      }
    }
    for (JsonNode node : routing.path("nodesLeftOut")) {
      out.printf(
          "  the node of port %s is left out: it %s%n",
          node.path("port").asText(), node.path("reason").asText());
    }
    for (JsonNode step : routing.path("steps")) {
      out.printf(
          "step %d of the chain: %s, %s%s%n",
          step.path("id").asLong(),
          step.path("engine").asText(),
          step.path("inForce").asBoolean() ? "in force" : "not in force",
          step.has("routedBy")
              ? ", routed by the node of port " + step.path("routedBy").asText()
              : "");
    }
    if (routing.has("torus")) {
      printFrame(routing.path("torus"), out);
    }
    if (routing.has("tree")) {
      printTree(routing.path("tree"), out);
    }
  }

  private static String candidate(JsonNode candidate) {
    JsonNode figures = candidate.path("figures");
    return "  %s: %s"
        .formatted(
            candidate.path("engine").asText(),
            figures.isMissingNode()
                ? candidate.path("reason").asText()
                : new RoutingFigures(
                        figures.path("served").asLong(),
                        figures.path("creditLoopFree").asBoolean(),
                        figures.path("bandwidthPercent").asInt(),
                        figures.path("hopsHundredths").asInt(),
                        figures.path("busiest").asLong())
                    .inWords());
  }

  /**
   * The torus of a node's routing, in words.
   *
   * @return empty where it has laid out none
   */
  public static Optional<String> torus(JsonNode routing) {
    return routing.has("torus") ? Optional.of(inWords(routing.path("torus"))) : Optional.empty();
  }

  private static String inWords(JsonNode torus) {
    return "torus %.16s: %s"
        .formatted(
            torus.path("digest").asText(),
            elements(torus.path("dimensions"))
                .map(RoutingCommand::dimension)
                .collect(Collectors.joining("; ")));
  }

  private static void printFrame(JsonNode torus, PrintWriter out) {
    out.println(inWords(torus));
    for (JsonNode placed : torus.path("switches")) {
      out.printf(
          "  (%s) %s%n",
          elements(placed.path("place")).map(JsonNode::asText).collect(Collectors.joining(",")),
          named(placed));
    }
    for (JsonNode unplaced : torus.path("unplaced")) {
      out.printf(
          "  without a place: %s \"%s\"%n",
          unplaced.path("guid").asText(), unplaced.path("description").asText());
    }
    for (JsonNode cable : torus.path("strays")) {
      out.printf(
          "  cable that fits nowhere: %s[%d] to %s[%d]%n",
          cable.path("guid").asText(),
          cable.path("port").asInt(),
          cable.path("peerGuid").asText(),
          cable.path("peerPort").asInt());
    }
  }

  private static void printTree(JsonNode tree, PrintWriter out) {
    out.println("tree:");
    for (JsonNode placed : tree.path("switches")) {
      out.printf("  level %d: %s%n", placed.path("level").asInt(), named(placed));
    }
    for (JsonNode root : tree.path("roots")) {
      out.printf("  root: %s%n", named(root));
    }
    for (JsonNode unplaced : tree.path("unplaced")) {
      out.printf("  without a level: %s%n", named(unplaced));
    }
  }

  private static String named(JsonNode found) {
    return found.path("guid").asText()
        + (found.path("isThere").asBoolean()
            ? " \"" + found.path("description").asText() + '"'
            : " is not there");
  }

  private static String dimension(JsonNode dimension) {
    String where =
        dimension.path("looped").asBoolean()
            ? "dateline between %d and %d"
                .formatted(
                    dimension.path("dateline").path(0).asInt(),
                    dimension.path("dateline").path(1).asInt())
            : "open";
    return "%s radix %d, %s"
        .formatted(dimension.path("name").asText(), dimension.path("radix").asInt(), where);
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
