package io.dateline.sm;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializers;

/** What becomes of a message between two nodes. */
public final class Wire {
  private Wire() {}

  /** The class that serializes a message. */
  public static Class<?> serializer(ActorSystem<?> system, Object message) {
    return of(system).findSerializerFor(message).getClass();
  }

  /** The message as the other node reads it. */
  public static Object through(ActorSystem<?> system, Object message) {
    Serialization serialization = of(system);
    var serializer = serialization.findSerializerFor(message);
    byte[] bytes = serialization.serialize(message).get();
    return serialization
        .deserialize(bytes, serializer.identifier(), Serializers.manifestFor(serializer, message))
        .get();
  }

  private static Serialization of(ActorSystem<?> system) {
    return SerializationExtension.get(Adapter.toClassic(system));
  }
}
