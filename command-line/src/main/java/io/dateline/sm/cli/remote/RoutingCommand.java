package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline routing}: what is routed and how, and where switches are in the torus. */
@Command(
    name = "routing",
    description = "Shows what the subnet is routed by, and where switches are in the torus.",
    mixinStandardHelpOptions = true)
final class RoutingCommand implements Callable<Integer> {
  /** What is asked for. */
  private record Order(String reason) {}

  @Mixin private RemoteOptions remote;

  @Option(
      names = "--reset-frame",
      paramLabel = "REASON",
      description = {
        "have the master forget where switches are in the torus and which layers paths have, and"
            + " settle that anew in a heavy sweep: paths that were granted may get other SLs, and"
            + " applications have to ask again"
      })
  private String resetReason;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    return resetReason == null
        ? remote.print("routing", "generation", out, err, RoutingCommand::print)
        : remote.change(
            "routing/reset-frame",
            new Order(resetReason),
            "reset",
            out,
            err,
            "The torus frame, and what layers paths have, is forgotten; a heavy sweep settles it anew.");
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
    if (routing.has("torus")) {
      printFrame(routing.path("torus"), out);
    }
  }

  private static void printFrame(JsonNode torus, PrintWriter out) {
    out.printf(
        "torus %.16s: %s%n",
        torus.path("digest").asText(),
        elements(torus.path("dimensions"))
            .map(RoutingCommand::dimension)
            .collect(Collectors.joining("; ")));
    for (JsonNode placed : torus.path("switches")) {
      out.printf(
          "  (%s) %s %s%n",
          elements(placed.path("place")).map(JsonNode::asText).collect(Collectors.joining(",")),
          placed.path("guid").asText(),
          placed.path("isThere").asBoolean()
              ? '"' + placed.path("description").asText() + '"'
              : "is not there");
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
