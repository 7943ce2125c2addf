package io.dateline.sm.replica;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.typed.PersistenceId;
import io.dateline.fabric.Guid;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.persistence.journal.FollowedStates;
import io.dateline.persistence.journal.JournalMark;
import io.dateline.persistence.journal.JournalReader;
import io.dateline.persistence.journal.UnfitJournal;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.LftState;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sm.state.SubnetState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas of what is written at random into an H2 journal in memory. */
class SubnetReplicaTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PREFIX = 0xfe80_0000_0000_0000L;
  private static final PersistenceId SUBNET = SubnetState.persistenceId(PREFIX);
  private static final int SWITCHES = 4;

  @TempDir Path folder;

  private MemoryJournal journal;
  private ActorTestKit kit;
  private TestProbe<Done> written;
  private TestProbe<ReplicaStatus> statuses;
  private SubnetState subnet = SubnetState.EMPTY;
  private long generation;

  @BeforeEach
  void start() {
    journal = new MemoryJournal(folder);
    kit = journal.kit();
    written = kit.createTestProbe();
    statuses = kit.createTestProbe();
  }

  @AfterEach
  void stop() throws SQLException {
    journal.close();
  }

  private ActorRef<SubnetReplica.Command> replica() {
    return replica(Duration.ofMillis(100));
  }

  private ActorRef<SubnetReplica.Command> replica(Duration lookEvery) {
    return kit.spawn(
        SubnetReplica.create(
            new SubnetReplica.Setup(
                PREFIX, Duration.ZERO, lookEvery, view -> {}, statuses.ref()::tell)));
  }

  private void awaitMark(long number) {
    written.awaitAssert(
        PATIENCE,
        () -> {
          assertThat(JournalMark.get(kit.system()).last())
              .hasValueSatisfying(mark -> assertThat(mark.place().sequence()).isEqualTo(number));
          return null;
        });
  }

  private void assertEnded(long number, long end) throws Exception {
    kit.system()
        .getWhenTerminated()
        .toCompletableFuture()
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(UnfitJournal.met(CoordinatedShutdown.get(kit.system())))
        .hasValueSatisfying(
            met ->
                assertThat(met.sentence())
                    .contains("read event " + number + " ")
                    .contains("ends at event " + end)
                    .contains("dateline.persistence.accept-lost-events"));
  }

  private SubnetReplica.CaughtUp caughtUp(ActorRef<SubnetReplica.Command> replica) {
    TestProbe<SubnetReplica.CaughtUp> probe = kit.createTestProbe();
    replica.tell(new SubnetReplica.CatchUp(probe.ref()));
    return probe.receiveMessage(PATIENCE);
  }

  private void awaitStatus(Predicate<ReplicaStatus> wanted) {
    statuses.fishForMessage(
        PATIENCE,
        told ->
            wanted.test(told) ? FishingOutcomes.complete() : FishingOutcomes.continueAndIgnore());
  }

  private static boolean isUpToDate(ReplicaStatus told) {
    return told.state().equals("following") && told.lagEvents() == 0;
  }

  private static PersistenceId switchId(long guid) {
    return PersistenceId.of("lft", Guid.hex16(guid));
  }

  private void writeSwitch(long guid, Set<String> tags, List<LftEvent> events) {
    ActorRef<Histories.Write<LftEvent>> writer =
        kit.spawn(Histories.Tagged.create(switchId(guid), tags));
    writer.tell(new Histories.Write<>(events, written.ref()));
    written.receiveMessage(PATIENCE);
    kit.stop(writer);
  }

  private void writeAtRandom(Random random, int steps) {
    ActorRef<Histories.Write<SubnetEvent>> manager = kit.spawn(Histories.Manager.create(SUBNET));
    for (int step = 0; step < steps; step++) {
      List<SubnetEvent> events = Histories.next(subnet, random);
      for (SubnetEvent event : events) {
        subnet = subnet.apply(event);
      }
      manager.tell(new Histories.Write<>(events, written.ref()));
      written.receiveMessage(PATIENCE);
      writeSwitch(
          1 + random.nextInt(SWITCHES),
          Set.of(LftProgrammer.TAG),
          Histories.programming(++generation, random));
    }
    kit.stop(manager);
  }

  private void assertAsRecovered(ReplicaView view) {
    TestProbe<JournalReader.Read<?>> reads = kit.createTestProbe();
    FollowedStates.get(kit.system()).forget(SUBNET.id()); // or it would be compared with itself
    kit.spawn(
        JournalReader.create(
            SUBNET, SubnetState.EMPTY, SubnetState::apply, SubnetState.SNAPSHOTS, reads.ref()));
    JournalReader.Read<?> read = reads.receiveMessage(PATIENCE);
    assertThat(view.sequence()).isEqualTo(read.sequence());
    assertThat(view.subnet().toSnapshot())
        .usingRecursiveComparison()
        .isEqualTo(((SubnetState) read.state()).toSnapshot());
    TableReplica recovered = new TableReplica();
    for (long guid = 1; guid <= SWITCHES; guid++) {
      kit.spawn(LftProgrammer.reader(guid, reads.ref()));
      JournalReader.Read<?> state = reads.receiveMessage(PATIENCE);
      recovered.restore(guid, state.sequence(), (LftState) state.state());
    }
    for (long guid = 1; guid <= SWITCHES; guid++) {
      assertThat(view.tables().snapshot(guid))
          .usingRecursiveComparison()
          .isEqualTo(recovered.freeze().snapshot(guid));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldKnowWhatRecoveryGivesWheneverItWasStarted(int ignored) {
    long seed = Long.getLong("dateline.seed", System.nanoTime());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    ActorRef<SubnetReplica.Command> early = replica();
    writeAtRandom(random, 15);
    ActorRef<SubnetReplica.Command> late = replica();
    assertThat(caughtUp(early).view().subnet().term()).isEqualTo(subnet.term());
    writeAtRandom(random, 10);

    for (ActorRef<SubnetReplica.Command> replica : List.of(early, late, replica())) {
      SubnetReplica.CaughtUp caughtUp = caughtUp(replica);
      assertThat(caughtUp.isCurrent()).as("seed %d", seed).isTrue();
      assertAsRecovered(caughtUp.view());
    }
    awaitStatus(SubnetReplicaTest::isUpToDate);
  }

  @Test
  void shouldAnswerWithWhatItKnowsWhileTheJournalIsAwayAndGoOnThen() throws SQLException {
    Random random = new Random(4711);
    ActorRef<SubnetReplica.Command> replica = replica();
    writeAtRandom(random, 5);
    long before = caughtUp(replica).view().sequence();
    journal.execute("ALTER TABLE \"event_journal\" RENAME TO \"gone\"");

    SubnetReplica.CaughtUp away = caughtUp(replica);
    assertThat(away.isCurrent()).isFalse();
    assertThat(away.view().sequence()).isEqualTo(before);
    awaitStatus(told -> told.lagEvents() == -1 && told.state().contains("event_journal"));

    journal.execute("ALTER TABLE \"gone\" RENAME TO \"event_journal\"");
    writeAtRandom(random, 5);
    awaitStatus(SubnetReplicaTest::isUpToDate);
    assertThat(caughtUp(replica).isCurrent()).isTrue();
    assertAsRecovered(caughtUp(replica).view());
  }

  @Test
  void shouldSayThatTheJournalIsAwayWhileItDoesNotAnswer() throws SQLException {
    Random random = new Random(4713);
    replica();
    writeAtRandom(random, 2);
    awaitStatus(SubnetReplicaTest::isUpToDate);
    try (Connection connection = journal.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET EXCLUSIVE 1"); // others wait, and are not told
      awaitStatus(told -> told.lagEvents() == -1 && told.state().contains("does not answer"));
      statement.execute("SET EXCLUSIVE FALSE");
    }
    awaitStatus(SubnetReplicaTest::isUpToDate);
  }

  @Test
  void shouldSayWhoseStateItCannotRead() throws SQLException {
    writeAtRandom(new Random(4714), 5);
    writeSwitch(99, Set.of(), Histories.programming(50, new Random(4714)));
    journal.execute(
        "UPDATE \"event_journal\" SET \"event_payload\" = X'00' WHERE \"persistence_id\" = '%s'"
            .formatted(switchId(99).id()));
    ActorRef<SubnetReplica.Command> replica = replica();

    assertThat(caughtUp(replica).isCurrent()).isFalse();
    awaitStatus(told -> told.state().contains(switchId(99).id()));
    assertThat(caughtUp(replica).isCurrent()).isFalse();
  }

  @Test
  void shouldEndTheNodeWhenAnOlderJournalIsPutBack() throws Exception {
    Random random = new Random(4715);
    ActorRef<SubnetReplica.Command> replica = replica();
    writeAtRandom(random, 5);
    long last = caughtUp(replica).view().sequence();
    awaitMark(last);
    journal.execute(
        "DELETE FROM \"event_journal\" WHERE \"ordering\" > (SELECT MAX(\"ordering\") FROM"
            + " \"event_journal\" WHERE \"persistence_id\" = '%s' AND \"sequence_number\" = 2)"
                .formatted(SUBNET.id()));
    assertEnded(last, 2);
  }

  /** As with an event that was shown, and not yet on the disk, when H2's server was killed. */
  @Test
  void shouldBeginAnewWhenWhatNobodyWasToldOfIsLostAndWrittenAnew() throws SQLException {
    ActorRef<SubnetReplica.Command> replica = replica(Duration.ofHours(1));
    write(term(1), lid(1), lid(2), lid(3));
    assertThat(caughtUp(replica).view().sequence()).isEqualTo(4);
    journal.execute("DELETE FROM \"event_journal\" WHERE \"sequence_number\" > 2");
    write(term(2), lid(9), lid(10));

    awaitLids(replica, 1, 9, 10);
    assertThat(caughtUp(replica).view().subnet().term()).isEqualTo(2);
    write(term(3));
    assertThat(caughtUp(replica).view().subnet().keys()).isEqualTo(TermKeys.shared(3));
  }

  @Test
  void shouldEndTheNodeWhenTheEndIsLost() throws Exception {
    ActorRef<SubnetReplica.Command> replica = replica();
    write(term(1), lid(1), lid(2), lid(3));
    writeSwitch(1, Set.of(), Histories.programming(50, new Random(4716)));
    assertThat(caughtUp(replica).view().sequence()).isEqualTo(4);
    awaitMark(4);
    journal.execute("DELETE FROM \"event_journal\" WHERE \"sequence_number\" = 4");
    assertEnded(4, 3);
  }

  /** One that begins anew forgets who waits. */
  private void awaitLids(ActorRef<SubnetReplica.Command> replica, long... ports) {
    TestProbe<SubnetReplica.CaughtUp> probe = kit.createTestProbe();
    probe.awaitAssert(
        PATIENCE,
        () -> {
          replica.tell(new SubnetReplica.CatchUp(probe.ref()));
          SubnetState read = probe.receiveMessage(Duration.ofSeconds(1)).view().subnet();
          assertThat(read.lids().portGuids()).containsExactlyInAnyOrder(ports);
          return read;
        });
  }

  private static SubnetEvent lid(int port) {
    return new SubnetEvent.LidsAssigned(
        new long[] {port}, new int[] {port}, new byte[1], "test", 0);
  }

  private static SubnetEvent term(long term) {
    return new SubnetEvent.TermStarted(term, TermKeys.shared(term), "sm", "test", 0);
  }

  private void write(SubnetEvent... events) {
    ActorRef<Histories.Write<SubnetEvent>> manager = kit.spawn(Histories.Manager.create(SUBNET));
    manager.tell(new Histories.Write<>(List.of(events), written.ref()));
    written.receiveMessage(PATIENCE);
    kit.stop(manager);
  }

  /** Journals from before there were tags. */
  @Test
  void shouldReadASwitchAgainWhoseEventsItMissed() {
    Random random = new Random(4712);
    ActorRef<SubnetReplica.Command> replica = replica();
    writeAtRandom(random, 1);
    assertThat(caughtUp(replica).isCurrent()).isTrue();
    writeSwitch(2, Set.of(), Histories.programming(50, random));
    writeSwitch(2, Set.of(LftProgrammer.TAG), Histories.programming(51, random));

    assertAsRecovered(caughtUp(replica).view());
  }
}
