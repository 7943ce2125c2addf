package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.http.javadsl.server.Directives;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.config.Listener;
import io.dateline.sm.config.Listener.Access;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.token.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server with {@code GET /read}, {@code GET /watch}, {@code GET /key} for keys, {@code POST
 * /order} for operators, which answers with what it was told, and {@code GET /defect}.
 */
final class GuardedDoor implements AutoCloseable {
  static final int PATIENCE_MS = 30_000;

  private final ActorTestKit kit =
      ActorTestKit.create(
          "guarded", NodeConfig.load(ConfigFactory.parseString("dateline.cluster.port = 0")));
  private final HttpCounters counters = new HttpCounters();
  private final InetSocketAddress address;

  /** Opens it at a port of its own. */
  GuardedDoor(Path tokens, Access reading, Access metrics, String... allowedHosts)
      throws Exception {
    this(tokens, reading, metrics, Optional.empty(), allowedHosts);
  }

  /** As the other, with HTTPS. */
  GuardedDoor(
      Path tokens, Access reading, Access metrics, Optional<ServerTls> tls, String... allowedHosts)
      throws Exception {
    Listener listener =
        new Listener("127.0.0.1", 0, tls.isPresent(), reading, metrics, List.of(allowedHosts));
    HttpGuard guard = new HttpGuard(listener, new TokenFile(tokens), counters, Runnable::run);
    address =
        HttpDoor.open(kit.system(), "127.0.0.1", 0, tls, guard.seal(routes(guard)))
            .toCompletableFuture()
            .get(PATIENCE_MS, TimeUnit.MILLISECONDS)
            .localAddress();
  }

  private static Route routes(HttpGuard guard) {
    return Directives.concat(
        Directives.get(
            () ->
                Directives.concat(
                    Directives.path("read", () -> guard.reading(() -> Directives.complete("told"))),
                    Directives.path(
                        "watch", () -> guard.watching(() -> Directives.complete("told"))),
                    Directives.path(
                        "key", () -> guard.needs(Role.KEYS, () -> Directives.complete("told"))),
                    Directives.path(
                        "defect",
                        () -> {
                          throw new IllegalStateException("on purpose");
                        }))),
        Directives.path(
            "order",
            () ->
                guard.order(
                    Role.OPERATOR,
                    Map.of("a", JsonNodeType.STRING, "reason", JsonNodeType.STRING),
                    json -> CompletableFuture.completedStage(JsonAnswer.of(json)))));
  }

  InetSocketAddress address() {
    return address;
  }

  long counted(HttpEvent event) {
    return counters.all().get(event);
  }

  void awaitCounted(HttpEvent event, long count) {
    kit.createTestProbe()
        .awaitAssert(
            Duration.ofMillis(PATIENCE_MS),
            () -> {
              assertThat(counted(event)).isEqualTo(count);
              return null;
            });
  }

  /** Sends lines of a head, and a body, and returns the answer; the body may be cut. */
  String ask(String head, String body) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(PATIENCE_MS);
      send(socket, head, body);
      socket.shutdownOutput();
      return read(socket);
    }
  }

  /** All up to the end. The server may reset a connection behind an answer that is whole. */
  static String read(Socket socket) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(answer);
    } catch (SocketException e) {
      if (answer.size() == 0) {
        throw e;
      }
    }
    return answer.toString(StandardCharsets.UTF_8);
  }

  /** What comes back to something that may be no question at all, until the connection ends. */
  String plain(String text) throws IOException {
    try {
      return ask(text, "");
    } catch (SocketException e) {
      return e.getMessage(); // reset
    }
  }

  /** Whether the server closes it, in whichever way, with no answer. */
  static boolean isClosed(Socket socket) {
    try {
      return socket.getInputStream().read() < 0; // not even an error
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  static void send(Socket socket, String head, String body) throws IOException {
    String text = head.strip().replace("\n", "\r\n") + "\r\n\r\n" + body;
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The status code of a GET with more lines in its head. */
  int get(String path, String... lines) throws IOException {
    return code(ask("GET " + path + " HTTP/1.1\n" + head(lines), ""));
  }

  /** The answer to a POST of JSON with more lines in its head. */
  String post(String path, String body, String... lines) throws IOException {
    String head =
        "POST %s HTTP/1.1\n%sContent-Type: application/json\nContent-Length: %d\n"
            .formatted(path, head(lines), body.length());
    return ask(head, body);
  }

  private String head(String... lines) {
    boolean hasHost = lines.length > 0 && lines[0].startsWith("Host:");
    return (hasHost ? "" : "Host: 127.0.0.1:" + address.getPort() + "\n")
        + String.join("\n", lines)
        + (lines.length > 0 ? "\n" : "");
  }

  static int code(String answer) {
    return Integer.parseInt(answer.split(" ", 3)[1]);
  }

  @Override
  public void close() {
    kit.shutdownTestKit();
  }
}
