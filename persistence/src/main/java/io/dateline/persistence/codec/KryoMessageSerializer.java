package io.dateline.persistence.codec;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.SerializerWithStringManifest;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/**
 * Messages between nodes. A module with messages has a subclass that lists them, and binds it in
 * its reference.conf. Messages may hold actor references.
 */
public abstract class KryoMessageSerializer extends SerializerWithStringManifest {
  private final int identifier;
  private final KryoCodec codec;

  /**
   * A serializer.
   *
   * @param identifier unique among serializers, and the same on all nodes for ever
   */
  protected KryoMessageSerializer(ExtendedActorSystem system, int identifier, RecordTypes types) {
    this.identifier = identifier;
    codec =
        new KryoCodec(
            types,
            kryo ->
                kryo.register(
                    ActorRef.class, new ActorRefSerializer(system), KryoCodec.FIRST_EXTRA_ID));
  }

  @Override
  public final int identifier() {
    return identifier;
  }

  @Override
  public final String manifest(Object message) {
    return codec.manifest(message);
  }

  @Override
  public final byte[] toBinary(Object message) {
    return codec.toBytes(message);
  }

  @Override
  public final Object fromBinary(byte[] bytes, String manifest) throws UnreadableRecordException {
    return codec.toValue(bytes, manifest);
  }

  private static final class ActorRefSerializer extends Serializer<ActorRef<?>> {
    private final ExtendedActorSystem system;

    ActorRefSerializer(ExtendedActorSystem system) {
      this.system = system;
    }

    // Looked up at each use: the resolver may not exist yet while serializers are being created.
    private ActorRefResolver resolver() {
      return ActorRefResolver.get(Adapter.toTyped(system));
    }

    @Override
    public void write(Kryo kryo, Output output, ActorRef<?> ref) {
      output.writeString(resolver().toSerializationFormat(ref));
    }

    @Override
    public ActorRef<?> read(Kryo kryo, Input input, Class<? extends ActorRef<?>> type) {
      return resolver().resolveActorRef(input.readString());
    }
  }
}
