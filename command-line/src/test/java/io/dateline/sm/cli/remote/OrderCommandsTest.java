package io.dateline.sm.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.dateline.persistence.file.PrivateFile;
import io.dateline.sm.cli.console.Ran;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told of orders to a running node. */
class OrderCommandsTest {
  private static final int FAILED = 1;
  private static final String TOKEN = "0123456789abcdef".repeat(4);

  @TempDir private Path folder;

  private static String printed(String json, BiConsumer<JsonNode, PrintWriter> words)
      throws Exception {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    words.accept(new ObjectMapper().readTree(json.replace('\'', '"')), out);
    out.flush();
    return text.toString();
  }

  @Test
  void shouldTellTheOutcomeOfASweep() throws Exception {
    assertThat(
            printed(
                "{'generation':7,'millis':12,'errors':['1 other Sets failed'],'engine':'updn',"
                    + "'blocksSent':1,'lidsChanged':2,'warnings':0}",
                SweepCommand::print))
        .isEqualTo(
            """
            sweep 7 ended in 12 ms: subnet up, with errors, routed by updn, 1 block sent, \
            2 end ports with another LID, 0 warnings
            error: 1 other Sets failed
            """);
  }

  @Test
  void shouldTellWhatAReloadHasTakenAndWhatItHasNot() throws Exception {
    assertThat(
            printed(
                "{'changed':['qos','root_guid_file'],'needRestart':['lmc'],'sweepOrdered':true}",
                ReloadCommand::print))
        .isEqualTo(
            """
            read again, changed: qos, root_guid_file; a heavy sweep follows
            warning: needs a restart: lmc
            """);
    assertThat(
            printed("{'changed':[],'needRestart':[],'sweepOrdered':false}", ReloadCommand::print))
        .isEqualTo(
            "read again, nothing has changed;"
                + " this node does not manage the subnet, nothing is swept\n");
  }

  @Test
  void shouldTellPartitionsAndWhatBecomesOfOrders() throws Exception {
    assertThat(
            printed(
                "{'isManaged':true,'fileDigest':'00','partitions':[{'name':'job7','pKey':'0x0010',"
                    + "'members':['SELF=full'],'atRunTime':['0x12=limited'],'groups':1}]}",
                PartitionCommand::printList))
        .isEqualTo("0x0010 job7: SELF=full, 0x12=limited (at run time), 1 group\n");
    assertThat(printed("{'isManaged':false,'partitions':[]}", PartitionCommand::printList))
        .isEqualTo("no partition file was read: ports keep their P_Keys\n");
    assertThat(
            printed(
                "{'blocksSent':1,'failed':2,'warnings':['it is not here']}",
                PartitionCommand::printChange))
        .isEqualTo(
            """
            done: 1 block of P_Keys sent, 2 failed; a heavy sweep tries again
            warning: it is not here
            """);
  }

  @Test
  void shouldTellTheFilesOfADump() throws Exception {
    assertThat(printed("{'files':['/d/a','/d/b'],'missing':['no order']}", DumpCommand::print))
        .isEqualTo("/d/a\n/d/b\nwarning: no order\n");
  }

  /** The node says that it is not done yet; then it is, and says why it could not. */
  @Test
  void shouldAskAgainUntilTheOrderHasEnded() throws Exception {
    Queue<String> answers =
        new ArrayDeque<>(
            List.of(
                "202 {\"order\":\"n1\"}",
                "202 {\"order\":\"n1\"}",
                "409 {\"error\":\"heavy sweep 3 failed: cut off\"}"));
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(
              "%s %s %s"
                  .formatted(
                      exchange.getRequestMethod(),
                      exchange.getRequestURI(),
                      exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.getRequestBody().readAllBytes();
          String answer = answers.remove();
          byte[] body = answer.substring(4).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      Path tokens = folder.resolve("tokens");
      PrivateFile.write(tokens, "operator %s\n".formatted(TOKEN));
      Ran ran =
          Ran.dateline(
              "sweep",
              "--url",
              "http://127.0.0.1:" + server.getAddress().getPort(),
              "--token-file",
              tokens.toString());
      assertThat(ran.exitCode()).isEqualTo(FAILED);
      assertThat(ran.err()).isEqualTo("dateline: heavy sweep 3 failed: cut off\n");
      assertThat(asked)
          .containsExactly(
              "POST /sweep Bearer " + TOKEN,
              "GET /orders/n1 Bearer " + TOKEN,
              "GET /orders/n1 Bearer " + TOKEN);
    } finally {
      server.stop(0);
    }
  }
}
