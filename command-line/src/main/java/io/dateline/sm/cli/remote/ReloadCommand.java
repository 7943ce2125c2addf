package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.cli.console.Warnings;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dateline reload}: has a node read its settings, and the files they name, again. */
@Command(
    name = "reload",
    description = {
      "Has a node read its settings, opensm.conf and the files that they name again; the master"
          + " sweeps then. Where something is wrong with them nothing is changed."
    },
    mixinStandardHelpOptions = true)
final class ReloadCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    return remote.order(
        "reload",
        Map.of(),
        "needRestart",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        ReloadCommand::print);
  }

  static void print(JsonNode reloaded, PrintWriter out) {
    String changed = names(reloaded.path("changed"));
    out.printf(
        "read again, %s; %s%n",
        changed.isEmpty() ? "nothing has changed" : "changed: " + changed,
        reloaded.path("sweepOrdered").asBoolean()
            ? "a heavy sweep follows"
            : "this node does not manage the subnet, nothing is swept");
    if (!reloaded.path("needRestart").isEmpty()) {
      out.println("warning: needs a restart: " + names(reloaded.path("needRestart")));
    }
    Warnings.print(reloaded.path("warnings").valueStream().map(JsonNode::asText).toList(), out);
  }

  private static String names(JsonNode names) {
    return names.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
  }
}
