package io.dateline.sm.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code dateline history} before a node that has these answers, and fails at any other path. */
class HistoryCommandTest {
  private static final String EVENT =
      """
      {"number":%d,"time":"2026-11-21T15:40:00.120Z","term":2,"event":"RoutingActivated",\
      "what":"generation %d active","why":"%s"}""";

  private static final Map<String, String> ANSWERS =
      Map.of(
          "/history",
          page(EVENT.formatted(1, 1, "trap 128 from LID 3") + "," + EVENT.formatted(2, 2, ""), 3),
          "/history?from=3&term=2",
          page(EVENT.formatted(3, 3, "a term began"), 0),
          "/history?since=2026-11-21T15:40:00Z&last=5",
          page("", 0),
          "/history?last=4",
          page(EVENT.formatted(9, 9, "x"), 10),
          "/history/state?at=4",
          """
          {"number":4,"time":"2026-11-21T15:40:00.120Z","term":2,"nodes":6,
           "active":{"generation":3,"engine":"minhop","options":"","digest":"abc","switches":2,
                     "endPorts":4,"decided":"2026-11-21T15:39:00Z",
                     "activated":"2026-11-21T15:39:01Z","why":"trap 128 from LID 3"},
           "lids":[{"portGuid":"0x0000000000000011","lidMin":8,"lidMax":15}]}""");

  private final Map<String, String> answers = new ConcurrentHashMap<>(ANSWERS);
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;

  private static String page(String events, long next) {
    return "{\"events\":[%s],\"next\":%d,\"term\":2}".formatted(events, next);
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().toString();
          asked.add(path);
          String answer = answers.getOrDefault(path, "{\"error\":\"what is " + path + "?\"}");
          byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answers.containsKey(path) ? 200 : 503, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Ran history(String... options) {
    String[] line = new String[options.length + 3];
    line[0] = "history";
    line[1] = "--url";
    line[2] = "http://127.0.0.1:" + server.getAddress().getPort();
    System.arraycopy(options, 0, line, 3, options.length);
    return Ran.dateline(line);
  }

  @Test
  void shouldPrintALineAnEventOverAllPages() {
    Ran ran = history();

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(asked).containsExactly("/history", "/history?from=3&term=2");
    assertThat(ran.out().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .matches(
                        " +1  2026-11-2\\dT\\d\\d:\\d\\d:00.120[+-]\\d\\d:\\d\\d  term 2  generation"
                            + " 1 active  \\(trap 128 from LID 3\\)"),
            line -> assertThat(line).endsWith("generation 2 active"),
            line -> assertThat(line).endsWith("generation 3 active  (a term began)"));
  }

  @Test
  void shouldSayWhatIsArchivedWhereAllWasAskedFor() {
    answers.put("/history", page(EVENT.formatted(200, 1, "x"), 0));
    assertThat(history().err())
        .contains("events before 200 are archived: dateline history --archive DIR");

    answers.put("/history?last=4", answers.get("/history"));
    assertThat(history("--last", "4").err()).isEmpty();
  }

  @Test
  void shouldPrintOneJsonObjectOverAllPages() throws IOException {
    JsonNode printed = new ObjectMapper().readTree(history("--json").out());

    assertThat(printed.path("events").findValues("number"))
        .extracting(JsonNode::asInt)
        .containsExactly(1, 2, 3);
  }

  @Test
  void shouldAskForWhatIsWanted() throws IOException {
    Ran ran = history("--since", "2026-11-21T15:40:00Z", "--last", "5", "--json");

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(new ObjectMapper().readTree(ran.out()).path("events")).isEmpty();
  }

  @Test
  void shouldFailWhenAPageIsNotToBeHad() {
    Ran ran = history("--last", "4");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.out()).contains("generation 9 active");
    assertThat(ran.err()).contains("what is /history?from=10&term=2?");
  }

  @Test
  void shouldPrintTheLidsOfAMomentAsOpenSmsFile() {
    Ran ran = history("--at", "4");

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out().lines().filter(line -> !line.startsWith("#") && !line.isEmpty()))
        .containsExactly("0x0000000000000011 0x0008 0x000f");
    assertThat(ran.out())
        .contains("generation 3 by minhop, 2 switches, 4 end ports (trap 128 from LID 3)")
        .contains("tables abc");
  }
}
