package io.dateline.sm.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrangeAnswerTest {
  private static Ran asked(String command, int code, String body) throws IOException {
    return asked(command, code, body, Map.of());
  }

  private static Ran asked(String command, int code, String body, Map<String, String> headers)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          headers.forEach(exchange.getResponseHeaders()::set);
          exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      return Ran.dateline((command + " --url " + url).split(" "));
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status|200|''",
        "status|200|{}",
        "status|200|[]",
        "status|200|null",
        "status|200|{\"nodes\":[]}",
        "status|200|{\"role\":\"guest\"}",
        "status|404|{}",
        "fabric|200|''",
        "fabric|200|{}",
        "fabric|200|[]",
        "fabric|200|null",
        "fabric|200|{\"role\":\"master\"}",
        "history|200|{}",
        "history|200|[]",
        "history|400|{}",
        "history --at 1|200|{\"events\":[]}",
        "history --at 1 --tables|200|{\"lids\":[]}",
      })
  void shouldNotTakeAnyAnswerForThatOfANode(String command, int code, String body)
      throws IOException {
    Ran ran = asked(command, code, body);

    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("is no node of Dateline").doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status|{\"role\":\"master\",\"saEvents\":{}}|master, ",
        "status|{\"saEvents\":{},\"replica\":{\"state\":\"following\"}}|standing by",
        "fabric|{\"nodes\":[{\"type\":\"Ca\"}]}|Ca "
      })
  void shouldTakeThatOfANode(String command, String body, String printed) throws IOException {
    Ran ran = asked(command, 200, body);

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).startsWith(printed);
  }

  @ParameterizedTest
  @CsvSource({"history", "history --at 99", "history --at 99 --tables"})
  void shouldEndAsBadInputWhatANodeCallsOne(String command) throws IOException {
    Ran ran = asked(command, 400, "{\"error\":\"there is no event 99\"}");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("dateline: there is no event 99");
  }

  @ParameterizedTest
  @CsvSource({"status", "fabric", "history", "history --at 1", "history --at 1 --tables"})
  void shouldSayWhyANodeHasNothingToTell(String command) throws IOException {
    Ran ran = asked(command, 503, "{\"error\":\"not up yet\"}");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err()).contains("dateline: not up yet");
  }

  /** What a node has read before may lack what is asked for. */
  @Test
  void shouldSayThatARefusalIsOfWhatWasReadBefore() throws IOException {
    Ran ran =
        asked(
            "history",
            404,
            "{\"error\":\"no end port has this GUID\"}",
            Map.of("Warning", "110 dateline \"the journal cannot be read now\""));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err())
        .containsSubsequence(
            "dateline: the journal cannot be read now", "dateline: no end port has this GUID");
  }
}
