package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.cli.console.Warnings;
import io.dateline.sm.text.Counted;
import io.dateline.sm.text.CreditLoops;
import io.dateline.sm.text.StatusWords;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
public final class StatusCommand implements Callable<Integer> {
  private static final double MB = 1e6;

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

  public static void print(JsonNode status, PrintWriter out) {
    if (status.has("role")) {
      printManager(status, out);
    } else {
      out.printf(
          "standing by%s%n",
          status.hasNonNull("oldestNode")
              ? " for the node at " + status.path("oldestNode").asText()
              : ", and no node has been chosen yet");
    }
    if (status.hasNonNull("notReady")) {
      out.printf("not ready: %s%n", status.path("notReady").asText());
    }
    JsonNode asked = status.path("saEvents");
    out.printf(
        "%d SA requests answered, %d refused, %d dropped because too many waited%n",
        asked.path("ANSWERED").asLong(),
        asked.path("REFUSED").asLong(),
        asked.path("OVERRUN").asLong());
    printJournal(status.path("journal"), out);
    QuotaText.print(status.path("quotas"), out);
    if (status.has("switchCountHere")) {
      // Not that it programs them now: the subnet may be another manager's, or nothing has changed.
      out.printf(
          "has the programmers of %s%n",
          Counted.of(status.path("switchCountHere").asInt(), "switch"));
    }
    JsonNode replica = status.path("replica");
    if (replica.isObject()) {
      out.printf(
          "replica %s: event %d, %s, tables of %s%n",
          replica.path("state").asText(),
          replica.path("sequence").asLong(),
          lag(replica.path("lagEvents").asLong(), replica.path("lagMillis").asLong()),
          Counted.of(replica.path("switches").asInt(), "switch"));
    }
    JsonNode policy = status.path("qosPolicy");
    if (policy.isObject()) {
      out.printf(
          "QoS policy of %s, digest %.16s%n",
          Counted.of(policy.path("rules").asInt(), "rule"), policy.path("digest").asText());
    }
    printSettings(status.path("settings"), out);
    JsonNode traffic = status.path("traffic");
    if (traffic.hasNonNull("warning")) {
      out.printf("warning: %s%n", traffic.path("warning").asText());
    }
    status.path("violations").forEach(seen -> printSeen(seen, out));
    status.path("linkTroubles").forEach(seen -> printSeen(seen, out));
    // A master has made a sweep with the settings, which tells theirs as well; a standby has not.
    Set<String> warnings = new LinkedHashSet<>();
    status.path("settings").path("warnings").forEach(warning -> warnings.add(warning.asText()));
    status.path("warnings").forEach(warning -> warnings.add(warning.asText()));
    Warnings.print(List.copyOf(warnings), out);
  }

  private static void printSeen(JsonNode seen, PrintWriter out) {
    out.printf(
        "warning: %s (%s of these)%n", seen.path("told").asText(), seen.path("count").asLong());
  }

  private static void printSettings(JsonNode settings, PrintWriter out) {
    if (settings.hasNonNull("trouble")) {
      out.printf(
          "warning: settings could not be read again, those read at %s are in force: %s%n",
          settings.path("read").asText(), settings.path("trouble").asText());
    }
    if (!settings.path("needRestart").isEmpty()) {
      out.printf(
          "warning: needs a restart: %s%n",
          settings
              .path("needRestart")
              .valueStream()
              .map(JsonNode::asText)
              .collect(Collectors.joining(", ")));
    }
    if (settings.hasNonNull("differs")) {
      out.printf("warning: %s%n", settings.path("differs").asText());
    }
  }

  private static void printJournal(JsonNode journal, PrintWriter out) {
    if (!journal.isObject()) {
      return;
    }
    long bytes = journal.path("bytes").asLong();
    out.printf(
        "journal %s, archive %s, %.1f MB in %s%n",
        bytes < 0 ? "of unknown size" : "%.1f MB".formatted(bytes / MB),
        Counted.of(journal.path("archiveFiles").asInt(), "file"),
        journal.path("archiveBytes").asLong() / MB,
        journal.path("archive").asText());
    if (journal.hasNonNull("trouble")) {
      out.printf("warning: old events stay in the journal: %s%n", journal.path("trouble").asText());
    }
  }

  /** How far a replica is behind the journal. */
  static String lag(long events, long millis) {
    if (events < 0) {
      return "not known how far behind";
    }
    return events == 0
        ? "up to date"
        : "%s (%d ms) behind".formatted(Counted.of(events, "event"), millis);
  }

  private static void printManager(JsonNode status, PrintWriter out) {
    String role = status.path("role").asText();
    if (role.startsWith(StatusWords.STANDBY)) {
      out.printf("%s; this node is at %s%n", role, status.path("localPort").asText());
      return; // what it once knew of the subnet is another one's now
    }
    out.printf(
        "%s, term %d, at %s with LID %d%n",
        role,
        status.path("term").asLong(),
        status.path("localPort").asText(),
        status.path("masterLid").asInt());
    out.printf(
        "subnet %s; sweep %d: %s (%s)%n",
        condition(status),
        status.path("generation").asLong(),
        status.path("phase").asText().equals("IDLE")
            ? "ended"
            : phase(status.path("phase").asText()),
        status.path("reason").asText());
    status.path("errors").forEach(error -> out.println("error: " + error.asText()));
    out.printf(
        "%s, %s, %s, %s, %s%n",
        Counted.of(status.path("switches").asInt(), "switch"),
        Counted.of(status.path("channelAdapters").asInt(), "channel adapter"),
        Counted.of(status.path("routers").asInt(), "router"),
        Counted.of(status.path("links").asInt(), "cable"),
        Counted.of(status.path("endPorts").asInt(), "end port"));
    out.printf(
        "routed by %s, tables %.16s, %s, %s sent, %s not active%n",
        status.path("engine").asText("nothing"),
        status.path("digest").asText("none"),
        layers(status),
        Counted.of(status.path("blocksSent").asLong(), "block"),
        Counted.of(status.path("portsNotActive").asInt(), "port"));
    out.printf(
        "%s, %s, %s, %s, %s%n",
        Counted.of(status.path("multicastGroups").asInt(), "multicast group"),
        Counted.of(status.path("multicastMembers").asInt(), "member"),
        Counted.of(status.path("services").asInt(), "service"),
        Counted.of(status.path("subscriptions").asInt(), "subscription"),
        Counted.of(status.path("aliasGuids").asInt(), "alias GUID"));
    JsonNode balance = status.path("balance");
    if (balance.hasNonNull("anew")) {
      out.printf(
          "the busiest channel carries %s, %d in tables made anew%n",
          Counted.of(balance.path("busiest").asLong(), "path"), balance.path("anew").asLong());
    }
    if (status.hasNonNull("fallbackReason")) {
      out.printf("fell back from %s%n", status.path("fallbackReason").asText());
    }
    out.printf(
        "%s, the last one took %d ms%s%n",
        Counted.of(status.path("sweeps").asLong(), "heavy sweep"),
        status.path("sweepMillis").asLong(),
        phases(status.path("phaseMillis")));
  }

  private static String phases(JsonNode millis) {
    return millis.isEmpty()
        ? ""
        : millis
            .propertyStream()
            .map(phase -> phase(phase.getKey()) + " " + phase.getValue().asLong())
            .collect(Collectors.joining(", ", ": ", ""));
  }

  /** HANDING_OVER is "handing over". */
  private static String phase(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String layers(JsonNode status) {
    return status.hasNonNull("acyclic")
        ? "%s, %s"
            .formatted(
                Counted.of(status.path("layers").asInt(), "layer"),
                CreditLoops.words(status.path("acyclic").asBoolean()))
        : CreditLoops.UNKNOWN;
  }
}
