package io.dateline.sm.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dateline.persistence.file.PrivateFile;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import io.dateline.sm.token.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which token a command shows to whom, and what it says without one. */
class ClientTokensTest {
  private static final String READER = "r".repeat(40);
  private static final String OPERATOR = "o".repeat(40);

  @TempDir private Path folder;
  private Path file;
  private HttpServer server;
  private final List<String> shown = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void start() throws IOException {
    file = folder.resolve("tokens");
    PrivateFile.create(file, "reader " + READER + "\noperator " + OPERATOR + "\n");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    shown.add(token);
    boolean isOrder = exchange.getRequestMethod().equals("POST");
    String role = isOrder ? "operator" : "reader";
    boolean isLet = ("Bearer " + (isOrder ? OPERATOR : READER)).equals(token);
    byte[] body =
        (isLet
                ? "{\"reset\":true,\"saEvents\":{}}"
                : "{\"error\":\"this needs the role %s\",\"role\":\"%s\"}".formatted(role, role))
            .getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(isLet ? 200 : 401, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Ran dateline(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--url", "http://127.0.0.1:" + server.getAddress().getPort()));
    return Ran.dateline(all.toArray(String[]::new));
  }

  @Test
  void shouldShowAnOperatorsTokenWithAnOrder() {
    Ran ran = dateline("routing", "--reset-frame", "a test", "--token-file", file.toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(shown).containsExactly("Bearer " + OPERATOR);
  }

  @Test
  void shouldShowATokenForReadingOnlyWhenTheNodeWantsOne() {
    Ran ran = dateline("status", "--token-file", file.toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(shown).containsExactly(null, "Bearer " + READER);
  }

  @Test
  void shouldSayWhichRoleIsNeededAndWhereItLooked() throws IOException {
    Files.writeString(file, "keys " + OPERATOR);
    Ran ran = dateline("routing", "--reset-frame", "a test", "--token-file", file.toString());
    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err())
        .contains("this needs the role operator", "looked for in " + file, "DATELINE_TOKEN_FILE")
        .doesNotContain(OPERATOR)
        .hasLineCount(1);
  }

  @Test
  void shouldRefuseATokenFileThatOthersMayRead() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Ran ran = dateline("routing", "--reset-frame", "a test", "--token-file", file.toString());
    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err()).contains("open to others");
    assertThat(shown).isEmpty();
  }

  @Test
  void shouldSendATokenThatWasNotNamedNowhereInTheClearButToThisHost() {
    ClientTokens found = new ClientTokens(Optional.empty(), List.of(folder.resolve("none"), file));
    assertThat(found.token(Role.OPERATOR, URI.create("http://127.0.0.1:7170"))).contains(OPERATOR);
    assertThat(found.token(Role.OPERATOR, URI.create("https://192.0.2.1:7170"))).contains(OPERATOR);
    assertThat(found.token(Role.OPERATOR, URI.create("http://192.0.2.1:7170"))).isEmpty();
    assertThat(
            new ClientTokens(Optional.of(file))
                .token(Role.OPERATOR, URI.create("http://192.0.2.1:7170")))
        .contains(OPERATOR);
  }

  @Test
  void shouldSayThatANamedFileIsNotThere() {
    ClientTokens tokens = new ClientTokens(Optional.of(folder.resolve("none")));
    assertThatThrownBy(() -> tokens.token(Role.READER, URI.create("https://sm1")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("there is no such file");
  }
}
