package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.config.Listener.Access;
import io.dateline.sm.token.Role;
import io.dateline.sm.token.Tokens;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that break off, are no HTTP, or are too large: an answer if possible, and no trace. */
class RequestErrorsTest {
  private static final int TIMES = 20;

  @TempDir private Path folder;
  private GuardedDoor door;
  private String head;
  private final LogLines log = new LogLines();

  @BeforeEach
  void open() throws Exception {
    Path file = folder.resolve("tokens");
    new TokenFile(file).prepare();
    door = new GuardedDoor(file, Access.OPEN, Access.OPEN);
    head =
        "POST /order HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
            + "Authorization: Bearer "
            + Tokens.parse(Files.readString(file)).token(Role.OPERATOR).orElseThrow();
  }

  @AfterEach
  void close() {
    door.close();
    log.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Length: 100|{|400",
        "Transfer-Encoding: chunked|5;{|400",
        "Transfer-Encoding: chunked|zz;{|400",
        "Transfer-Encoding: chunked|5;{\"reas;;|400",
      })
  void shouldAnswerABrokenBodyInOneLine(String line, String body, int code) throws Exception {
    for (int time = 0; time < TIMES; time++) {
      String answer = door.ask(head + "\n" + line, body.replace(";", "\r\n"));
      assertThat(GuardedDoor.code(answer)).isEqualTo(code);
      assertThat(answer).contains("{\"error\":");
    }
    assertOneLine();
  }

  @ParameterizedTest
  @CsvSource({"Content-Length,5000", "Content-Length,100000", "Transfer-Encoding,100000"})
  void shouldReadNoMoreOfABodyThanAnOrderMayHave(String how, int bytes) throws Exception {
    boolean isChunked = how.equals("Transfer-Encoding");
    String body = "x".repeat(bytes);
    String answer =
        isChunked
            ? door.ask(
                head + "\n" + how + ": chunked",
                Integer.toHexString(bytes) + "\r\n" + body + "\r\n0\r\n\r\n")
            : door.ask(head + "\n" + how + ": " + bytes, body);
    assertThat(GuardedDoor.code(answer)).isEqualTo(413);
    assertThat(log.traces()).isEmpty();
  }

  /** Each of these was an error with a stack trace. */
  @Test
  void shouldLeaveNoTraceOfAConnectionThatIsResetInItsBody() throws Exception {
    for (int time = 0; time < TIMES; time++) {
      long before = door.counted(HttpEvent.BROKEN);
      try (Socket socket = new Socket(door.address().getAddress(), door.address().getPort())) {
        GuardedDoor.send(socket, head + "\nExpect: 100-continue\nContent-Length: 100", "");
        assertThat(socket.getInputStream().read()).isNotNegative(); // the node reads the body now
        socket.getOutputStream().write('{');
        socket.setSoLinger(true, 0);
      }
      door.awaitCounted(HttpEvent.BROKEN, before + 1);
    }
    assertOneLine();
  }

  private void assertOneLine() {
    assertThat(log.traces()).isEmpty();
    assertThat(log.messages()).hasSize(1).first().asString().startsWith("HTTP: POST /order: ");
    assertThat(door.counted(HttpEvent.BROKEN)).isEqualTo(TIMES);
  }

  @Test
  void shouldSayNothingOfWhatIsNoHttp() throws Exception {
    assertThat(door.ask("GARBAGE", "")).startsWith("HTTP/1.1 400");
    assertThat(door.get("/" + "x".repeat(5000))).isEqualTo(414);
    assertThat(door.get("/read", "X: " + "x".repeat(50_000))).isEqualTo(431);
    assertThat(door.ask("GET /read HTTP/1.1", "")).startsWith("HTTP/1.1 400");
    assertThat(door.ask("GET http://evil/read HTTP/1.1\nHost: localhost", ""))
        .startsWith("HTTP/1.1 400");
    assertThat(log.messages()).isEmpty();
  }

  @Test
  void shouldAnswerInJsonToWhatIsNotThere() throws Exception {
    assertThat(door.ask("GET /nowhere HTTP/1.1\nHost: localhost", ""))
        .startsWith("HTTP/1.1 404")
        .contains("{\"error\":\"there is no such path\"}");
    assertThat(door.ask("DELETE /read HTTP/1.1\nHost: localhost", ""))
        .startsWith("HTTP/1.1 405")
        .contains("this path takes GET");
    assertThat(log.messages()).isEmpty();
  }

  /** That one is the node's fault, and its trace is wanted, but not a thousand times. */
  @Test
  void shouldTraceADefectOnce() throws IOException {
    for (int time = 0; time < TIMES; time++) {
      assertThat(door.get("/defect")).isEqualTo(500);
    }
    assertThat(log.traces()).containsExactly("HTTP: GET /defect could not be answered");
    assertThat(door.counted(HttpEvent.FAILED)).isEqualTo(TIMES);
  }
}
