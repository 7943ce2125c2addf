package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.http.javadsl.server.Directives;
import akka.stream.UniqueKillSwitch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that open connections and send a byte now and then, beside one that asks a question. */
class HttpDoorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PLACES_MAX = 8;

  /** More than the buffers of a connection take. */
  private static final String LARGE = "x".repeat(1 << 24);

  private static final String REST = "atus HTTP/1.0\r\nHost: node\r\n\r\n"; // of a question

  private final Places<UniqueKillSwitch> places = new Places<>(PLACES_MAX);
  private final ActorTestKit kit = ActorTestKit.create();
  private final List<Socket> slow = new ArrayList<>();
  private InetSocketAddress address;

  @BeforeEach
  void open() throws Exception {
    address =
        HttpDoor.open(
                kit.system(),
                InetAddress.getLoopbackAddress().getHostAddress(),
                0,
                Optional.empty(),
                Directives.concat(
                    Directives.path("status", () -> Directives.complete("up")),
                    Directives.path("large", () -> Directives.complete(LARGE))),
                places)
            .toCompletableFuture()
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .localAddress();
  }

  @AfterEach
  void close() throws Exception {
    for (Socket socket : slow) {
      socket.close();
    }
    kit.shutdownTestKit();
  }

  private void hangOn(int clients) throws Exception {
    for (int client = 0; client < clients; client++) {
      Socket socket = new Socket(address.getAddress(), address.getPort());
      socket.getOutputStream().write("GET /st".getBytes(StandardCharsets.US_ASCII));
      socket.setSoTimeout((int) PATIENCE.toMillis());
      slow.add(socket);
    }
  }

  private String ask(HttpClient client) throws Exception {
    return client
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + "/status"))
                .timeout(PATIENCE)
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void shouldAnswerWhileMoreHangOnThanThereArePlaces() throws Exception {
    hangOn(5 * PLACES_MAX);
    assertThat(ask(HttpClient.newHttpClient())).isEqualTo("up");
    assertThat(slow.subList(0, 4 * PLACES_MAX)).allMatch(GuardedDoor::isClosed);
  }

  /** In good order it would wait for the client to read. */
  @Test
  void shouldCutAConnectionWhoseClientReadsNoAnswer() throws Exception {
    try (Socket deaf = new Socket(address.getAddress(), address.getPort())) {
      String question = "GET /large HTTP/1.1\r\nHost: node\r\n\r\n";
      deaf.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
      deaf.setSoTimeout((int) PATIENCE.toMillis());
      assertThat(deaf.getInputStream().read()).as("the answer begins").isNotNegative();
      hangOn(PLACES_MAX);
      assertThat(ask(HttpClient.newHttpClient())).isEqualTo("up");
      kit.createTestProbe()
          .awaitAssert(
              PATIENCE,
              () ->
                  assertThatThrownBy(() -> deaf.getOutputStream().write(0))
                      .isInstanceOf(SocketException.class));
    }
  }

  /** That a client has gone is seen a moment after it has gone. */
  @Test
  void shouldLeaveAloneThoseWhoHaveAPlace() throws Exception {
    hangOn(PLACES_MAX / 2);
    for (int question = 0; question < 3 * PLACES_MAX; question++) {
      try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
        assertThat(answerTo(socket, "GET /st" + REST)).startsWith("HTTP/1.1 200").endsWith("up");
      }
      kit.createTestProbe()
          .awaitAssert(PATIENCE, () -> assertThat(places.taken()).isEqualTo(PLACES_MAX / 2));
    }
    for (Socket socket : slow) {
      assertThat(answerTo(socket, REST)).startsWith("HTTP/1.1 200").endsWith("up");
    }
  }

  /** All that comes until the server closes the connection. */
  private static String answerTo(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return GuardedDoor.read(socket);
  }
}
