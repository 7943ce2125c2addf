package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.token.Role;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import picocli.CommandLine.Option;

/** Options of the commands that ask a running node, and the asking. */
final class RemoteOptions {
  /** A long history takes a while to read. */
  private static final Duration HISTORY_PATIENCE = Duration.ofMinutes(10);

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = NodeClient.DEFAULT_URL,
      description = "the node to ask (default: ${DEFAULT-VALUE})")
  private String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      defaultValue = "${env:DATELINE_TOKEN_FILE}",
      description = {
        "tokens to show, as lines 'role token' (default: $DATELINE_TOKEN_FILE, else those of a node"
            + " on this host: ./state/tokens, /var/lib/dateline/tokens)"
      })
  private Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      defaultValue = "${env:DATELINE_CA}",
      description =
          "for https: the authority of the node's certificate, in PEM (default: $DATELINE_CA)")
  private Path ca;

  @Option(names = "--json", description = "print the node's answer as it is")
  private boolean json;

  /** Whether the answer is to be printed as it is. */
  boolean json() {
    return json;
  }

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
    return ask(path, mark, out, err, body -> tell(body, out, words));
  }

  /** As {@link #print}, for what needs a token of a role. */
  int printAs(
      Role role,
      String path,
      String mark,
      PrintWriter out,
      PrintWriter err,
      BiConsumer<JsonNode, PrintWriter> words)
      throws InterruptedException {
    return ask(
        client -> client.get(path, role), path, mark, out, err, body -> tell(body, out, words));
  }

  private void tell(JsonNode body, PrintWriter out, BiConsumer<JsonNode, PrintWriter> words) {
    if (json) {
      out.println(body.toPrettyString());
    } else {
      words.accept(body, out);
    }
  }

  /**
   * Asks for a resource and hands it on; returns the exit code. What is no answer is explained.
   *
   * @param mark as for {@link #print}
   */
  int ask(String path, String mark, PrintWriter out, PrintWriter err, Consumer<JsonNode> onAnswer)
      throws InterruptedException {
    return ask(client -> client.get(path), path, mark, out, err, onAnswer);
  }

  /**
   * Asks for a change and prints what became of it; returns the exit code.
   *
   * @param body is sent as JSON
   * @param mark as for {@link #print}
   */
  int change(String path, Object body, String mark, PrintWriter out, PrintWriter err, String done)
      throws InterruptedException {
    return ask(
        client -> client.post(path, body),
        path,
        mark,
        out,
        err,
        answer -> out.println(json ? answer.toPrettyString() : done));
  }

  /**
   * Gives an order that may take a while, waits for its end and prints what became of it; returns
   * the exit code.
   *
   * @param body is sent as JSON
   * @param mark as for {@link #print}
   */
  int order(
      String path,
      Object body,
      String mark,
      PrintWriter out,
      PrintWriter err,
      BiConsumer<JsonNode, PrintWriter> words)
      throws InterruptedException {
    return ask(
        client -> {
          NodeClient.Answer answer = client.post(path, body);
          while (answer.isPending()) { // the node waits before it says so
            answer = client.get("orders/" + answer.body().path("order").asText(), Role.OPERATOR);
          }
          return answer;
        },
        path,
        mark,
        out,
        err,
        answer -> tell(answer, out, words));
  }

  /** One question to a node. */
  private interface Question {
    NodeClient.Answer put(NodeClient client) throws IOException, InterruptedException;
  }

  private int ask(
      Question question,
      String path,
      String mark,
      PrintWriter out,
      PrintWriter err,
      Consumer<JsonNode> onAnswer)
      throws InterruptedException {
    NodeClient.Answer answer;
    try {
      answer = question.put(client(path));
    } catch (IOException e) {
      return noNode(e, err);
    }
    if (answer.ok() && answer.body().has(mark)) {
      warn(answer, err);
      onAnswer.accept(answer.body());
      return ExitCode.DONE;
    }
    return explain(answer, out, err);
  }

  /** Asks for a text and prints it as it comes; returns the exit code. */
  int printText(String path, PrintWriter out, PrintWriter err) throws InterruptedException {
    boolean[] begun = {false};
    try {
      Optional<NodeClient.Answer> other =
          client(path)
              .text(
                  path,
                  text -> {
                    begun[0] = true;
                    copy(text, out);
                  });
      return other.isPresent() ? explain(other.get(), out, err) : ExitCode.DONE;
    } catch (IOException e) {
      if (begun[0]) {
        err.println("dateline: the answer of " + url + " broke off");
        return ExitCode.FAILED;
      }
      return noNode(e, err);
    }
  }

  /** Ends early when the reader of what is printed has gone. */
  private static void copy(Reader text, PrintWriter out) throws IOException {
    char[] buffer = new char[1 << 16];
    int count = text.read(buffer);
    while (count >= 0 && !out.checkError()) {
      out.write(buffer, 0, count);
      count = text.read(buffer);
    }
  }

  private NodeClient client(String path) {
    Optional<SSLContext> trust = Optional.ofNullable(ca).map(CaFile::trust);
    return path.startsWith("history")
        ? new NodeClient(url, HISTORY_PATIENCE, tokens(), trust)
        : new NodeClient(url, tokens(), trust);
  }

  private ClientTokens tokens() {
    return new ClientTokens(Optional.ofNullable(tokenFile));
  }

  private int noNode(IOException failure, PrintWriter err) {
    err.println(
        failure instanceof SSLException
            ? "dateline: the certificate of %s does not hold (--ca FILE names its authority): %s"
                .formatted(url, failure.getMessage())
            : "dateline: no node answers at " + url + " (--url URL asks another one)");
    return ExitCode.FAILED;
  }

  private int explain(NodeClient.Answer answer, PrintWriter out, PrintWriter err) {
    if (answer.ok() || !answer.body().has("error")) {
      err.println("dateline: what answers at " + url + " is no node of Dateline");
      return ExitCode.FAILED;
    }
    warn(answer, err);
    if (json) {
      out.println(answer.body().toPrettyString());
    } else {
      err.println("dateline: " + sentence(answer.body()));
    }
    return answer.isBadQuestion() ? ExitCode.BAD_INPUT : ExitCode.FAILED;
  }

  /** Says where an answer, or a refusal, is of before. */
  private static void warn(NodeClient.Answer answer, PrintWriter err) {
    answer.warnings().forEach(warning -> err.println("dateline: " + words(warning)));
  }

  /** The text of a header {@code Warning: 110 dateline "text"}. */
  private static String words(String warning) {
    int begin = warning.indexOf('"');
    int end = warning.lastIndexOf('"');
    return begin < end ? warning.substring(begin + 1, end) : warning;
  }

  private String sentence(JsonNode refusal) {
    String error = refusal.path("error").asText();
    return refusal.has("role")
        ? "%s; %s; --token-file FILE or DATELINE_TOKEN_FILE names a file"
            .formatted(error, tokens().whereLookedFor())
        : error;
  }
}
