package io.dateline.sm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.BiConsumer;
import picocli.CommandLine.Option;

/** Options of the commands that ask a running node, and the asking. */
final class RemoteOptions {
  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = NodeClient.DEFAULT_URL,
      description = "the node to ask (default: ${DEFAULT-VALUE})")
  private String url;

  @Option(names = "--json", description = "print the node's answer as it is")
  private boolean json;

  /**
   * Asks for a resource and prints it; returns the exit code.
   *
   * @param mark a field that every such answer of a node has; whatever else listens there has not
   */
  int print(
      String path,
      String mark,
      PrintWriter out,
      PrintWriter err,
      BiConsumer<JsonNode, PrintWriter> words)
      throws InterruptedException {
    NodeClient.Answer answer;
    try {
      answer = new NodeClient(url).get(path);
    } catch (IOException e) {
      err.println("dateline: no node answers at " + url);
      return ExitCode.FAILED;
    }
    if (!answer.body().has(answer.ok() ? mark : "error")) {
      err.println("dateline: what answers at " + url + " is no node of Dateline");
      return ExitCode.FAILED;
    }
    if (json) {
      out.println(answer.body().toPrettyString());
    } else if (answer.ok()) {
      words.accept(answer.body(), out);
    } else {
      err.println("dateline: " + answer.body().path("error").asText());
    }
    return answer.ok() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
