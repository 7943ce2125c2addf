package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.text.Counted;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline sweep}: has the master sweep, and tells how it ended. */
@Command(
    name = "sweep",
    description = {
      "Has the master make a heavy sweep, and tells how it ended. Settings are not read again."
    },
    mixinStandardHelpOptions = true)
final class SweepCommand implements Callable<Integer> {
  /** What is asked for; nothing more than a sweep where both are null. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Order(Boolean reassignLids, String reason) {}

  @Mixin private RemoteOptions remote;

  @Option(
      names = "--reassign-lids",
      paramLabel = "REASON",
      description = {
        "have all ports given LIDs anew, once, as if nothing were known of any: paths that were"
            + " granted, and what hosts know of each other, are wrong then"
      })
  private String reassignReason;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    return remote.order(
        "sweep",
        reassignReason == null ? new Order(null, null) : new Order(true, reassignReason),
        "lidsChanged",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        SweepCommand::print);
  }

  static void print(JsonNode swept, PrintWriter out) {
    out.printf(
        "sweep %d ended in %d ms: subnet %s, routed by %s, %s sent, %s with another LID, %s%n",
        swept.path("generation").asLong(),
        swept.path("millis").asLong(),
        swept.path("errors").isEmpty() ? "up" : "up, with errors",
        swept.path("engine").asText(),
        Counted.of(swept.path("blocksSent").asLong(), "block"),
        Counted.of(swept.path("lidsChanged").asInt(), "end port"),
        Counted.of(swept.path("warnings").asInt(), "warning"));
    swept.path("errors").forEach(error -> out.println("error: " + error.asText()));
  }
}
