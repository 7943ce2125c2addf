package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorSystem;
import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.testkit.typed.FishingOutcome;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.cluster.Cluster;
import akka.remote.artery.tcp.SSLEngineProviderSetup;
import akka.stream.TLSClosing;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Tcp;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.cluster.PeerLine.News;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.tls.Authority;
import io.dateline.sm.tls.Credentials;
import io.dateline.sm.tls.MemberTls;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A peer whose port speaks TLS. The line says nothing there, not even the first word of TLS, for it
 * is the peer's operating system that is to be heard, and not the peer.
 */
class PeerLineTlsTest {
  private static final String HOST = "127.0.0.1";
  private static final Duration INTERVAL = Duration.ofMillis(10);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration DAY = Duration.ofDays(1);

  /** Many intervals, in which nothing is to be heard. */
  private static final Duration WHILE = Duration.ofMillis(300);

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString("akka.actor.provider = local")
              .withFallback(ConfigFactory.load()));
  private final TestProbe<News> news = kit.createTestProbe();
  private MemberTls tls;

  @BeforeEach
  void makeCredentials() throws Exception {
    Credentials credentials =
        Authority.create("test", Instant.now(), DAY).issue(List.of(HOST), Instant.now(), DAY);
    tls = new MemberTls(() -> credentials, List.of(HOST), true);
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  private void watch(int port) {
    kit.spawn(
        PeerLine.create(
            InetSocketAddress.createUnresolved(HOST, port), INTERVAL, news.ref()::tell));
  }

  /** A member's own remoting port: it has no time-out for those that do not speak. */
  @Test
  void shouldStayAtARemotingPortUntilTheMemberEnds() throws Exception {
    BootstrapSetup settings =
        BootstrapSetup.create(
            ConfigFactory.parseString("akka.remote.artery.transport = tls-tcp")
                .withFallback(
                    NodeConfig.load(ConfigFactory.parseString("dateline.cluster.port = 0"))));
    ActorSystem member =
        ActorSystem.create(
            "dateline",
            ActorSystemSetup.create(settings, SSLEngineProviderSetup.create(system -> tls)));
    try {
      int port = Cluster.get(member).selfAddress().getPort().orElseThrow();
      watch(port);
      news.expectMessage(PATIENCE, News.CONNECTED);
      news.expectNoMessage(WHILE);
    } finally {
      member.terminate();
    }
    news.expectMessage(PATIENCE, News.LOST);
    news.expectMessage(PATIENCE, News.GONE);
  }

  /** Such as one with a time-out for the handshake, which Akka has not. */
  @Test
  void shouldNotTakeAPortThatSendsTheSilentAwayForADeadPeer() throws Exception {
    Tcp.ServerBinding port =
        Tcp.get(kit.system())
            .bindWithTls(
                HOST,
                0,
                () -> tls.createServerSSLEngine(HOST, 0),
                100,
                List.of(),
                Optional.of(INTERVAL),
                session -> Optional.empty(),
                TLSClosing.eagerClose())
            .to(Sink.foreach(connection -> connection.handleWith(Flow.create(), kit.system())))
            .run(kit.system())
            .toCompletableFuture()
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    watch(port.localAddress().getPort());
    for (int line = 0; line < 10; line++) {
      news.expectMessage(PATIENCE, News.CONNECTED);
      news.expectMessage(PATIENCE, News.LOST);
    }
    port.unbind();
    assertThat(news.fishForMessage(PATIENCE, PeerLineTlsTest::untilGone)).endsWith(News.GONE);
  }

  private static FishingOutcome untilGone(News one) {
    return one == News.GONE ? FishingOutcomes.complete() : FishingOutcomes.continueAndIgnore();
  }
}
