package io.dateline.sm.http;

import static io.dateline.sm.http.GuardedDoor.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.config.Listener.Access;
import io.dateline.sm.token.Role;
import io.dateline.sm.token.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask and order what. */
class HttpGuardTest {
  private static final String ORDER = "{\"reason\":\"a test\"}";

  @TempDir private Path folder;
  private Path file;
  private GuardedDoor door;

  @BeforeEach
  void open() throws Exception {
    file = folder.resolve("tokens");
    new TokenFile(file).prepare();
    door = new GuardedDoor(file, Access.OPEN, Access.OPEN, "sm1.example.org");
  }

  @AfterEach
  void close() {
    door.close();
  }

  private String bearer(Role role) throws IOException {
    return bearer(Tokens.parse(Files.readString(file)).token(role).orElseThrow());
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token;
  }

  @Test
  void shouldObeyAnOperatorAndNobodyElse() throws Exception {
    assertThat(door.post("/order", ORDER, bearer(Role.OPERATOR))).contains("200 OK", ORDER);
    assertThat(door.post("/order", ORDER))
        .startsWith("HTTP/1.1 401")
        .contains("WWW-Authenticate: Bearer", "\"role\":\"operator\"");
    assertThat(code(door.post("/order", ORDER, bearer(Role.READER)))).isEqualTo(403);
    assertThat(code(door.post("/order", ORDER, bearer(Role.KEYS)))).isEqualTo(403);
    assertThat(code(door.post("/order", ORDER, bearer("0".repeat(64))))).isEqualTo(401);
    assertThat(code(door.post("/order", ORDER, "Authorization: Basic b3BlcmF0b3I6")))
        .isEqualTo(401);
    assertThat(door.counted(HttpEvent.NO_TOKEN)).isEqualTo(2);
    assertThat(door.counted(HttpEvent.UNKNOWN_TOKEN)).isEqualTo(1);
    assertThat(door.counted(HttpEvent.OTHER_ROLE)).isEqualTo(2);
  }

  @Test
  void shouldGiveKeysToThatRoleOnly() throws Exception {
    assertThat(door.get("/key")).isEqualTo(401);
    assertThat(door.get("/key", bearer(Role.READER))).isEqualTo(403);
    assertThat(door.get("/key", bearer(Role.OPERATOR))).isEqualTo(403);
    assertThat(door.get("/key", bearer(Role.KEYS))).isEqualTo(200);
  }

  @Test
  void shouldLetEverybodyReadWhereReadingIsOpen() throws Exception {
    assertThat(door.get("/read")).isEqualTo(200);
    assertThat(door.get("/read", bearer("0".repeat(64)))).isEqualTo(200);
  }

  @Test
  void shouldWantATokenForReadingWhereThatIsSaid() throws Exception {
    try (GuardedDoor closed = new GuardedDoor(file, Access.TOKEN, Access.OPEN)) {
      assertThat(closed.get("/read")).isEqualTo(401);
      assertThat(closed.get("/watch")).isEqualTo(200);
      for (Role role : Role.values()) {
        assertThat(closed.get("/read", bearer(role))).isEqualTo(200);
      }
    }
    try (GuardedDoor closed = new GuardedDoor(file, Access.TOKEN, Access.TOKEN)) {
      assertThat(closed.get("/watch")).isEqualTo(401);
      assertThat(closed.get("/watch", bearer(Role.READER))).isEqualTo(200);
    }
  }

  @Test
  void shouldTakeANewTokenWithoutARestartAndTheOldOneNoMore() throws Exception {
    String old = bearer(Role.OPERATOR);
    String renewed = "f".repeat(64);
    Files.writeString(file, "operator " + renewed + "\n");
    assertThat(code(door.post("/order", ORDER, bearer(renewed)))).isEqualTo(200);
    assertThat(code(door.post("/order", ORDER, old))).isEqualTo(401);
  }

  @Test
  void shouldTrustNoTokenOfAFileThatOthersMayRead() throws Exception {
    String token = bearer(Role.OPERATOR);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    try (LogLines log = new LogLines()) {
      assertThat(code(door.post("/order", ORDER, token))).isEqualTo(503);
      assertThat(log.messages()).anyMatch(line -> line.contains(file + " is open to others"));
    }
    Files.delete(file);
    assertThat(code(door.post("/order", ORDER, token))).isEqualTo(503);
    assertThat(door.counted(HttpEvent.UNUSABLE_TOKENS)).isEqualTo(2);
    assertThat(door.get("/read")).isEqualTo(200);
  }

  @Test
  void shouldTellOfRefusalsInOneLineAndOfNoToken() throws Exception {
    try (LogLines log = new LogLines()) {
      for (int attempt = 0; attempt < 20; attempt++) {
        door.post("/order", ORDER, bearer("abcdef".repeat(10)));
      }
      List<String> told = log.messages();
      assertThat(told).filteredOn(line -> line.contains("POST /order was refused")).hasSize(1);
      assertThat(String.join("\n", told)).doesNotContain("abcdef");
    }
  }

  @Test
  void shouldTellWhyAnOrderIsNotCarriedOut() throws Exception {
    try (LogLines log = new LogLines()) {
      String other = ORDER.replaceFirst("\\{", "{\"unheard\": 1, ");
      assertThat(code(door.post("/order", other, bearer(Role.OPERATOR)))).isEqualTo(400);
      assertThat(log.messages())
          .anyMatch(
              line ->
                  line.startsWith("HTTP: POST /order, as operator: refused with 400: ")
                      && line.contains("unheard"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "localhost",
        "LOCALHOST:7170",
        "[::1]:7170",
        "sm1.example.org",
        "SM1.example.org.:443",
        "127.0.0.1:1"
      })
  void shouldAnswerToItsNames(String host) throws Exception {
    assertThat(door.get("/read", "Host: " + host)).isEqualTo(200);
  }

  /** A page whose own name resolves to this node's address sends that name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example.org",
        "evil.example.org:7170",
        "localhost.evil.example.org",
        "192.0.2.7",
        "sm1.example.org.evil",
        "[::2]",
        "127.0.0.1.evil.example.org"
      })
  void shouldAnswerToNoOtherName(String host) throws Exception {
    assertThat(door.get("/read", "Host: " + host)).isEqualTo(421);
    assertThat(code(door.post("/order", ORDER, "Host: " + host, bearer(Role.OPERATOR))))
        .isEqualTo(421);
    assertThat(door.counted(HttpEvent.OTHER_HOST)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example.org", "null", "https://127.0.0.1", "file://"})
  void shouldRefuseWhatAPageOfAnotherSiteSends(String origin) throws Exception {
    assertThat(door.get("/read", "Origin: " + origin)).isEqualTo(403);
    assertThat(code(door.post("/order", ORDER, "Origin: " + origin, bearer(Role.OPERATOR))))
        .isEqualTo(403);
    assertThat(door.counted(HttpEvent.OTHER_ORIGIN)).isEqualTo(2);
  }

  @Test
  void shouldLetAPageOfItsOwnAsk() throws Exception {
    String own = "127.0.0.1:" + door.address().getPort();
    assertThat(door.get("/read", "Host: " + own, "Origin: http://" + own)).isEqualTo(200);
    assertThat(door.ask("GET /read HTTP/1.1\nHost: " + own, ""))
        .doesNotContain("Access-Control-Allow");
  }

  @Test
  void shouldTakeOrdersInJsonOnly() throws Exception {
    for (String type : List.of("text/plain", "application/x-www-form-urlencoded")) {
      String head =
          "POST /order HTTP/1.1\nHost: localhost\n%s\nContent-Type: %s\nContent-Length: %d\n"
              .formatted(bearer(Role.OPERATOR), type, ORDER.length());
      assertThat(code(door.ask(head, ORDER))).isEqualTo(415);
    }
    for (String body : List.of("", "{", "[]", "\"word\"", "{}x")) {
      assertThat(code(door.post("/order", body, bearer(Role.OPERATOR)))).as(body).isEqualTo(400);
    }
  }
}
