package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.OrdinaryUser;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What others on a node's host, and beyond it, can do to it over HTTP. */
@Timeout(180)
class HttpGuardIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int CUT = 100;
  private static final int BAD_INPUT = 2;
  private static final String ORDER = "{\"reason\":\"a test\"}";

  @TempDir private Path folder;

  private Running.Ended run(List<String> command) {
    return Running.run(folder.resolve("run-" + System.nanoTime()), PATIENCE, Map.of(), command);
  }

  private Running.Ended dateline(String... arguments) {
    String program = Machine.root().resolve("dateline").toString();
    return run(Stream.concat(Stream.of(program), Stream.of(arguments)).toList());
  }

  /** The status code that curl is answered with, by an ordinary user of the host. */
  private String curl(String url, String... options) {
    List<String> command =
        new ArrayList<>(List.of("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}"));
    command.addAll(List.of(options));
    command.add(url);
    Running.Ended ended = run(OrdinaryUser.command(command));
    return ended.exitCode() == 0 ? ended.output() : "exit code " + ended.exitCode();
  }

  private static void needsOtherUsers() {
    Machine.needs("curl");
    OrdinaryUser.needed();
  }

  @Test
  void anOrdinaryUserReadsAndOrdersNothing() throws Exception {
    needsOtherUsers();
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmNodeProcess node = SmNodeProcess.start(folder, subnet.address())) {
      node.awaitSubnetUp(PATIENCE);
      assertThat(curl(node.url() + "/status")).isEqualTo("200");
      String order = node.url() + "/routing/reset-frame";
      String json = "Content-Type: application/json";
      assertThat(curl(order, "-d", ORDER, "-H", json)).isEqualTo("401");
      String wrong = "Authorization: Bearer " + "0".repeat(64);
      assertThat(curl(order, "-d", ORDER, "-H", json, "-H", wrong)).isEqualTo("401");
      assertThat(curl(node.url() + "/status", "-H", "Host: evil.example.org")).isEqualTo("421");
      assertThat(curl(node.url() + "/status", "-H", "Origin: http://evil.example.org"))
          .isEqualTo("403");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(node.tokens())))
          .isEqualTo("rw-------");
      assertThat(node.metrics().orElseThrow())
          .containsEntry("dateline_http_refused_total{kind=\"NO_TOKEN\"}", 1.0)
          .containsEntry("dateline_http_refused_total{kind=\"UNKNOWN_TOKEN\"}", 1.0);

      assertNoOtherMethodIsTaken(node);
      assertOperatorIsObeyed(node);
      assertHealthIsTold(node);
      assertCutBodiesLeaveNoTrace(node);
    }
  }

  /** There is nothing to forget with minhop; but it is the manager that says so. */
  private void assertOperatorIsObeyed(SmNodeProcess node) {
    String[] reset = {"routing", "--url", node.url(), "--reset-frame", "a test"};
    Running.Ended without = dateline(reset);
    assertThat(without.exitCode()).isEqualTo(1);
    assertThat(without.output()).contains("needs the role operator", "state/tokens");
    Running.Ended with =
        dateline(
            Stream.concat(Stream.of(reset), Stream.of("--token-file", node.tokens().toString()))
                .toArray(String[]::new));
    assertThat(with.output()).contains("there is nothing to reset");
  }

  private static void assertHealthIsTold(SmNodeProcess node) {
    assertThat(node.get("alive").orElseThrow().path("alive").asBoolean()).isTrue();
    Awaitility.await().atMost(PATIENCE).until(() -> node.get("ready").isPresent());
    JsonNode members = node.get("cluster/members").orElseThrow();
    assertThat(members.path("members").path(0).path("node")).isEqualTo(members.path("selfNode"));
    assertThat(members.path("members").path(0).path("status").asText()).isEqualTo("Up");
    assertThat(members.path("oldest")).isEqualTo(members.path("selfNode"));
    assertThat(members.path("leader")).isEqualTo(members.path("selfNode"));
    assertThat(members.path("unreachable").isEmpty()).isTrue();
  }

  /** Connections that are reset in the body of an order. */
  private static void assertCutBodiesLeaveNoTrace(SmNodeProcess node) throws Exception {
    String head =
        """
        POST /routing/reset-frame HTTP/1.1
        Host: localhost
        Content-Type: application/json
        Authorization: Bearer %s
        Expect: 100-continue
        Content-Length: 1000

        """
            .formatted(node.token("operator"))
            .replace("\n", "\r\n");
    String broken = "dateline_http_refused_total{kind=\"BROKEN\"}";
    for (int time = 0; time < CUT; time++) {
      try (Socket socket =
          new Socket(InetAddress.getLoopbackAddress(), URI.create(node.url()).getPort())) {
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isNotNegative();
        socket.setSoLinger(true, 0);
      }
    }
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> node.metrics().orElseThrow().get(broken) == CUT);
    assertThat(node.log()).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(node.log().lines().filter(line -> line.contains("HTTP: POST"))).hasSizeLessThan(20);
  }

  /** Whatever a route does, none does it for a method that is not its own. */
  private void assertNoOtherMethodIsTaken(SmNodeProcess node) throws Exception {
    for (String page :
        List.of(
            "status",
            "metrics",
            "fabric",
            "cluster",
            "cluster/members",
            "path?from=1&to=2",
            "routing",
            "history",
            "history/state?at=1",
            "keys/port/0x1",
            "orders/1",
            "alive",
            "ready")) {
      for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
        assertThat(curl(node.url() + "/" + page, "-X", method))
            .as("%s %s", method, page)
            .isIn("404", "405");
      }
    }
    for (String order : List.of("sweep", "reload", "dump", "routing/reset-frame")) {
      for (String method : List.of("GET", "PUT", "DELETE")) {
        assertThat(curl(node.url() + "/" + order, "-X", method))
            .as("%s %s", method, order)
            .isIn("404", "405");
      }
    }
  }

  @Test
  void answersOverHttpsAreForThoseWithATokenAndTheAuthority() throws Exception {
    needsOtherUsers();
    Machine.needs("openssl");
    Path certificates = certificates();
    Path ca = certificates.resolve("ca.pem");
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmNodeProcess node =
            SmNodeProcess.start(
                folder,
                subnet.address(),
                "-Ddateline.security.certificates=" + certificates,
                "-Ddateline.http.tls=on",
                "-Ddateline.http.reading=token")) {
      Awaitility.await().atMost(PATIENCE).until(() -> node.log().contains("HTTP at https:"));
      String url = node.url().replace("http:", "https:");
      String[] trust = {"--cacert", readable(ca).toString()};
      assertThat(curl(url + "/alive", trust)).isEqualTo("200");
      assertThat(curl(url + "/status", trust)).isEqualTo("401");
      assertThat(curl(url + "/status", "-H", "Authorization: Bearer " + node.token("reader")))
          .as("a certificate of an authority that is not known")
          .isEqualTo("exit code 60");
      String[] with = {
        "--cacert", ca.toString(), "-H", "Authorization: Bearer " + node.token("reader")
      };
      Awaitility.await().atMost(PATIENCE).until(() -> curl(url + "/status", with).equals("200"));
      assertThat(curl(node.url() + "/alive")).as("no TLS").startsWith("exit code");

      Running.Ended status =
          dateline(
              "status",
              "--url",
              url,
              "--ca",
              ca.toString(),
              "--token-file",
              node.tokens().toString());
      assertThat(status.exitCode()).as(status.output()).isZero();
      assertThat(dateline("status", "--url", url).output()).contains("does not hold", "--ca FILE");
      assertThat(node.log()).doesNotContain("\tat ").doesNotContain("Exception");
    }
  }

  /** The folder of the test is for its user alone; the authority is for all. */
  private Path readable(Path ca) throws Exception {
    for (Path above = ca.getParent(); above.startsWith(folder); above = above.getParent()) {
      Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwx--x--x"));
    }
    Files.setPosixFilePermissions(ca, PosixFilePermissions.fromString("rw-r--r--"));
    return ca;
  }

  private Path certificates() throws Exception {
    Path made = Files.createDirectory(folder.resolve("certificates"));
    Path key = made.resolve("node-key.pem");
    Running.Ended openssl =
        run(
            List.of(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-noenc",
                "-days",
                "2",
                "-subj",
                "/CN=node",
                "-addext",
                "subjectAltName=IP:127.0.0.1",
                "-keyout",
                key.toString(),
                "-out",
                made.resolve("node.pem").toString()));
    assertThat(openssl.exitCode()).as(openssl.output()).isZero();
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Files.copy(made.resolve("node.pem"), made.resolve("ca.pem"));
    return made;
  }

  @Test
  void aNodeThatIsOpenToOtherHostsDoesNotStartUnencrypted() {
    Running.Ended ended =
        dateline(
            "node",
            "--state",
            folder.resolve("state").toString(),
            "--fabric",
            "sim://127.0.0.1:1",
            "-Ddateline.http.host=0.0.0.0");
    assertThat(ended.exitCode()).isEqualTo(BAD_INPUT);
    assertThat(ended.output())
        .contains("dateline.http.host", "dateline.security.unencrypted = accepted");
  }
}
