package io.dateline.sm.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.remote.artery.tcp.SSLEngineProvider;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemberTlsTest {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int STEPS_MAX = 50;

  private Authority authority;

  @BeforeEach
  void makeAuthority() throws Exception {
    authority = TestCredentials.authorityOfToday();
  }

  private MemberTls node(String host) throws Exception {
    return node(TestCredentials.issue(authority, host));
  }

  private static MemberTls node(Credentials credentials) {
    return new MemberTls(() -> credentials, List.of("sm1", "sm2"), true);
  }

  /** Both sides' handshake, and what each makes of the other, as Artery does it. */
  private static void connect(SSLEngineProvider from, String host, SSLEngineProvider to)
      throws SSLException {
    SSLEngine client = from.createClientSSLEngine(host, 7172);
    SSLEngine server = to.createServerSSLEngine(host, 7172);
    client.beginHandshake();
    server.beginHandshake();
    ByteBuffer up = ByteBuffer.allocate(BUFFER_BYTES);
    ByteBuffer down = ByteBuffer.allocate(BUFFER_BYTES);
    for (int step = 0; step < STEPS_MAX; step++) {
      move(client, down, up);
      move(server, up, down);
    }
    assertThat(client.getHandshakeStatus())
        .isEqualTo(SSLEngineResult.HandshakeStatus.NOT_HANDSHAKING);
    check(from.verifyClientSession(host, client.getSession()));
    check(to.verifyServerSession(host, server.getSession()));
  }

  private static void check(scala.Option<Throwable> refusal) throws SSLException {
    if (refusal.isDefined()) {
      throw new SSLException(refusal.get());
    }
  }

  private static void move(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
    switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> {
        for (Runnable task = engine.getDelegatedTask();
            task != null;
            task = engine.getDelegatedTask()) {
          task.run();
        }
      }
      case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), out);
      default -> {
        in.flip();
        engine.unwrap(in, ByteBuffer.allocate(BUFFER_BYTES));
        in.compact();
      }
    }
  }

  @Test
  void shouldConnectNodesOfOneAuthority() throws Exception {
    connect(node("sm1"), "sm2", node("sm2"));
  }

  @Test
  void shouldRefuseAnotherAuthoritysCertificateOnBothSides() throws Exception {
    MemberTls stranger =
        node(TestCredentials.issue(TestCredentials.authorityOfToday(), "sm1", "sm2"));
    MemberTls own = node("sm2");
    assertThatThrownBy(() -> connect(stranger, "sm2", own)).isInstanceOf(SSLException.class);
    assertThatThrownBy(() -> connect(own, "sm2", stranger)).isInstanceOf(SSLException.class);
  }

  @Test
  void shouldRefuseAHostThatIsNoneOfTheClusters() throws Exception {
    MemberTls other = node("web1");
    MemberTls own = node("sm2");
    assertThatThrownBy(() -> connect(other, "sm2", own))
        .hasMessageContaining("names no host of dateline.cluster.nodes");
  }

  @Test
  void shouldRefuseAnotherHostThanTheOneItWanted() throws Exception {
    MemberTls own = node("sm1");
    assertThatThrownBy(() -> connect(own, "sm2", node("sm1"))).isInstanceOf(SSLException.class);
  }

  @Test
  void shouldRefuseAPeerWithoutACertificate() throws Exception {
    MemberTls own = node("sm2");
    assertThatThrownBy(() -> connect(new ClosedTls(), "sm2", own)).isInstanceOf(SSLException.class);
  }

  @Test
  void shouldLetNothingIntoANodeThatIsAlone() throws Exception {
    MemberTls own = node("sm2");
    assertThatThrownBy(() -> connect(own, "sm2", new ClosedTls())).isInstanceOf(SSLException.class);
  }

  @Test
  void shouldUseTheCredentialsOfTheMoment() throws Exception {
    AtomicReference<Credentials> now =
        new AtomicReference<>(TestCredentials.issue(authority, "sm1"));
    MemberTls renewed = new MemberTls(now::get, List.of("sm1", "sm2"), true);
    MemberTls other = node("sm2");
    connect(renewed, "sm2", other);
    now.set(TestCredentials.issue(TestCredentials.authorityOfToday(), "sm1"));
    assertThatThrownBy(() -> connect(renewed, "sm2", other)).isInstanceOf(SSLException.class);
  }

  @Test
  void shouldBelieveTwoAuthoritiesWhileOneIsReplaced() throws Exception {
    Authority next = TestCredentials.authorityOfToday();
    Credentials old =
        TestCredentials.issue(authority, "sm1").believing(List.of(next.certificate()));
    Credentials renewed =
        TestCredentials.issue(next, "sm2").believing(List.of(authority.certificate()));
    connect(node(old), "sm2", node(renewed));
    connect(node(renewed), "sm1", node(old));
  }
}
