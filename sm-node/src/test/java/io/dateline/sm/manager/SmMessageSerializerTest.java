package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializers;
import com.typesafe.config.ConfigFactory;
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
  private static final Serialization SERIALIZATION =
      SerializationExtension.get(Adapter.toClassic(KIT.system()));

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  static List<SmMessage> messages() {
    return List.of(
        new SubnetManager.Controlled(
            1, new byte[] {1, 2, (byte) 0xff}, true, -7, 0xFFFF, new byte[] {3, (byte) 200}));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadBackEveryMessage(SmMessage message) {
    var serializer = SERIALIZATION.findSerializerFor(message);
    byte[] bytes = SERIALIZATION.serialize(message).get();
    Object read =
        SERIALIZATION
            .deserialize(
                bytes, serializer.identifier(), Serializers.manifestFor(serializer, message))
            .get();

    assertThat(serializer).isInstanceOf(SmMessageSerializer.class);
    assertThat(read).usingRecursiveComparison().isEqualTo(message);
  }

  @Test
  void shouldHaveASampleOfEveryMessage() {
    Set<Class<?>> sampled = messages().stream().map(Object::getClass).collect(Collectors.toSet());
    Set<Class<?>> declared =
        Stream.of(SubnetManager.class.getDeclaredClasses())
            .filter(SmMessage.class::isAssignableFrom)
            .collect(Collectors.toSet());

    assertThat(declared).isEqualTo(sampled);
  }
}
