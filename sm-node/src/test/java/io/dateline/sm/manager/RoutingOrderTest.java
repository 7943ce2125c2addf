package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.config.RoutingSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.options.EngineList;
import io.dateline.sm.options.EngineOptions;
import io.dateline.sm.options.GivenOption;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A sweep that has engines tried, each of which is played by this test. */
class RoutingOrderTest {
  private static final long PATIENCE_S = 20;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final MadExchange exchange =
      Transactor.open(
          simulator.attach(fabric.port(fabric.nodeCount() - 1, 1)), ExchangeSettings.DEFAULT);
  private final Generations generations = new Generations();
  private final EngineOptions options =
      EngineOptions.read(List.of(new GivenOption("connect_roots", "TRUE", "test", 0)));
  private final HeavySweep sweep = new HeavySweep(1, "test", System.nanoTime());
  private final Queue<Asked> engines = new ArrayDeque<>();
  private final Queue<Optional<String>> taken = new ArrayDeque<>();
  private Situation situation;
  private RoutingOrder ordered;
  private PlayedShell shell;

  /** What an engine was asked, and is to answer. */
  private record Asked(Workers.Order order, CompletableFuture<RoutingEngineBehavior.Reply> answer) {
    void tell(RoutingEngineBehavior.Reply reply) {
      answer.complete(reply);
    }
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  /** Has a routing ordered; what {@code take} says of each answer is in {@link #taken}. */
  private void order(String list) throws Exception {
    order(list, SubnetState.EMPTY);
  }

  private void order(String list, SubnetState state) throws Exception {
    List<String> words = EngineList.words(list);
    RoutingSettings settings =
        new RoutingSettings(
            EngineList.parse(words, name -> true, words),
            options,
            true,
            List.of("roots:2: no GUID"),
            List.of());
    Discovered found =
        Discovery.run(exchange, DiscoveryKeys.NONE)
            .toCompletableFuture()
            .get(PATIENCE_S, TimeUnit.SECONDS);
    sweep.found = found;
    sweep.lids =
        LidAssigner.plan(found.fabric(), SubnetState.EMPTY.lids(), found.localPort(), 0, false);
    SmContext context = SmContext.begin(setup(), new Now(0, 0));
    situation = context.situation();
    situation.sweep = sweep;
    ordered = new RoutingOrder(context, new StepPipe(context), new LayerQuestion(context));
    shell = new PlayedShell(context.out(), input -> on(state, input));
    ordered.begin(state, settings);
    shell.settle();
  }

  private void on(SubnetState state, SmCommand input) {
    switch (input) {
      case StepEnded.EngineReplied replied -> taken.add(ordered.take(state, replied.reply()));
      case StepEnded.EngineSilent silent -> taken.add(ordered.silent(silent));
      default -> {}
    }
  }

  private SubnetManagerSetup setup() {
    TestSetup setup = new TestSetup(exchange);
    setup.generations = generations;
    setup.workers =
        new PlayedWorkers() {
          @Override
          public CompletionStage<RoutingEngineBehavior.Reply> compute(
              Order order, Duration patience) {
            Asked asked = new Asked(order, new CompletableFuture<>());
            engines.add(asked);
            return asked.answer();
          }
        };
    return setup.make();
  }

  /** What the engine is asked; it does not answer yet. */
  private Asked asked(String engine) {
    Asked asked = engines.remove();
    assertThat(asked.order().engine()).isEqualTo(engine);
    return asked;
  }

  private Optional<String> take() {
    shell.settle();
    return taken.remove();
  }

  private void refuse(String engine, String reason) {
    asked(engine).tell(new RoutingEngineBehavior.Refused(engine, reason));
  }

  @Test
  void shouldAskEachEngineWithTheDigestOfItsOptions() throws Exception {
    order("ftree");

    assertThat(asked("ftree").order().options()).isEqualTo(options.digest()).hasSize(64);
  }

  @Test
  void shouldHaveNothingComputedForASweepThatHasFailed() throws Exception {
    order("ftree");
    assertThat(generations.isPast(1)).isFalse();

    situation.sweepFailed("test");
    assertThat(generations.isAbandoned(1)).isTrue();
    assertThat(generations.lastNumber()).isEqualTo(1);
  }

  private void minhopRoutes(List<String> warnings) {
    routes("minhop", warnings, EngineMemory.NONE);
  }

  private void routes(String engine, List<String> warnings, EngineMemory memory) {
    Asked compute = asked(engine);
    generations.add(
        new ComputedRouting(
            1,
            Routing.singleLane(engine, new ForwardingTables(9, sweep.lids.lids().maxLid())),
            false,
            "d1",
            1,
            warnings,
            memory,
            List.of(),
            List.of(),
            false,
            Map.of(),
            Map.of()));
    compute.tell(new RoutingEngineBehavior.Computed(1, engine, "d1", 1, 1, false));
  }

  private static EngineMemory torus(long... guids) {
    TorusShape shape = new TorusShape(List.of(4, 4, 1), List.of(true, true, true));
    int[] places = IntStream.range(0, guids.length).toArray();
    return EngineMemory.NONE.with(Optional.of(TorusFrame.empty(shape).with(guids, places)));
  }

  private void refuseHavingLearnt(EngineMemory memory) {
    Asked compute = asked("torus-2QoS");
    generations.learnt(1, "torus-2QoS", memory);
    compute.tell(new RoutingEngineBehavior.Refused("torus-2QoS", "a ring is in pieces"));
    assertThat(take()).isEmpty();
  }

  @Test
  void shouldTakeOverWhatAnEngineThatRefusedHasLearnt() throws Exception {
    order("torus-2QoS,dfsssp");
    refuseHavingLearnt(torus(7, 8));
    assertThat(sweep.learnt).isEqualTo(torus(7, 8));

    routes("dfsssp", List.of(), torus(7));
    assertThat(take()).isEmpty();
    assertThat(sweep.memory).as("dfsssp was told of one switch").isEqualTo(torus(7, 8));
  }

  /** Whose plan would not be proven any more once another switch has a place. */
  @Test
  void shouldNotTellAnEngineWithoutMemoryWhatAnotherHasLearnt() throws Exception {
    order("torus-2QoS");
    refuseHavingLearnt(torus(7, 8));

    minhopRoutes(List.of());
    assertThat(take()).isEmpty();
    assertThat(sweep.memory).isEqualTo(EngineMemory.NONE);
  }

  @Test
  void shouldSayThatApplicationsHaveToAskAnewWhereATorusWasRoutedBefore() throws Exception {
    TorusShape shape = new TorusShape(List.of(4, 4, 1), List.of(true, true, true));
    order(
        "torus-2QoS",
        SubnetState.EMPTY.apply(new SubnetEvent.DatelineFixed(shape, "first routing", 1)));
    refuse("torus-2QoS", "a ring is in pieces");
    assertThat(take()).isEmpty();
    minhopRoutes(List.of());

    assertThat(take()).isEmpty();
    assertThat(sweep.warnings().getLast())
        .startsWith("torus-2QoS has laid out this subnet before: applications that hold path SLs");
  }

  @Test
  void shouldSayNothingOfATorusThatWasLeftLongAgo() throws Exception {
    TorusShape shape = new TorusShape(List.of(4, 4, 1), List.of(true, true, true));
    order(
        "minhop",
        SubnetState.EMPTY.apply(new SubnetEvent.DatelineFixed(shape, "first routing", 1)));
    minhopRoutes(List.of());

    assertThat(take()).isEmpty();
    assertThat(sweep.warnings()).containsExactly("roots:2: no GUID");
  }

  @Test
  void shouldFallBackToMinHopAndKeepEveryReason() throws Exception {
    order("ftree,updn");
    refuse("ftree", "no tree");
    assertThat(take()).isEmpty();
    refuse("updn", "no root");
    assertThat(take()).isEmpty();

    minhopRoutes(List.of("no switch 0x7"));
    assertThat(take()).isEmpty();
    assertThat(sweep.routing.engine()).isEqualTo("minhop");
    assertThat(ordered.isRefused()).isFalse();
    assertThat(sweep.refusals)
        .extracting(refusal -> refusal.engine() + ": " + refusal.reason())
        .containsExactly("ftree: no tree", "updn: no root");
    assertThat(sweep.warnings())
        .containsExactly(
            "roots:2: no GUID",
            "engine ftree refused: no tree",
            "engine updn refused: no root",
            "minhop: no switch 0x7");
  }

  /** Another engine would change every path, and not for a reason of the fabric. */
  @Test
  void shouldAskABusyEngineAgainAndNoOther() throws Exception {
    order("ftree,updn");
    for (int i = 0; i < 3; i++) {
      asked("ftree").tell(new RoutingEngineBehavior.Busy("ftree"));
      assertThat(take()).isEmpty();
      assertThat(engines).as("not at once").isEmpty();
      shell.ring("engine-busy");
      assertThat(take()).isEmpty();
    }
    refuse("ftree", "no tree");
    assertThat(take()).isEmpty();
    routes("updn", List.of(), EngineMemory.NONE);
    assertThat(take()).isEmpty();
    assertThat(sweep.refusals).extracting(refusal -> refusal.engine()).containsExactly("ftree");
  }

  /** Each question finds its two runs under way: they do not end any more. */
  @Test
  void shouldAskTheNextEngineWhereOneIsBusyForTooLong() throws Exception {
    order("ftree,updn");
    for (int seconds = 5; seconds < 1280; seconds *= 2) {
      asked("ftree").tell(new RoutingEngineBehavior.Busy("ftree"));
      assertThat(take()).isEmpty();
      shell.ring("engine-busy");
      assertThat(take()).isEmpty();
    }
    asked("ftree").tell(new RoutingEngineBehavior.Busy("ftree"));
    assertThat(take()).isEmpty();

    routes("updn", List.of(), EngineMemory.NONE);
    assertThat(take()).isEmpty();
    assertThat(sweep.warnings())
        .containsExactly(
            "roots:2: no GUID",
            "engine ftree has other work, and is asked again",
            "engine ftree refused: it had other work for too long");
  }

  /** Questions are lost where shards move. */
  @Test
  void shouldAskAnEngineAgainThatDoesNotAnswer() throws Exception {
    order("minhop");
    for (int seconds = 5; seconds < 30 * 60; seconds *= 2) {
      asked("minhop").answer().completeExceptionally(new TimeoutException());
      Optional<String> gaveUp = take();
      assertThat(gaveUp.isPresent()).as("after %d s", seconds).isEqualTo(seconds == 1280);
    }
    assertThat(engines).isEmpty();
  }

  @Test
  void shouldEndWithEveryReasonWhereThereIsToBeNoFallback() throws Exception {
    order("ftree,no_fallback,updn");
    refuse("ftree", "no tree");
    assertThat(take()).isEmpty();
    refuse("updn", "no root");

    assertThat(take()).hasValue("every routing engine refused: ftree: no tree; updn: no root");
    assertThat(ordered.isRefused()).isTrue();
    assertThat(engines).isEmpty();
    assertThat(sweep.routing).isNull();
  }
}
