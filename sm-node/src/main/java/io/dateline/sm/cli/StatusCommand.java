package io.dateline.sm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dateline status}: what the subnet manager says of itself. */
@Command(
    name = "status",
    description = "Shows what the subnet manager says of itself.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    return remote.print(
        "status",
        "saEvents",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        StatusCommand::print);
  }

  private static String condition(JsonNode status) {
    if (!status.path("subnetUp").asBoolean()) {
      return "not up";
    }
    return status.path("errors").isEmpty() ? "up" : "up, with errors";
  }

  static void print(JsonNode status, PrintWriter out) {
    if (status.has("role")) {
      printManager(status, out);
    } else {
      out.printf(
          "standing by: the subnet manager is %s%n",
          status.hasNonNull("oldestNode")
              ? "at " + status.path("oldestNode").asText()
              : "not chosen yet");
    }
    JsonNode asked = status.path("saEvents");
    out.printf(
        "%d SA requests answered, %d refused, %d dropped because too many waited%n",
        asked.path("ANSWERED").asLong(),
        asked.path("REFUSED").asLong(),
        asked.path("OVERRUN").asLong());
    JsonNode replica = status.path("replica");
    if (replica.isObject()) {
      out.printf(
          "replica %s: event %d, %d events (%d ms) behind, tables of %d switches%n",
          replica.path("state").asText(),
          replica.path("sequence").asLong(),
          replica.path("lagEvents").asLong(),
          replica.path("lagMillis").asLong(),
          replica.path("switches").asInt());
    }
    JsonNode policy = status.path("qosPolicy");
    if (policy.isObject()) {
      out.printf(
          "QoS policy of %d rules, digest %.16s%n",
          policy.path("rules").asInt(), policy.path("digest").asText());
    }
    status.path("warnings").forEach(warning -> out.println("warning: " + warning.asText()));
  }

  private static void printManager(JsonNode status, PrintWriter out) {
    out.printf(
        "%s, term %d, at %s with LID %d%n",
        status.path("role").asText(),
        status.path("term").asLong(),
        status.path("localPort").asText(),
        status.path("masterLid").asInt());
    out.printf(
        "subnet %s; sweep %d: %s (%s)%n",
        condition(status),
        status.path("generation").asLong(),
        status.path("phase").asText().equals("IDLE")
            ? "ended"
            : status.path("phase").asText().toLowerCase(Locale.ROOT),
        status.path("reason").asText());
    status.path("errors").forEach(error -> out.println("error: " + error.asText()));
    out.printf(
        "%d switches, %d channel adapters, %d routers, %d cables, %d end ports%n",
        status.path("switches").asInt(),
        status.path("channelAdapters").asInt(),
        status.path("routers").asInt(),
        status.path("links").asInt(),
        status.path("endPorts").asInt());
    out.printf(
        "routed by %s, tables %.16s, %s, %d blocks sent, %d ports not active%n",
        status.path("engine").asText("nothing"),
        status.path("digest").asText("none"),
        layers(status),
        status.path("blocksSent").asLong(),
        status.path("portsNotActive").asInt());
    out.printf(
        "%d multicast groups, %d members%n",
        status.path("multicastGroups").asInt(), status.path("multicastMembers").asInt());
    if (status.hasNonNull("fallbackReason")) {
      out.printf("fell back from %s%n", status.path("fallbackReason").asText());
    }
    out.printf(
        "%d heavy sweeps, the last one took %d ms%s%n",
        status.path("sweeps").asLong(),
        status.path("sweepMillis").asLong(),
        phases(status.path("phaseMillis")));
  }

  private static String phases(JsonNode millis) {
    return millis.isEmpty()
        ? ""
        : millis
            .propertyStream()
            .map(phase -> phase.getKey() + " " + phase.getValue().asLong())
            .collect(Collectors.joining(", ", ": ", ""));
  }

  private static String layers(JsonNode status) {
    return status.hasNonNull("acyclic")
        ? "layers %d, acyclic %s"
            .formatted(
                status.path("layers").asInt(), status.path("acyclic").asBoolean() ? "yes" : "no")
        : "credit loops not looked for yet";
  }
}
