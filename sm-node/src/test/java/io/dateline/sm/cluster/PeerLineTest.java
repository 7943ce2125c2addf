package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A peer that is a socket of the test. */
class PeerLineTest {
  private static final Duration INTERVAL = Duration.ofMillis(10);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Many intervals, in which nothing is to be heard. */
  private static final Duration WHILE = Duration.ofMillis(300);

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString("akka.actor.provider = local")
              .withFallback(ConfigFactory.load()));
  private final TestProbe<String> probe = kit.createTestProbe();
  private final TestProbe<String> lost = kit.createTestProbe();

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  private ActorRef<PeerLine.Command> watch(int port) {
    return kit.spawn(
        PeerLine.create(
            InetSocketAddress.createUnresolved("127.0.0.1", port),
            INTERVAL,
            news -> {
              if (news == PeerLine.News.LOST) {
                lost.ref().tell("lost");
              } else if (news == PeerLine.News.GONE) {
                probe.ref().tell("gone");
              }
            }));
  }

  private static ServerSocket listen(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  /** Waits for the end of a line, in good order or not. */
  private static boolean isHungUp(Socket line) throws IOException {
    try {
      return line.getInputStream().read() == -1;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true; // reset
    }
  }

  @Test
  void aConnectionClosedAndAPortThatRefusesAreADeath() throws Exception {
    ServerSocket peer = listen(0);
    watch(peer.getLocalPort());
    Socket line = peer.accept();
    probe.expectNoMessage(WHILE);

    peer.close();
    probe.expectNoMessage(WHILE); // nobody may connect any more, but the line stands
    line.close();

    lost.expectMessage(PATIENCE, "lost");
    probe.expectMessage(PATIENCE, "gone");
    probe.expectNoMessage(WHILE);
  }

  @Test
  void aPortThatWasNeverReachedProvesNothing() throws Exception {
    ServerSocket peer = listen(0);
    int port = peer.getLocalPort();
    peer.close();
    watch(port);

    probe.expectNoMessage(WHILE);
    lost.expectNoMessage();

    try (ServerSocket begun = listen(port);
        Socket line = begun.accept()) {
      assertThat(line.isConnected()).isTrue();
    }
    probe.expectMessage(PATIENCE, "gone");
  }

  @Test
  void aPeerThatOnlyDropsTheLineIsCalledAgain() throws Exception {
    try (ServerSocket peer = listen(0)) {
      watch(peer.getLocalPort());
      peer.accept().close();
      try (Socket again = peer.accept()) {
        assertThat(again.isConnected()).isTrue();
        probe.expectNoMessage(WHILE);
      }
    }
  }

  @Test
  void itHangsUpWhenItIsStopped() throws Exception {
    try (ServerSocket peer = listen(0)) {
      ActorRef<PeerLine.Command> watching = watch(peer.getLocalPort());
      try (Socket line = peer.accept()) {
        line.setSoTimeout((int) PATIENCE.toMillis());
        kit.stop(watching);
        assertThat(isHungUp(line)).isTrue();
      }
      peer.setSoTimeout((int) WHILE.toMillis());
      org.assertj.core.api.Assertions.assertThatThrownBy(peer::accept)
          .isInstanceOf(SocketTimeoutException.class);
    }
    probe.expectNoMessage(WHILE);
  }
}
