package io.dateline.routing.actors.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TableDigest;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.OptionsDigest;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Busy;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Command;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Compute;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Refused;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Reply;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.UnknownGeneration;
import io.dateline.routing.actors.generation.ActivatedTables;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.generation.Topologies;
import io.dateline.routing.actors.step.StepHosts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class RoutingEngineBehaviorTest {
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          ConfigFactory.parseString("akka.actor.serialize-messages = on")
              .withFallback(ConfigFactory.load()));

  private static final String OPTIONS_DIGEST = OptionsDigest.of(RoutingOptions.DEFAULTS);

  private static final Fabric FABRIC = Topologies.chain(10, 20);

  private final Generations generations = new Generations();
  private final FabricGeneration generation =
      FabricGeneration.of(7, FABRIC, Topologies.lids(FABRIC, 1, 2));
  private final TestProbe<Reply> replies = KIT.createTestProbe(Reply.class);
  private final TestProbe<ClusterSharding.ShardCommand> shard =
      KIT.createTestProbe(ClusterSharding.ShardCommand.class);
  private final List<RoutingRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> threads = new CopyOnWriteArrayList<>();

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  private RoutingEngine engine(Function<RoutingRequest, RoutingOutcome> route) {
    return new RoutingEngine() {
      @Override
      public String name() {
        return "minhop";
      }

      @Override
      public RoutingOutcome route(RoutingRequest request) {
        requests.add(request);
        threads.add(Thread.currentThread().getName());
        return route.apply(request);
      }
    };
  }

  private static RoutingOutcome routed() {
    ForwardingTables tables = new ForwardingTables(2, 2);
    tables.set(0, 2, 2);
    tables.set(1, 1, 1);
    return RoutingOutcome.Routed.singleLane("minhop", tables, true);
  }

  private ActorRef<Command> spawn(
      long topologyId, Duration passivateAfter, Function<RoutingRequest, RoutingOutcome> route) {
    RoutingEngine engine = engine(route);
    return KIT.spawn(
        RoutingEngineBehavior.create(
            new EngineEntityId("minhop", topologyId),
            new RoutingEngineBehavior.Setup(
                generations,
                name -> Optional.of(engine),
                EngineOptionsSource.of(RoutingOptions.DEFAULTS),
                passivateAfter,
                StepHosts.NONE),
            shard.ref()));
  }

  private ActorRef<Command> spawn(Function<RoutingRequest, RoutingOutcome> route) {
    return spawn(generation.topologyId(), Duration.ofHours(1), route);
  }

  @Test
  void shouldComputeOnTheRoutingDispatcherAndKeepTheRouting() {
    generations.add(generation);
    spawn(request -> routed()).tell(new Compute(7, replies.ref(), "", null));

    Computed computed = (Computed) replies.receiveMessage();
    Routing routing = generations.routing(7, "minhop").orElseThrow().routing();
    assertThat(computed.engine()).isEqualTo("minhop");
    assertThat(computed.generation()).isEqualTo(7);
    assertThat(computed.vlCount()).isEqualTo(1);
    assertThat(computed.creditLoopFree()).isTrue();
    assertThat(computed.digest()).isEqualTo(TableDigest.of(routing.tables())).hasSize(64);
    assertThat(threads).hasSize(1).allSatisfy(t -> assertThat(t).contains("routing-dispatcher"));
  }

  @Test
  void shouldHandTheEngineTheActivatedTables() {
    generations.add(generation);
    ForwardingTables activated = new ForwardingTables(2, 2);
    activated.set(0, 1, 3);
    generations.activated(new ActivatedTables(generation, "minhop", activated, ChainMemory.EMPTY));
    spawn(request -> routed()).tell(new Compute(7, replies.ref(), "", null));
    replies.receiveMessage();

    assertThat(requests.getFirst().previous()).isEqualTo(activated);
  }

  /** As told again, late, of a sweep that was given up. */
  @Test
  void shouldBeginWithTheNewestGenerationOnly() {
    generations.add(generation);
    generations.add(FabricGeneration.of(8, FABRIC, generation.lids()));
    ActorRef<Command> actor = spawn(request -> routed());
    actor.tell(new Compute(7, replies.ref(), "", null));
    assertThat(replies.receiveMessage()).isEqualTo(new UnknownGeneration(7));
    assertThat(requests).isEmpty();

    actor.tell(new Compute(8, replies.ref(), "", null));
    assertThat(replies.receiveMessage()).isInstanceOf(Computed.class);
    assertThat(requests).hasSize(1);
  }

  @Test
  void shouldEndWhatIsPastInPlaceOfTheEngine() {
    RoutingEngineBehavior.Setup setup =
        new RoutingEngineBehavior.Setup(
            generations,
            name -> Optional.empty(),
            EngineOptionsSource.of(RoutingOptions.DEFAULTS),
            Duration.ofHours(1),
            StepHosts.NONE);
    generations.add(generation);
    Compute compute = new Compute(7, replies.ref(), "", null);
    assertThat(RoutingEngineBehavior.isRefused(setup, compute)).isFalse();
    generations.abandon(7);

    assertThat(RoutingEngineBehavior.isRefused(setup, compute)).isTrue();
    assertThat(replies.receiveMessage()).isEqualTo(new UnknownGeneration(7));
  }

  /** A master and a node whose operator has forgotten to change a file there, too. */
  @Test
  void shouldRefuseToComputeWithOtherOptionsThanTheMasters() {
    generations.add(generation);
    RoutingOptions masters =
        RoutingOptions.DEFAULTS.with(PortOptions.DEFAULTS.portProfileSwitchNodes(true));
    ActorRef<Command> actor = spawn(request -> routed());
    actor.tell(new Compute(7, replies.ref(), OptionsDigest.of(masters), null));

    String reason = ((Refused) replies.receiveMessage()).reason();
    assertThat(reason)
        .contains("has other options than the master")
        .contains(OPTIONS_DIGEST.substring(0, 16))
        .contains(OptionsDigest.of(masters).substring(0, 16));
    assertThat(requests).isEmpty();

    actor.tell(new Compute(7, replies.ref(), OPTIONS_DIGEST, null));
    assertThat(replies.receiveMessage()).isInstanceOf(Computed.class);
    actor.tell(new Compute(7, replies.ref(), OptionsDigest.of(masters), null));
    assertThat(replies.receiveMessage()).as("what is there already").isInstanceOf(Refused.class);
  }

  private static EngineMemory memory(int place) {
    return EngineMemory.NONE.with(
        Optional.of(
            TorusFrame.empty(new TorusShape(List.of(4, 1, 1), List.of(true, true, true)))
                .with(new long[] {10}, new int[] {place})));
  }

  @Test
  void shouldTellTheEngineWhatItHadRememberedAndKeepWhatItRemembersNow() {
    generations.add(FabricGeneration.of(7, FABRIC, Topologies.lids(FABRIC, 1, 2), memory(2)));
    Routing routing = ((RoutingOutcome.Routed) routed()).routing();
    spawn(request -> new RoutingOutcome.Routed(routing, false, List.of(), Map.of(), memory(3)))
        .tell(new Compute(7, replies.ref(), "", memory(2).digest()));
    replies.receiveMessage();

    assertThat(requests.getFirst().memory()).isEqualTo(memory(2));
    assertThat(generations.routing(7, "minhop").orElseThrow().memory()).isEqualTo(memory(3));
  }

  /** It would compute other SLs than were granted. */
  @Test
  void shouldRefuseToComputeWhereSomethingElseIsRemembered() {
    generations.add(generation);
    ActorRef<Command> actor = spawn(request -> routed());
    actor.tell(new Compute(7, replies.ref(), "", memory(2).digest()));

    assertThat(((Refused) replies.receiveMessage()).reason())
        .contains("remembers something else than the master");
    assertThat(requests).isEmpty();
    actor.tell(new Compute(7, replies.ref(), "", EngineMemory.NONE.digest()));
    assertThat(replies.receiveMessage()).isInstanceOf(Computed.class);
  }

  @Test
  void shouldKeepWhatTheEngineWarnsOf() {
    generations.add(generation);
    spawn(
            request ->
                new RoutingOutcome.Routed(
                    ((RoutingOutcome.Routed) routed()).routing(),
                    false,
                    List.of("no switch 0x7"),
                    Map.of()))
        .tell(new Compute(7, replies.ref(), "", null));
    replies.receiveMessage();

    assertThat(generations.routing(7, "minhop").orElseThrow().warnings())
        .containsExactly("no switch 0x7");
  }

  @Test
  void shouldShareOneRunAmongAskers() {
    generations.add(generation);
    CountDownLatch go = new CountDownLatch(1);
    ActorRef<Command> actor =
        spawn(
            request -> {
              await(go);
              return routed();
            });
    TestProbe<Reply> probe = KIT.createTestProbe(Reply.class);
    actor.tell(new Compute(7, replies.ref(), "", null));
    actor.tell(new Compute(7, probe.ref(), "", null));
    actor.tell(new Compute(8, probe.ref(), "", null));
    assertThat(probe.receiveMessage()).isEqualTo(new UnknownGeneration(8)); // both are waiting now
    go.countDown();

    assertThat(replies.receiveMessage()).isEqualTo(probe.receiveMessage());
    actor.tell(new Compute(7, probe.ref(), "", null));
    assertThat(probe.receiveMessage()).isInstanceOf(Computed.class);
    assertThat(requests).hasSize(1);
  }

  @Test
  void shouldBoundWhatWaits() {
    CountDownLatch go = new CountDownLatch(1);
    ActorRef<Command> actor =
        spawn(
            request -> {
              await(go);
              return routed();
            });
    TestProbe<Reply> accepted = KIT.createTestProbe(Reply.class);
    for (int number = 7; number <= 8; number++) {
      generations.add(FabricGeneration.of(number, FABRIC, generation.lids()));
      actor.tell(new Compute(number, accepted.ref(), "", null));
      actor.tell(new Compute(99, replies.ref(), "", null));
      assertThat(replies.receiveMessage()).as("it has begun").isInstanceOf(UnknownGeneration.class);
    }
    generations.add(FabricGeneration.of(9, FABRIC, generation.lids()));
    actor.tell(new Compute(9, replies.ref(), "", null));

    assertThat(replies.receiveMessage()).isEqualTo(new Busy("minhop"));
    go.countDown();
    assertThat(accepted.receiveMessage()).isInstanceOf(Computed.class);
    assertThat(accepted.receiveMessage()).isInstanceOf(Computed.class);
  }

  @Test
  void shouldPassARefusalOn() {
    generations.add(generation);
    spawn(request -> new RoutingOutcome.Refused("minhop", "no switch 5"))
        .tell(new Compute(7, replies.ref(), "", null));

    assertThat(replies.receiveMessage()).isEqualTo(new Refused("minhop", "no switch 5"));
    assertThat(generations.routing(7, "minhop")).isEmpty();
    assertThat(generations.learnt(7, "minhop")).isEmpty();
  }

  @Test
  void shouldKeepWhatAnEngineThatRefusedHasLearnt() {
    generations.add(generation);
    EngineMemory memory =
        EngineMemory.NONE.with(
            Optional.of(
                TorusFrame.empty(new TorusShape(List.of(3, 3, 1), List.of(true, true, true)))));
    spawn(request -> new RoutingOutcome.Refused("minhop", "in pieces", memory))
        .tell(new Compute(7, replies.ref(), "", null));

    assertThat(replies.receiveMessage()).isEqualTo(new Refused("minhop", "in pieces"));
    assertThat(generations.learnt(7, "minhop")).contains(memory);
  }

  @Test
  void shouldSurviveAnEngineThatThrows() {
    generations.add(generation);
    ActorRef<Command> actor =
        spawn(
            request -> {
              if (requests.size() == 1) {
                throw new IllegalStateException("a bug");
              }
              return routed();
            });
    actor.tell(new Compute(7, replies.ref(), "", null));
    assertThat(((Refused) replies.receiveMessage()).reason())
        .startsWith("the engine failed: ")
        .contains("a bug");

    actor.tell(new Compute(7, replies.ref(), "", null));
    assertThat(replies.receiveMessage()).isInstanceOf(Computed.class);
  }

  @Test
  void shouldRefuseAGenerationOfAnotherTopology() {
    generations.add(generation);
    spawn(1, Duration.ofHours(1), request -> routed())
        .tell(new Compute(7, replies.ref(), "", null));

    assertThat(((Refused) replies.receiveMessage()).reason())
        .startsWith("generation 7 has topology ")
        .endsWith("not 0000000000000001");
  }

  @Test
  void shouldDiscardARoutingWhoseGenerationIsGone() {
    generations.add(generation);
    spawn(
            request -> {
              for (int number = 8; number <= 12; number++) {
                generations.add(FabricGeneration.of(number, FABRIC, generation.lids()));
              }
              return routed();
            })
        .tell(new Compute(7, replies.ref(), "", null));

    assertThat(replies.receiveMessage()).isEqualTo(new UnknownGeneration(7));
  }

  @Test
  void shouldAskToBePassivatedOnlyWithoutWork() {
    generations.add(generation);
    CountDownLatch go = new CountDownLatch(1);
    ActorRef<Command> actor =
        spawn(
            generation.topologyId(),
            Duration.ofMillis(50),
            request -> {
              await(go);
              return routed();
            });
    actor.tell(new Compute(7, replies.ref(), "", null));

    shard.expectNoMessage(Duration.ofMillis(200));
    go.countDown();
    replies.receiveMessage();
    shard.expectMessage(new ClusterSharding.Passivate<>(actor));
  }

  @Test
  void shouldNotRefuseWhatItDoesNotEndBeforeItStops() {
    generations.add(generation);
    CountDownLatch go = new CountDownLatch(1);
    ActorRef<Command> actor =
        spawn(
            request -> {
              await(go);
              return routed();
            });
    actor.tell(new Compute(7, replies.ref(), "", null));
    actor.tell(RoutingEngineBehavior.Stop.INSTANCE);

    replies.expectTerminated(actor);
    go.countDown();
    replies.expectNoMessage();
  }

  @Test
  void shouldReadEntityIds() {
    EngineEntityId id = new EngineEntityId("torus-2QoS", 0xABCL);

    assertThat(id.toString()).isEqualTo("torus-2QoS@0000000000000abc");
    assertThat(EngineEntityId.parse(id.toString())).isEqualTo(id);
    assertThatThrownBy(() -> EngineEntityId.parse("minhop"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EngineEntityId.parse("minhop@abc"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
