package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dateline fabric}: the nodes and cables of the subnet. */
@Command(
    name = "fabric",
    description = "Shows the nodes and cables of the subnet.",
    mixinStandardHelpOptions = true)
final class FabricCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    return remote.print(
        "fabric",
        "nodes",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        FabricCommand::print);
  }

  private static void print(JsonNode fabric, PrintWriter out) {
    for (JsonNode node : fabric.path("nodes")) {
      out.printf(
          "%s %s \"%s\"%s%n",
          node.path("type").asText(),
          node.path("guid").asText(),
          node.path("description").asText(),
          node.path("lid").asInt() == 0 ? "" : " lid " + node.path("lid").asInt());
      for (JsonNode port : node.path("ports")) {
        out.printf(
            "  [%d]%s %s %s -> %s[%d]%n",
            port.path("number").asInt(),
            port.path("lid").asInt() == 0 ? "" : " lid " + port.path("lid").asInt(),
            port.path("link").asText(),
            port.path("state").asText(),
            port.path("peerGuid").asText(),
            port.path("peerNumber").asInt());
      }
    }
  }
}
