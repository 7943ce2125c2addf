package io.dateline.routing.actors.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.policy.PortGroupFile;
import io.dateline.fabric.policy.TopologyFile.Topology;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.OptionsDigest;
import io.dateline.routing.RequestDigest;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.StepPlaces;
import io.dateline.routing.actors.engine.EngineOptionsSource;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.chain.StepEngines;
import io.dateline.routing.chain.StepFiles;
import io.dateline.routing.registry.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StepDeskTest {
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          ConfigFactory.parseString("akka.actor.serialize-messages = on")
              .withFallback(ConfigFactory.load()));

  private static final Fabric FABRIC = TopologySpec.parse("mesh:4x4:2").generate();
  private static final long PORT = 0xabc;
  private static final long PATIENT_NS = 60_000_000_000L;

  @TempDir private static Path folder;

  private static RoutingOptions options;

  private final FabricGeneration generation = FabricGeneration.of(7, FABRIC, lids());
  private final RoutingRequest request =
      new RoutingRequest(generation.fabric(), generation.lids(), options, null);
  private final ActorRef<StepDesk.Command> own =
      KIT.spawn(StepDesk.create(number -> new CompletableFuture<>(), means(options), 100));

  /** The whole by minhop, and half of the switches by dor. */
  @BeforeAll
  static void readOptions() throws IOException {
    StringJoiner switches = new StringJoiner(", ");
    for (int node = 0; node < FABRIC.switchCount() / 2; node++) {
      switches.add(Guid.format(FABRIC.nodeGuid(node)));
    }
    Path groups =
        Files.writeString(
            folder.resolve("groups"),
            "port-group\nname: half\nport-guid: %s\nend-port-group\n".formatted(switches));
    RoutingOptions plain = RoutingOptions.DEFAULTS;
    options =
        plain.with(
            new ChainOptions(
                List.of(
                    new ChainOptions.Step(1, "minhop", 0, 0, 0, plain),
                    new ChainOptions.Step(2, "dor", 1, 0, 0, plain)),
                Map.of(1L, new Topology(1, "half", "half")),
                PortGroupFile.read(groups),
                false));
  }

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  private static LidMap lids() {
    LidMap.Builder builder = new LidMap.Builder(FABRIC);
    int lid = 1;
    for (int port : FABRIC.endPorts()) {
      builder.assign(port, lid++, 0);
    }
    return builder.build();
  }

  private static StepTask.Means means(RoutingOptions known) {
    return new StepTask.Means(
        new Generations(),
        Engines::named,
        EngineOptionsSource.of(known)::find,
        ForkJoinPool.commonPool());
  }

  private static ActorRef<StepDesk.Command> desk(StepFacts facts) {
    return KIT.spawn(StepDesk.create(facts, means(options), /* pieceBytes= */ 100));
  }

  private StepFacts facts() {
    return number ->
        CompletableFuture.completedFuture(
            Optional.of(generation).filter(one -> one.number() == number));
  }

  private StepQuestions questions(ActorRef<StepDesk.Command> other) {
    return new StepQuestions(
        7, request, new long[] {PORT}, own, port -> Optional.of(other.narrow()), Runnable::run);
  }

  private Routed route(StepPlaces others) {
    RoutingOutcome outcome = Engines.named(ChainEngine.NAME).orElseThrow().route(request, others);
    assertThat(outcome).isInstanceOf(Routed.class);
    return (Routed) outcome;
  }

  @Test
  void shouldHaveAnotherNodeRouteAPart() {
    Routed alone = route(StepPlaces.NONE);
    StepQuestions questions = questions(desk(facts()));

    Routed together = route(questions);

    assertThat(together.routing().tables()).isEqualTo(alone.routing().tables());
    assertThat(together.warnings()).isEqualTo(alone.warnings());
    assertThat(questions.makers()).containsExactly(Map.entry(2L, PORT));
    assertThat(together.dumps().get(StepFiles.CHAIN).lines().map(StepDeskTest::lastWord))
        .containsExactly("node", "here", Guid.format(PORT));
  }

  private static String lastWord(String line) {
    return line.strip().substring(line.strip().lastIndexOf(' ') + 1);
  }

  @Test
  void shouldRouteHereWhatANodeHasNotRouted() {
    assertRoutedHere(desk(number -> CompletableFuture.completedFuture(Optional.empty())), "read");
    assertRoutedHere(
        desk(number -> CompletableFuture.failedFuture(new IOException("no disk"))), "no disk");
    assertRoutedHere(
        KIT.spawn(StepDesk.create(facts(), means(RoutingOptions.DEFAULTS), 100)),
        "it has other options than the master");
    Fabric other = TopologySpec.parse("mesh:4x3:2").generate();
    LidMap.Builder lids = new LidMap.Builder(other);
    lids.assign(other.port(0, 0), 1, 0);
    FabricGeneration strange = FabricGeneration.of(7, other, lids.build());
    assertRoutedHere(
        desk(number -> CompletableFuture.completedFuture(Optional.of(strange))),
        "it has not read all that the master has, or something else");
    ActorRef<StepDesk.Command> ended = desk(facts());
    KIT.stop(ended);
    assertRoutedHere(ended, "it is gone");
  }

  private void assertRoutedHere(ActorRef<StepDesk.Command> other, String why) {
    StepQuestions questions = questions(other);
    Routed routed = route(questions);
    assertThat(routed.routing().tables()).isEqualTo(route(StepPlaces.NONE).routing().tables());
    assertThat(questions.makers()).isEmpty();
    assertThat(routed.warnings())
        .filteredOn(warning -> !warning.startsWith("credit loops are possible"))
        .singleElement()
        .asString()
        .contains("is routed here and not by the node of port " + Guid.format(PORT), why);
  }

  /** It is killed while it routes: the chain ends, with the same tables. */
  @Test
  void shouldNotWaitForANodeThatDies() {
    CompletableFuture<Long> begun = new CompletableFuture<>();
    ActorRef<StepDesk.Command> other =
        desk(
            number -> {
              begun.complete(number);
              return new CompletableFuture<>();
            });
    StepQuestions questions = questions(other);
    CompletableFuture<Routed> chain = CompletableFuture.supplyAsync(() -> route(questions));
    StepPlaces.Asked asked = questions(other).ask(Guid.format(PORT), 2);
    assertThat(begun.join()).isEqualTo(7);
    KIT.stop(other);
    assertThatThrownBy(() -> asked.await(PATIENT_NS)).hasMessage("it is gone");
    assertThat(chain.join().routing().tables())
        .isEqualTo(route(StepPlaces.NONE).routing().tables());
    assertThat(chain.join().warnings())
        .filteredOn(warning -> !warning.startsWith("credit loops are possible"))
        .singleElement()
        .asString()
        .contains("is routed here and not by the node of port " + Guid.format(PORT));
    assertThat(questions.makers()).isEmpty();
  }

  @Test
  void shouldNotWaitForANodeThatIsLate() {
    ActorRef<StepDesk.Command> other = desk(number -> new CompletableFuture<>());
    StepPlaces.Asked asked = questions(other).ask(Guid.format(PORT), 2);
    assertThatThrownBy(() -> asked.await(0)).hasMessage("it did not answer in time");
  }

  @Test
  void shouldNotAskANodeThatIsNoMember() {
    StepQuestions questions =
        new StepQuestions(
            7, request, new long[] {PORT}, own, port -> Optional.empty(), Runnable::run);
    assertThat(route(questions).warnings().getFirst()).contains("it is no member any more");
  }

  /** What nobody waits for any more is not kept. */
  @Test
  void shouldEndWithTheNodeThatAsks() {
    TestProbe<StepMaker.Reply> asker = KIT.createTestProbe(StepMaker.Reply.class);
    StepTask task = new StepTask(7, 2, OptionsDigest.of(options), true, RequestDigest.of(request));
    ActorRef<StepMaker.Command> maker =
        KIT.spawn(StepMaker.create(task, asker.ref(), facts(), means(options), 10));

    StepMaker.Piece first = (StepMaker.Piece) asker.receiveMessage();
    assertThat(first.bytes()).hasSize(10);
    first.maker().tell(new StepMaker.More(first.total()));
    first.maker().tell(new StepMaker.More(-1));
    first.maker().tell(new StepMaker.More(first.total() - 3));
    StepMaker.Piece last = (StepMaker.Piece) asker.receiveMessage();
    assertThat(last.from()).isEqualTo(first.total() - 3);
    assertThat(last.bytes()).hasSize(3);

    asker.stop();
    TestProbe<Object> watcher = KIT.createTestProbe();
    watcher.expectTerminated(maker);
  }

  @Test
  void shouldTakeNoPiecesThatDoNotFit() {
    assertRefused(9, 9, 5, 4);
  }

  /** Memory is taken for what comes, not for what is said to come. */
  @Test
  void shouldBelieveNoTotal() {
    assertRefused(Integer.MAX_VALUE, 9, 4, 5);
  }

  /** After a first piece of four bytes. */
  private void assertRefused(int total, int nextTotal, int nextFrom, int nextBytes) {
    TestProbe<StepDesk.Command> other = KIT.createTestProbe(StepDesk.Command.class);
    TestProbe<StepMaker.More> more = KIT.createTestProbe(StepMaker.More.class);
    StepPlaces.Asked asked = questions(other.ref()).ask(Guid.format(PORT), 2);
    StepDesk.Route route = other.expectMessageClass(StepDesk.Route.class);
    route.replyTo().tell(new StepMaker.Piece(total, 0, new byte[4], more.ref()));
    assertThat(more.receiveMessage().from()).isEqualTo(4);
    route.replyTo().tell(new StepMaker.Piece(nextTotal, nextFrom, new byte[nextBytes], more.ref()));
    assertThatThrownBy(() -> asked.await(PATIENT_NS))
        .hasMessage("its answer came in pieces that do not fit");
  }

  /** An engine fails here: what another node makes meanwhile is not waited for, nor kept. */
  @Test
  void shouldWantNoAnswerWhereTheChainFails() {
    TestProbe<StepDesk.Command> other = KIT.createTestProbe(StepDesk.Command.class);
    StepEngines broken =
        new StepEngines() {
          @Override
          public RoutingEngine named(String name) {
            throw new IllegalStateException("broken");
          }

          @Override
          public boolean areRespected(String engine, String maker) {
            return false;
          }
        };
    assertThatThrownBy(() -> new ChainEngine(1, broken).route(request, questions(other.ref())))
        .hasStackTraceContaining("broken");
    StepDesk.Route route = other.expectMessageClass(StepDesk.Route.class);
    other.expectTerminated(route.replyTo());
  }

  /** The master has gone on to another generation while the step waited for a thread. */
  @Test
  void shouldNotBeginWhatNobodyWaitsFor() throws InterruptedException {
    TestProbe<StepMaker.Reply> asker = KIT.createTestProbe(StepMaker.Reply.class);
    LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    List<String> begun = new CopyOnWriteArrayList<>();
    StepTask.Means means =
        new StepTask.Means(
            new Generations(),
            Engines::named,
            digest -> {
              begun.add(digest);
              return Optional.empty();
            },
            waiting::add);
    StepTask task = new StepTask(7, 2, OptionsDigest.of(options), true, RequestDigest.of(request));
    ActorRef<StepMaker.Command> maker =
        KIT.spawn(StepMaker.create(task, asker.ref(), facts(), means, 10));
    Runnable late = waiting.take();
    asker.stop();
    TestProbe<Object> watcher = KIT.createTestProbe();
    watcher.expectTerminated(maker);

    late.run();

    assertThat(begun).isEmpty();
  }
}
