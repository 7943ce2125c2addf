package io.dateline.sm.replica;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.persistence.typed.PersistenceId;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.NodeEvent.StandbyReady;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.persistence.journal.UnfitJournal;
import io.dateline.routing.actors.entity.HomePorts;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerSettings;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.sm.state.SubnetState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that meet a record which only a newer version knows, in an H2 journal in memory. */
class FutureRecordTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PREFIX = 0xfe80_0000_0000_0000L;
  private static final long SWITCH = 7;
  private static final int KRYO_EVENTS = 7001; // KryoEventSerializer

  @TempDir Path folder;

  private MemoryJournal journal;
  private ActorTestKit kit;
  private TestProbe<ReplicaStatus> statuses;

  @BeforeEach
  void start() {
    journal = new MemoryJournal(folder);
    kit = journal.kit();
    statuses = kit.createTestProbe();
  }

  @AfterEach
  void stop() throws SQLException {
    journal.close();
  }

  private void writeKnown(PersistenceId id, int events) {
    TestProbe<Done> written = kit.createTestProbe();
    ActorRef<Histories.Write<SubnetEvent>> writer = kit.spawn(Histories.Manager.create(id));
    for (int event = 0; event < events; event++) {
      writer.tell(
          new Histories.Write<>(
              List.of(new SubnetEvent.TermStarted(event + 1, TermKeys.shared(1), "n", "test", 0)),
              written.ref()));
      written.receiveMessage(PATIENCE);
    }
    kit.stop(writer);
  }

  private void writeSwitch() {
    TestProbe<Done> written = kit.createTestProbe();
    ActorRef<Histories.Write<LftEvent>> writer =
        kit.spawn(
            Histories.Tagged.create(
                LftProgrammer.persistenceId(SWITCH), Set.of(LftProgrammer.TAG)));
    writer.tell(new Histories.Write<>(Histories.programming(1, new Random(1)), written.ref()));
    written.receiveMessage(PATIENCE);
    kit.stop(writer);
  }

  /** What a newer version writes next; returns its number. */
  private long writeUnknown(PersistenceId id, int serializer) throws SQLException {
    return write(id, serializer, "SwitchPainted:3");
  }

  private long write(PersistenceId id, int serializer, String manifest) throws SQLException {
    try (Connection connection = journal.connect()) {
      long number;
      try (PreparedStatement last =
          connection.prepareStatement(
              "SELECT COALESCE(MAX(\"sequence_number\"), 0) + 1 FROM \"event_journal\""
                  + " WHERE \"persistence_id\" = ?")) {
        last.setString(1, id.id());
        try (ResultSet row = last.executeQuery()) {
          row.next();
          number = row.getLong(1);
        }
      }
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO \"event_journal\" (\"persistence_id\", \"sequence_number\","
                  + " \"deleted\", \"writer\", \"write_timestamp\", \"adapter_manifest\","
                  + " \"event_ser_id\", \"event_ser_manifest\", \"event_payload\")"
                  + " VALUES (?, ?, FALSE, '', 0, '', ?, ?, X'00')")) {
        insert.setString(1, id.id());
        insert.setLong(2, number);
        insert.setInt(3, serializer);
        insert.setString(4, manifest);
        insert.execute();
      }
      try (PreparedStatement tag =
          connection.prepareStatement(
              "INSERT INTO \"event_tag\" (\"event_id\", \"tag\")"
                  + " SELECT MAX(\"ordering\"), ? FROM \"event_journal\"")) {
        tag.setString(1, LftProgrammer.TAG);
        if (LftProgrammer.switchGuid(id.id()).isPresent()) {
          tag.execute();
        }
      }
      connection.commit();
      return number;
    }
  }

  private String rows() throws SQLException {
    StringBuilder rows = new StringBuilder();
    try (Connection connection = journal.connect();
        ResultSet row =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT \"persistence_id\", \"sequence_number\", \"event_ser_manifest\""
                        + " FROM \"event_journal\" ORDER BY \"ordering\"")) {
      while (row.next()) {
        rows.append(row.getString(1) + ' ' + row.getLong(2) + ' ' + row.getString(3) + '\n');
      }
    }
    return rows.toString();
  }

  private void assertEnded(PersistenceId id, long number, String record) throws Exception {
    kit.system()
        .getWhenTerminated()
        .toCompletableFuture()
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(UnfitJournal.met(CoordinatedShutdown.get(kit.system())))
        .get()
        .extracting(UnfitJournal::sentence)
        .asString()
        .startsWith("event " + number + " of " + id.id() + " in the journal")
        .contains(record);
  }

  private void assertEnded(PersistenceId id, long number) throws Exception {
    assertEnded(id, number, "\"SwitchPainted:3\"");
  }

  private void spawnReplica() {
    kit.spawn(
        SubnetReplica.create(
            new SubnetReplica.Setup(
                PREFIX, Duration.ZERO, Duration.ofMillis(50), view -> {}, statuses.ref()::tell)));
  }

  private void awaitFollowing() {
    await(told -> told.state().equals(ReplicaStatus.FOLLOWING));
  }

  private void await(Predicate<ReplicaStatus> wanted) {
    statuses.fishForMessage(
        PATIENCE,
        told ->
            wanted.test(told) ? FishingOutcomes.complete() : FishingOutcomes.continueAndIgnore());
  }

  @Test
  void shouldEndAReplicaThatReadsOneWhenItBegins() throws Exception {
    PersistenceId id = SubnetState.persistenceId(PREFIX);
    writeKnown(id, 3);
    long number = writeUnknown(id, KRYO_EVENTS);
    String before = rows();
    spawnReplica();
    assertEnded(id, number);
    assertThat(rows()).isEqualTo(before);
  }

  @Test
  void shouldEndAReplicaThatFollowsTheManager() throws Exception {
    PersistenceId id = SubnetState.persistenceId(PREFIX);
    writeKnown(id, 2);
    spawnReplica();
    awaitFollowing();
    assertEnded(id, writeUnknown(id, KRYO_EVENTS));
  }

  @Test
  void shouldEndAReplicaThatFollowsTheSwitches() throws Exception {
    PersistenceId id = LftProgrammer.persistenceId(SWITCH);
    writeSwitch();
    spawnReplica();
    awaitFollowing();
    assertEnded(id, writeUnknown(id, KRYO_EVENTS));
  }

  @Test
  void shouldEndTheHostOfAProgrammer() throws Exception {
    writeSwitch();
    PersistenceId id = LftProgrammer.persistenceId(SWITCH);
    long number = writeUnknown(id, KRYO_EVENTS);
    TestProbe<ClusterSharding.ShardCommand> shard = kit.createTestProbe();
    kit.spawn(
        LftProgrammer.create(
            SWITCH,
            new LftProgrammer.Setup(
                null,
                HomePorts.none(),
                new Turns(),
                ProgrammerSettings.of(kit.system().settings().config()),
                InstantSource.system()),
            shard.ref()));
    assertEnded(id, number);
  }

  @Test
  void shouldEndTheHostOfALayerAssigner() throws Exception {
    PersistenceId id = LayerAssigner.persistenceId(9);
    long number = writeUnknown(id, KRYO_EVENTS);
    TestProbe<ClusterSharding.ShardCommand> shard = kit.createTestProbe();
    kit.spawn(
        LayerAssigner.create(
            9,
            LayerAssigner.Setup.of(
                kit.system().settings().config(), new Generations(), InstantSource.system()),
            shard.ref()));
    assertEnded(id, number);
  }

  @Test
  void shouldEndANodeThatWouldSayThatItIsReady() throws Exception {
    PersistenceId id = Readiness.persistenceId(11);
    long number = writeUnknown(id, KRYO_EVENTS);
    kit.spawn(Readiness.create(11)).tell(new Readiness.Ready(new StandbyReady("H-1", 2, 7, 1000)));
    assertEnded(id, number);
  }

  /** A newer version may have a serializer that this one has not. */
  @Test
  void shouldEndWhereTheSerializerIsUnknown() throws Exception {
    PersistenceId id = SubnetState.persistenceId(PREFIX);
    writeKnown(id, 1);
    long number = writeUnknown(id, KRYO_EVENTS + 990);
    spawnReplica();
    assertEnded(id, number, "serializer with id [7991]");
  }

  /** No other node could read it either. */
  @Test
  void shouldGoOnTryingWhereBytesAreDamaged() throws Exception {
    PersistenceId id = SubnetState.persistenceId(PREFIX);
    writeKnown(id, 2);
    spawnReplica();
    awaitFollowing();
    write(id, KRYO_EVENTS, "TermStarted:1");
    await(told -> told.state().startsWith("cannot read the journal"));
    assertThat(CoordinatedShutdown.get(kit.system()).getShutdownReason()).isEmpty();
  }
}
