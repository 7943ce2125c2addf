package io.dateline.sm.manager.shell;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.Wire;
import io.dateline.sm.manager.CandidateTrial;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SmMessage;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SmMessageSerializerTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ConfigFactory.load());

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  static List<SmMessage> messages() {
    return List.of(
        new SmCommand.Controlled(
            1, new byte[] {1, 2, (byte) 0xff}, true, -7, 0xFFFF, new byte[] {3, (byte) 200}),
        new SetDesk.Send(new byte[] {1, 2}, KIT.<SetDesk.Sent>createTestProbe().ref()),
        new SetDesk.Sent(new long[] {1L << 63, 5}, "one\ntwo"),
        new CandidateDesk.Try(
            new CandidateTrial.Task("nue", 7, -1, "0a", "1b", "", -2, 5, 1L << 60, true),
            KIT.<CandidateDesk.Tried>createTestProbe().ref()),
        new CandidateDesk.Tried(true, "a reason", "2c", 1L << 40, true, 83, 256, 10, true));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadBackEveryMessage(SmMessage message) {
    assertThat(Wire.serializer(KIT.system(), message)).isEqualTo(SmMessageSerializer.class);
    assertThat(Wire.through(KIT.system(), message))
        .usingRecursiveComparison()
        .withEqualsForType(Object::equals, ActorRef.class)
        .isEqualTo(message);
  }

  @Test
  void shouldHaveASampleOfEveryMessage() {
    Set<Class<?>> sampled = messages().stream().map(Object::getClass).collect(Collectors.toSet());
    Set<Class<?>> declared =
        Stream.of(SmCommand.class, SetDesk.class, CandidateDesk.class)
            .flatMap(owner -> Stream.of(owner.getDeclaredClasses()))
            .filter(SmMessage.class::isAssignableFrom)
            .collect(Collectors.toSet());

    assertThat(declared).isEqualTo(sampled);
  }
}
