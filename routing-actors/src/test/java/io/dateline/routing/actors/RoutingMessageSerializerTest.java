package io.dateline.routing.actors;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ExtendedActorSystem;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializers;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.codec.KryoMessageSerializer;
import io.dateline.persistence.codec.RecordTypes;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.entity.RoutingMessage;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.routing.actors.step.StepDesk;
import io.dateline.routing.actors.step.StepMaker;
import io.dateline.routing.actors.step.StepTask;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RoutingMessageSerializerTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ConfigFactory.load());
  private static final Serialization SERIALIZATION =
      SerializationExtension.get(Adapter.toClassic(KIT.system()));
  private static final ActorRef<RoutingEngineBehavior.Reply> ENGINE_REPLIES =
      KIT.createTestProbe(RoutingEngineBehavior.Reply.class).ref();
  private static final ActorRef<ProgrammerReply> PROGRAMMER_REPLIES =
      KIT.createTestProbe(ProgrammerReply.class).ref();
  private static final ActorRef<LftProgrammer.Recalled> RECALLS =
      KIT.createTestProbe(LftProgrammer.Recalled.class).ref();

  private static final ActorRef<LayerAssigner.Reply> LAYER_REPLIES =
      KIT.createTestProbe(LayerAssigner.Reply.class).ref();

  private static final ActorRef<StepMaker.Reply> STEP_REPLIES =
      KIT.createTestProbe(StepMaker.Reply.class).ref();
  private static final ActorRef<StepMaker.More> MORE =
      KIT.createTestProbe(StepMaker.More.class).ref();

  private static final StepTask TASK = new StepTask(7, 2, "00ff", true, "0a");

  private static final SwitchReach REACH =
      new SwitchReach(5, new byte[] {1, (byte) 200}, new byte[64], 0x1234);

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  static List<RoutingMessage> messages() {
    return List.of(
        new RoutingEngineBehavior.Compute(7, ENGINE_REPLIES, "00ff", "0a", new long[] {9}),
        new RoutingEngineBehavior.Computed(7, "minhop", "00ff", 2, 1234, true),
        new RoutingEngineBehavior.Refused("ftree", "no root"),
        new RoutingEngineBehavior.UnknownGeneration(Long.MAX_VALUE),
        new RoutingEngineBehavior.Busy("ftree"),
        TASK,
        new StepDesk.Route(TASK, STEP_REPLIES),
        new StepMaker.Piece(5, 3, new byte[2], MORE),
        new StepMaker.NotMade("it has other options"),
        new StepMaker.More(3),
        new LftProgrammer.Program(7, 127, new byte[49152], true, PROGRAMMER_REPLIES, REACH, 9),
        new ProgrammerReply.Programmed(7, 764, 0, 765),
        new ProgrammerReply.ProgrammingFailed(7, new int[] {0, 767}, "block 0 not answered"),
        REACH,
        new ProgrammerReply.Elsewhere(7, Long.MIN_VALUE),
        new LftProgrammer.Recall(RECALLS),
        new LftProgrammer.Recalled(
            0xfeL, new byte[] {1, (byte) 0xff}, new int[] {8191}, new byte[64], 5),
        new LftProgrammer.ProgramMulticast(
            7,
            0xC01F,
            3,
            new int[] {0, 2},
            new byte[128],
            true,
            true,
            false,
            PROGRAMMER_REPLIES,
            REACH,
            9),
        new LayerAssigner.Prove(7, "minhop", "00ff", "a link came up", LAYER_REPLIES),
        new LayerAssigner.Proven(7, "00ff", 2, 120, 480, "a -> b"),
        new LayerAssigner.UnknownRouting(7, "00ff"),
        new LayerAssigner.NotProven(7, "too much work"));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadBackEveryMessage(RoutingMessage message) {
    var serializer = SERIALIZATION.findSerializerFor(message);
    byte[] bytes = SERIALIZATION.serialize(message).get();
    Object read =
        SERIALIZATION
            .deserialize(
                bytes, serializer.identifier(), Serializers.manifestFor(serializer, message))
            .get();

    assertThat(serializer).isInstanceOf(RoutingMessageSerializer.class);
    assertThat(read)
        .usingRecursiveComparison()
        .withEqualsForType(Object::equals, ActorRef.class)
        .isEqualTo(message);
  }

  /** What {@code Compute} was before nodes compared their options. */
  private record BareCompute(long generation, ActorRef<RoutingEngineBehavior.Reply> replyTo) {}

  /** As the nodes of that version have it. */
  private static final class BareSerializer extends KryoMessageSerializer {
    BareSerializer() {
      super(
          (ExtendedActorSystem) Adapter.toClassic(KIT.system()),
          7902,
          new RecordTypes.Builder()
              .add(
                  100,
                  "Compute",
                  1,
                  BareCompute.class,
                  BareCompute.class,
                  Function.identity(),
                  Function.identity())
              .build());
    }
  }

  @Test
  void shouldUnderstandNodesThatDoNotCompareOptionsAndBeUnderstoodByThem() throws Exception {
    var now = new RoutingMessageSerializer((ExtendedActorSystem) Adapter.toClassic(KIT.system()));
    var before = new BareSerializer();
    var bare = new BareCompute(7, ENGINE_REPLIES);
    var full = new RoutingEngineBehavior.Compute(7, ENGINE_REPLIES, "00ff", "0a");

    assertThat(now.fromBinary(before.toBinary(bare), before.manifest(bare)))
        .isEqualTo(new RoutingEngineBehavior.Compute(7, ENGINE_REPLIES, "", null));
    assertThat(before.fromBinary(now.toBinary(full), now.manifest(full))).isEqualTo(bare);
  }

  /** What {@code Program} was before questions had turns. */
  private record BareProgram(
      long generation,
      int linearFdbTop,
      byte[] row,
      boolean forget,
      ActorRef<ProgrammerReply> replyTo,
      SwitchReach reach) {}

  @Test
  void shouldUnderstandManagersThatGiveNoTurnsAndBeUnderstoodByProgrammersThatKnowNone()
      throws Exception {
    var system = (ExtendedActorSystem) Adapter.toClassic(KIT.system());
    var now = new RoutingMessageSerializer(system);
    var before =
        new KryoMessageSerializer(
            system,
            7904,
            new RecordTypes.Builder()
                .add(
                    200,
                    "Program",
                    1,
                    BareProgram.class,
                    BareProgram.class,
                    Function.identity(),
                    Function.identity())
                .message(206, 1, SwitchReach.class)
                .build()) {};
    byte[] row = new byte[64];
    var bare = new BareProgram(7, 63, row, true, PROGRAMMER_REPLIES, REACH);
    var full = new LftProgrammer.Program(7, 63, row, true, PROGRAMMER_REPLIES, REACH, 9);

    var read = (LftProgrammer.Program) now.fromBinary(before.toBinary(bare), before.manifest(bare));
    assertThat(read.turn()).isEqualTo(Turns.UNKNOWN);
    assertThat(read.reach().mKey()).isEqualTo(REACH.mKey());
    var readBefore = (BareProgram) before.fromBinary(now.toBinary(full), now.manifest(full));
    assertThat(readBefore.row()).isEqualTo(row);
    assertThat(readBefore.reach().mKey()).isEqualTo(REACH.mKey());
  }

  /** What {@code Recalled} was before there was multicast. */
  private record BareRecalled(long switchGuid, byte[] row) {}

  @Test
  void shouldUnderstandProgrammersThatKnowNothingOfMulticastAndBeUnderstoodByThem()
      throws Exception {
    var system = (ExtendedActorSystem) Adapter.toClassic(KIT.system());
    var now = new RoutingMessageSerializer(system);
    var before =
        new KryoMessageSerializer(
            system,
            7903,
            new RecordTypes.Builder()
                .add(
                    204,
                    "Recalled",
                    1,
                    BareRecalled.class,
                    BareRecalled.class,
                    Function.identity(),
                    Function.identity())
                .build()) {};
    var bare = new BareRecalled(7, new byte[] {1});
    var full = new LftProgrammer.Recalled(7, new byte[] {1}, new int[] {0}, new byte[64], 5);

    Object read = now.fromBinary(before.toBinary(bare), before.manifest(bare));
    assertThat(((LftProgrammer.Recalled) read).row()).containsExactly(1);
    assertThat(((LftProgrammer.Recalled) read).multicast()).isEmpty();
    Object readBefore = before.fromBinary(now.toBinary(full), now.manifest(full));
    assertThat(((BareRecalled) readBefore).row()).containsExactly(1);
  }

  @Test
  void shouldHaveASampleOfEveryMessage() {
    Set<Class<?>> sampled = messages().stream().map(Object::getClass).collect(Collectors.toSet());
    Set<Class<?>> declared =
        Stream.of(
                RoutingEngineBehavior.class,
                LftProgrammer.class,
                ProgrammerReply.class,
                LayerAssigner.class,
                StepDesk.class,
                StepMaker.class)
            .flatMap(owner -> Stream.of(owner.getDeclaredClasses()))
            .filter(type -> type.isRecord() && RoutingMessage.class.isAssignableFrom(type))
            .collect(Collectors.toSet());

    declared.addAll(List.of(SwitchReach.class, StepTask.class)); // parts of them
    assertThat(declared).hasSize(22).isEqualTo(sampled);
  }
}
