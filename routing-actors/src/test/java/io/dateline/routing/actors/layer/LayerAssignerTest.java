package io.dateline.routing.actors.layer;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import akka.persistence.testkit.javadsl.SnapshotTestKit;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidsId;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.TableDigest;
import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.actors.JournalTestKit;
import io.dateline.routing.actors.entity.Askers;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.generation.Topologies;
import io.dateline.routing.actors.layer.LayerAssigner.Command;
import io.dateline.routing.actors.layer.LayerAssigner.NotProven;
import io.dateline.routing.actors.layer.LayerAssigner.Prove;
import io.dateline.routing.actors.layer.LayerAssigner.Proven;
import io.dateline.routing.actors.layer.LayerAssigner.Reply;
import io.dateline.routing.actors.layer.LayerAssigner.UnknownRouting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One assigner, rings of three switches that are routed by hand, the test kit's journal. */
final class LayerAssignerTest {
  private static final ActorTestKit KIT = JournalTestKit.create("");

  private static final PersistenceTestKit JOURNAL = PersistenceTestKit.create(KIT.system());
  private static final SnapshotTestKit SNAPSHOTS = SnapshotTestKit.create(KIT.system());
  private static final AtomicLong GUIDS = new AtomicLong(0x100);
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1234));
  private static final int ON = 2; // the port that leads on around the ring
  private static final int BACK = 1;

  // A topology, and so a history, of its own for each test.
  private final Fabric ring =
      Topologies.ring(GUIDS.incrementAndGet(), GUIDS.incrementAndGet(), GUIDS.incrementAndGet());
  private final FabricGeneration generation =
      FabricGeneration.of(7, ring, Topologies.lids(ring, 1, 2, 3));
  private final String id = "layers|" + Guid.hex16(generation.topologyId());
  private final Generations generations = new Generations();
  private final TestProbe<Reply> replies = KIT.createTestProbe(Reply.class);
  private final TestProbe<ClusterSharding.ShardCommand> shard =
      KIT.createTestProbe(ClusterSharding.ShardCommand.class);
  private final List<String> threads = new CopyOnWriteArrayList<>();

  private ActorRef<Command> assigner;

  @BeforeEach
  void start() {
    generations.add(generation);
    assigner = spawn(generations);
  }

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  private ActorRef<Command> spawn(Generations known) {
    return spawn(generation.topologyId(), known, Duration.ofHours(1));
  }

  private ActorRef<Command> spawn(long topologyId, Generations known, Duration passivateAfter) {
    return KIT.spawn(
        LayerAssigner.create(
            topologyId, new LayerAssigner.Setup(known, passivateAfter, CLOCK), shard.ref()));
  }

  /** A successor, perhaps on another node. */
  private void restart(Generations known) {
    KIT.stop(assigner);
    assigner = spawn(known);
  }

  /** By the nearest way, or all in one direction, which closes the ring. */
  private static ForwardingTables tables(boolean around) {
    ForwardingTables tables = new ForwardingTables(3, 3);
    for (int node = 0; node < 3; node++) {
      tables.set(node, node + 1, 0);
      tables.set(node, (node + 1) % 3 + 1, ON);
      tables.set(node, (node + 2) % 3 + 1, around ? ON : BACK);
    }
    return tables;
  }

  /** Leaves a routing where engines do, and tells its digest. */
  private String add(Routing routing) {
    String digest = TableDigest.of(routing.tables());
    generations.add(
        new ComputedRouting(
            7,
            routing,
            false,
            digest,
            1,
            List.of(),
            EngineMemory.NONE,
            List.of(),
            List.of(),
            false,
            Map.of(),
            Map.of()));
    return digest;
  }

  private String add(boolean around) {
    return add(Routing.singleLane("hand", tables(around)));
  }

  /** One whose proof asks for an SL, on the thread that is to be watched. */
  private String addWithSls(Runnable onSl) {
    PathSl pathSl =
        (source, destination) -> {
          threads.add(Thread.currentThread().getName());
          onSl.run();
          return 0;
        };
    return add(new Routing("hand", tables(true), SlToVl.IDENTITY, pathSl, 1));
  }

  private void prove(long number, String digest, ActorRef<Reply> replyTo) {
    assigner.tell(new Prove(number, "hand", digest, "a cable moved", replyTo));
  }

  private Reply prove(String digest) {
    prove(7, digest, replies.ref());
    return replies.receiveMessage();
  }

  @Test
  void shouldProveARoutingAndJournalIt() {
    String digest = add(false);

    assertThat(prove(digest)).isEqualTo(new Proven(7, digest, 1, 6, 0, ""));
    assertThat(JOURNAL.expectNextPersistedClass(id, LayersAssigned.class))
        .isEqualTo(
            new LayersAssigned(
                generation.topologyId(),
                LidsId.of(generation.lids()),
                "hand",
                digest,
                false,
                1,
                6,
                0,
                "",
                "a cable moved",
                1234));
  }

  @Test
  void shouldShowACycleByItsSwitchesAndPorts() {
    String digest = add(true);

    Proven proven = (Proven) prove(digest);

    assertThat(proven.acyclic()).isFalse();
    assertThat(proven.dependencies()).isEqualTo(3);
    for (int node = 0; node < 3; node++) {
      assertThat(proven.cycle())
          .contains(
              "\"%s\" (%s) port 2 -> "
                  .formatted(ring.description(node), Guid.format(ring.nodeGuid(node))));
    }
    assertThat(JOURNAL.expectNextPersistedClass(id, LayersAssigned.class).cycle())
        .isEqualTo(proven.cycle());
  }

  @Test
  void shouldRememberWhatItFoundWhereTheTablesAreNot() {
    String digest = add(true);
    Reply before = prove(digest);
    Generations elsewhere = new Generations();
    elsewhere.add(generation);
    restart(elsewhere);

    assertThat(prove(digest)).isEqualTo(before);
    assertThat(prove("another")).isEqualTo(new UnknownRouting(7, "another"));
    assertThat(JOURNAL.persistedInStorage(id)).hasSize(1);
  }

  @Test
  void shouldNotTakeOtherLidsForTheSame() {
    String digest = add(true);
    prove(digest);
    Generations elsewhere = new Generations();
    elsewhere.add(FabricGeneration.of(7, ring, Topologies.lids(ring, 3, 1, 2)));
    restart(elsewhere);

    assertThat(prove(digest)).isEqualTo(new UnknownRouting(7, digest));
  }

  @Test
  void shouldRememberOverASnapshot() {
    String digest = add(true);
    prove(digest);
    for (int i = 0; i < 20; i++) {
      prove(addWithSls(() -> {})); // an event each time
    }
    assertThat(SNAPSHOTS.persistedInStorage(id)).isNotEmpty();
    Generations elsewhere = new Generations();
    elsewhere.add(generation);
    restart(elsewhere);

    assertThat(prove(digest)).isInstanceOf(Proven.class);
  }

  /** The digest tells the tables, but not the SLs. */
  @Test
  void shouldGoThroughPathsWithSlsAgain() {
    prove(add(true));
    prove(addWithSls(() -> {}));
    int asked = threads.size();
    prove(addWithSls(() -> {}));

    assertThat(asked).isPositive();
    assertThat(threads).hasSize(2 * asked);
    assertThat(JOURNAL.persistedInStorage(id)).hasSize(3);
  }

  /** The first slice of the LIDs is the calling thread's, the others have threads of their own. */
  @Test
  void shouldComputeOnTheRoutingDispatcher() {
    prove(addWithSls(() -> {}));

    assertThat(threads)
        .anySatisfy(name -> assertThat(name).contains("routing-dispatcher"))
        .noneSatisfy(name -> assertThat(name).contains("default-dispatcher"));
  }

  @Test
  void shouldShareOneRunAmongAskersAndBoundWhatWaits() {
    CountDownLatch go = new CountDownLatch(1);
    String digest = addWithSls(() -> await(go));
    TestProbe<Reply> other = KIT.createTestProbe(Reply.class);
    prove(7, digest, other.ref());
    for (int i = 1; i < Askers.WAITING_MAX; i++) {
      prove(7, digest, other.ref());
    }
    prove(7, digest, replies.ref());

    assertThat(replies.receiveMessage())
        .isEqualTo(new NotProven(7, "too much work is waiting for this layer assigner"));
    go.countDown();
    for (int i = 0; i < Askers.WAITING_MAX; i++) {
      assertThat(other.receiveMessage()).isInstanceOf(Proven.class);
    }
    assertThat(JOURNAL.persistedInStorage(id)).hasSize(1);
  }

  @Test
  void shouldNotKnowAGenerationThatItsNodeDoesNot() {
    String digest = add(true);
    prove(8, digest, replies.ref());
    assertThat(replies.receiveMessage()).isEqualTo(new UnknownRouting(8, digest));
    assertThat(prove("another")).isEqualTo(new UnknownRouting(7, "another"));

    assigner = spawn(1, generations, Duration.ofHours(1));
    assertThat(((NotProven) prove(digest)).reason())
        .startsWith("generation 7 has topology ")
        .endsWith("not 0000000000000001");
    assertThat(JOURNAL.persistedInStorage(id)).isEmpty();
  }

  @Test
  void shouldSurviveARoutingThatCannotBeGoneThrough() {
    String broken =
        addWithSls(
            () -> {
              throw new IllegalStateException("a bug");
            });

    assertThat(((NotProven) prove(broken)).reason())
        .startsWith("the layer assigner failed: ")
        .contains("a bug");
    assertThat(prove(add(true))).isInstanceOf(Proven.class);
  }

  @Test
  void shouldTellAskersWhenTheJournalFails() {
    String digest = add(true);
    JOURNAL.failNextPersisted(id);

    assertThat(prove(digest))
        .isEqualTo(new NotProven(7, "the layer assigner stopped before it was done"));
    replies.expectTerminated(assigner);
  }

  @Test
  void shouldTellAskersWhenItStops() {
    CountDownLatch go = new CountDownLatch(1);
    prove(7, addWithSls(() -> await(go)), replies.ref());
    assigner.tell(LayerAssigner.Stop.INSTANCE);

    assertThat(replies.receiveMessage())
        .isEqualTo(new NotProven(7, "the layer assigner stopped before it was done"));
    go.countDown();
  }

  @Test
  void shouldAskToBePassivatedOnlyWithoutWork() {
    KIT.stop(assigner);
    CountDownLatch go = new CountDownLatch(1);
    String digest = addWithSls(() -> await(go));
    assigner = spawn(generation.topologyId(), generations, Duration.ofMillis(200));
    prove(7, digest, replies.ref());

    shard.expectNoMessage(Duration.ofMillis(600));
    go.countDown();
    replies.receiveMessage();
    shard.expectMessage(new ClusterSharding.Passivate<>(assigner));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
