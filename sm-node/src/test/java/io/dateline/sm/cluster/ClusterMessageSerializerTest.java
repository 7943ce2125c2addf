package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.Wire;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClusterMessageSerializerTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ConfigFactory.load());

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  static List<ClusterMessage> messages() {
    ActorRef<MemberFacts> replyTo = KIT.<MemberFacts>createTestProbe().ref();
    return List.of(
        new MemberDesk.Ask(replyTo),
        new MemberFacts(
            "master", true, null, "h[1]", null, "0.1.0", "0123abcd", 7, 1L << 40, null, -1, 0),
        new MemberFacts(
            "standby",
            false,
            "no journal",
            "h[1]",
            "https://h:1",
            "0.1.0",
            "0123abcd+",
            7,
            2,
            "following",
            3,
            4));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadBackEveryMessage(ClusterMessage message) {
    assertThat(Wire.serializer(KIT.system(), message)).isEqualTo(ClusterMessageSerializer.class);
    assertThat(Wire.through(KIT.system(), message)).isEqualTo(message);
  }
}
