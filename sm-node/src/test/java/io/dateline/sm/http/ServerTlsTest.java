package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.sm.config.Listener.Access;
import io.dateline.sm.token.Role;
import io.dateline.sm.token.Tokens;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTlsTest {
  @TempDir private Path folder;

  private GuardedDoor door() throws Exception {
    Path tokens = folder.resolve("tokens");
    new TokenFile(tokens).prepare();
    return new GuardedDoor(tokens, Access.OPEN, Access.OPEN, Optional.of(ServerTls.of(folder)));
  }

  private TestCertificate install(String algorithm) throws Exception {
    return TestCertificate.make(folder, algorithm).install(folder);
  }

  private static SSLSocket connect(GuardedDoor door, TestCertificate... trusted) throws Exception {
    for (TestCertificate one : trusted) {
      SSLSocket socket = socket(door.address(), one.trust());
      try {
        socket.startHandshake();
        return socket;
      } catch (SSLException e) {
        socket.close(); // it is another one
      }
    }
    throw new AssertionError("none of these is the server's certificate");
  }

  private static SSLSocket socket(InetSocketAddress address, SSLContext trust) throws IOException {
    SSLSocket socket =
        (SSLSocket) trust.getSocketFactory().createSocket(address.getAddress(), address.getPort());
    socket.setSoTimeout(GuardedDoor.PATIENCE_MS);
    return socket;
  }

  private static BigInteger serial(SSLSocket socket) throws IOException {
    try (socket) {
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    }
  }

  private static int code(GuardedDoor door, TestCertificate trusted) throws Exception {
    URI uri = URI.create("https://127.0.0.1:" + door.address().getPort() + "/read");
    return HttpClient.newBuilder()
        .sslContext(trusted.trust())
        .build()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA"})
  void shouldAnswerWithTheNodesCertificate(String algorithm) throws Exception {
    TestCertificate own = install(algorithm);
    try (GuardedDoor door = door()) {
      assertThat(code(door, own)).isEqualTo(200);
      TestCertificate other = TestCertificate.make(folder, algorithm);
      assertThatThrownBy(() -> code(door, other)).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void shouldTakeACertificateThatWasReplacedWithoutARestart() throws Exception {
    TestCertificate first = install("EC");
    try (GuardedDoor door = door();
        LogLines log = new LogLines()) {
      assertThat(serial(connect(door, first))).isEqualTo(first.serial());
      TestCertificate second = TestCertificate.make(folder, "EC");
      Files.writeString(folder.resolve("node.pem"), second.certificatePem());
      for (int time = 0; time < 3; time++) { // the key of before does not fit: it is not used
        assertThat(serial(connect(door, second, first))).isEqualTo(first.serial());
      }
      assertThat(log.messages())
          .filteredOn(line -> line.contains("goes on with the certificate of before"))
          .hasSize(1);
      second.install(folder);
      assertThat(serial(connect(door, second, first))).isEqualTo(second.serial());
    }
  }

  @Test
  void shouldSayWhyACertificateCannotBeUsed() throws Exception {
    assertThatThrownBy(() -> ServerTls.of(folder))
        .isInstanceOf(UnusableCertificateException.class)
        .hasMessageContaining("there is no " + folder.resolve("node.pem"));
    install("EC");
    TestCertificate other = TestCertificate.make(folder, "EC");
    Files.writeString(folder.resolve("node.pem"), other.certificatePem());
    assertThatThrownBy(() -> ServerTls.of(folder)).hasMessageContaining("is not the key of");
    Files.writeString(
        folder.resolve("node.pem"), TestCertificate.make(folder, "RSA").certificatePem());
    assertThatThrownBy(() -> ServerTls.of(folder)).hasMessageContaining("is not the key of");
    other.install(folder);
    Path key = folder.resolve("node-key.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> ServerTls.of(folder)).hasMessageContaining("open to others");
  }

  @Test
  void shouldLeaveNoTraceOfConnectionsThatBreakOffOrSpeakNoTls() throws Exception {
    TestCertificate own = install("EC");
    try (GuardedDoor door = door();
        LogLines log = new LogLines()) {
      for (int time = 0; time < 20; time++) {
        long before = door.counted(HttpEvent.BROKEN);
        try (SSLSocket socket = connect(door, own)) {
          String head =
              "POST /order HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
                  + "Content-Length: 100\nExpect: 100-continue\nAuthorization: Bearer "
                  + Tokens.parse(Files.readString(folder.resolve("tokens")))
                      .token(Role.OPERATOR)
                      .orElseThrow();
          GuardedDoor.send(socket, head, "");
          assertThat(socket.getInputStream().read()).isNotNegative();
        }
        door.awaitCounted(HttpEvent.BROKEN, before + 1);
        assertThat(door.plain("GET /read HTTP/1.1")).doesNotContain("HTTP/1.1 200");
      }
      assertThat(log.traces()).isEmpty();
      assertThat(log.messages()).hasSizeLessThanOrEqualTo(1);
      assertThat(code(door, own)).isEqualTo(200);
    }
  }

  /** They have sent nothing, not even the first word of TLS. */
  @Test
  void shouldAnswerWhileOthersDoNotSpeak() throws Exception {
    TestCertificate own = install("EC");
    List<Socket> silent = new ArrayList<>();
    try (GuardedDoor door = door();
        LogLines log = new LogLines()) {
      for (int client = 0; client < 2 * HttpDoor.CONNECTIONS_MAX; client++) {
        Socket socket = new Socket(door.address().getAddress(), door.address().getPort());
        socket.setSoTimeout(GuardedDoor.PATIENCE_MS);
        silent.add(socket);
      }
      assertThat(code(door, own)).isEqualTo(200);
      assertThat(silent.subList(0, HttpDoor.CONNECTIONS_MAX)).allMatch(GuardedDoor::isClosed);
      try (Socket last = over(silent.getLast(), own.trust())) {
        assertThat(last.isConnected()).as("the last to come has a place").isTrue();
      }
      assertThat(log.messages()).isEmpty();
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  /** The same connection, when TLS has begun on it. */
  private static Socket over(Socket plain, SSLContext trust) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            trust.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
    socket.startHandshake();
    return socket;
  }
}
