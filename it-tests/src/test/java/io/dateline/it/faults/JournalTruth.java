package io.dateline.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.jdbc.query.javadsl.JdbcReadJournal;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.persistence.typed.PersistenceId;
import akka.stream.javadsl.Sink;
import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.JournaledTerms;
import io.dateline.it.kit.WriterWatch;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftSnapshot;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.persistence.event.TermKeys;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalReader;
import io.dateline.persistence.journal.JournalSetup;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.LftState;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sim.observe.SubnetImage;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.history.History;
import io.dateline.sm.history.Moment;
import io.dateline.sm.history.Sought;
import io.dateline.sm.state.SubnetState;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * What the journal of a cluster says, read from beside it: replayed from the first event on, and
 * recovered as a node does it, from the newest snapshot. Both must be the same, and nobody may say
 * or have written to the fabric anything else.
 */
final class JournalTruth implements AutoCloseable {
  private static final long SUBNET_PREFIX = 0xfe80_0000_0000_0000L;
  private static final PersistenceId SUBNET = SubnetState.persistenceId(SUBNET_PREFIX);
  private static final long PATIENCE_S = 60;

  private final Journal journal;
  private final ActorSystem<Void> system;
  private final JdbcReadJournal queries;
  private int readers;

  private long sequence; // of the last event of the manager that was replayed
  private SubnetState replayed = SubnetState.EMPTY;
  private final List<TermKeys> keys = new ArrayList<>(); // of the terms, the first one first
  private final Map<Integer, Integer> writers = new HashMap<>(); // sender's port by term

  private JournalTruth(Journal journal) {
    this.journal = journal;
    system =
        ActorSystem.create(
            Behaviors.empty(),
            "truth",
            ConfigFactory.parseString("akka.actor.provider = local")
                .withFallback(journal.config()));
    queries =
        PersistenceQuery.get(system)
            .getReadJournalFor(JdbcReadJournal.class, JdbcReadJournal.Identifier());
  }

  /**
   * Begins to read.
   *
   * @param folder for its own files
   * @param settings where the journal is
   */
  static JournalTruth open(Path folder, Map<String, String> settings) {
    Map<String, String> own = new HashMap<>(settings);
    own.put("dateline.security.unencrypted", "accepted"); // the journal may be of another host
    return new JournalTruth(
        JournalSetup.open(NodeConfig.load(ConfigFactory.parseMap(own)), folder));
  }

  // ---- After every fault

  /**
   * Compares what has been done and said with the journal, which is read now.
   *
   * @param lids that ports have, by port GUID
   * @param changes from key to key, of ports
   * @param writings with keys that were not seen before
   */
  void check(
      Map<Long, Integer> lids,
      List<WriterWatch.Change> changes,
      List<WriterWatch.Writing> writings) {
    JournalReader.Read<?> recovered =
        recover(
            replyTo ->
                JournalReader.create(
                    SUBNET, SubnetState.EMPTY, SubnetState::apply, SubnetState.SNAPSHOTS, replyTo));
    replayTo(recovered.sequence());
    assertSame(((SubnetState) recovered.state()).toSnapshot(), replayed.toSnapshot());
    lids.forEach(
        (guid, lid) ->
            assertThat(replayed.lids().baseLid(guid))
                .as("LID in the journal of the port 0x%016x", guid)
                .isEqualTo(lid));
    JournaledTerms terms = terms();
    terms.checkWriters(writings, writers);
    for (WriterWatch.Change change : changes) {
      int from = terms.of(change.portGuid(), change.from());
      assertThat(from).as("term of a key of %s", change.port()).isNotEqualTo(JournaledTerms.NONE);
      assertThat(terms.of(change.portGuid(), change.to()))
          .as("term of the next writer to %s", change.port())
          .isGreaterThan(from);
    }
  }

  private void replayTo(long last) {
    if (last == sequence) {
      return;
    }
    List<EventEnvelope> missing = events(SUBNET, sequence + 1, last);
    assertThat(missing).as("events after %d", sequence).hasSize((int) (last - sequence));
    for (EventEnvelope envelope : missing) {
      assertThat(envelope.sequenceNr()).isEqualTo(++sequence);
      replayed = replayed.apply((SubnetEvent) envelope.event());
      if (envelope.event() instanceof TermStarted started) {
        keys.add(started.keys());
      }
    }
  }

  /**
   * Compares what a master says of the routing in force; false if the journal was not there yet or
   * any more when it was read.
   */
  boolean checkSaid(JsonNode status) {
    assertThat(status.path("term").asLong()).as("term").isLessThanOrEqualTo(replayed.term());
    if (replayed.active() == null
        || status.path("term").asLong() != replayed.term()
        || status.path("generation").asLong() != replayed.active().generation()
        || !status.path("phase").asText().equals("IDLE")) {
      return false;
    }
    assertThat(status.path("digest").asText()).isEqualTo(replayed.active().digest());
    assertThat(status.path("endPorts").asInt()).isEqualTo(replayed.active().endPorts());
    return true;
  }

  // ---- While nothing is under way

  /**
   * Replays everything anew, for the manager and for every switch, and compares that with what is
   * recovered and with the hardware.
   *
   * @return whether nothing was written meanwhile, so that hardware and journal could be compared
   */
  boolean checkAll(Fabric fabric, SubnetImage image) {
    long before = sequence;
    SubnetSnapshot told = past().toSnapshot();
    assertSame(withoutNodes(told), withoutNodes(replayed.toSnapshot()));
    TableReplica recovered = new TableReplica();
    TableReplica fromEvents = new TableReplica();
    for (long guid : image.tables().keySet()) {
      JournalReader.Read<?> read = recover(replyTo -> LftProgrammer.reader(guid, replyTo));
      recovered.restore(guid, read.sequence(), (LftState) read.state());
      for (EventEnvelope event : events(LftProgrammer.persistenceId(guid), 1, read.sequence())) {
        assertThat(fromEvents.apply(guid, event.sequenceNr(), (LftEvent) event.event()))
            .isEqualTo(TableReplica.Taken.APPLIED);
      }
    }
    ReplicatedTables replay = fromEvents.freeze();
    for (long guid : image.tables().keySet()) {
      LftSnapshot snapshot = recovered.freeze().snapshot(guid).orElseThrow();
      assertSame(snapshot, replay.snapshot(guid).orElseThrow());
    }
    check(image.lids(), List.of(), List.of());
    if (sequence != before) {
      return false;
    }
    image.tables().forEach((guid, row) -> assertRow(fabric, replay, guid, row));
    assertFabric();
    return true;
  }

  /** The events hold the fabric that the active routing was computed for. */
  private void assertFabric() {
    if (replayed.active() != null && replayed.unfinished() == 0) {
      long generation = replayed.active().generation();
      assertThat(replayed.generation(generation).map(FabricGeneration::topologyId))
          .as("fabric in the journal of generation %d", generation)
          .contains(replayed.active().topologyId());
    }
  }

  private static void assertRow(
      Fabric fabric, ReplicatedTables replay, long guid, ByteBuffer hardware) {
    ReplicatedTables.Told told = replay.told(guid).orElseThrow();
    byte[] row = new byte[hardware.remaining()];
    hardware.duplicate().get(row);
    assertThat(Arrays.copyOf(told.row(), told.linearFdbTop() + 1))
        .as("table of %s in the journal", fabric.description(fabric.nodeByGuid(guid)))
        .isEqualTo(row);
  }

  /** As {@code dateline history} tells it. */
  private SubnetState past() {
    History history =
        new History(system, SUBNET_PREFIX, InstantSource.system(), History.PAGE_EVENTS);
    return switch (await(history.moment(Long.toString(sequence)))) {
      case Sought.Refused<Moment>(String why) -> throw new AssertionError(why);
      case Sought.Found<Moment>(Moment moment) -> await(history.past(moment)).subnet();
    };
  }

  /** A past has those of a later event, if that is the one that tells them. */
  private static List<Object> withoutNodes(SubnetSnapshot state) {
    return Arrays.asList(
        state.term(),
        state.keys(),
        state.portGuids(),
        state.baseLids(),
        state.lmcs(),
        state.planned(),
        state.active(),
        state.activation(),
        state.olderKeys(),
        state.siteKeys(),
        state.unfinished(),
        state.fabric());
  }

  private static void assertSame(Object recovered, Object replay) {
    assertThat(recovered)
        .as("from a snapshot and later events, against all events")
        .usingRecursiveComparison()
        .withEqualsForType(TermKeys::equals, TermKeys.class) // what was derived does not count
        .isEqualTo(replay);
  }

  private List<EventEnvelope> events(PersistenceId id, long first, long last) {
    return await(
        queries
            .currentEventsByPersistenceId(id.id(), first, last)
            .runWith(Sink.<EventEnvelope>seq(), system));
  }

  private JournalReader.Read<?> recover(
      Function<ActorRef<JournalReader.Read<?>>, Behavior<JournalReader.Command>> reader) {
    CompletableFuture<JournalReader.Read<?>> answer = new CompletableFuture<>();
    String name = "read-" + ++readers;
    Behavior<JournalReader.Read<?>> receiver =
        Behaviors.receiveMessage(
            read -> {
              answer.complete(read);
              return Behaviors.stopped();
            });
    ActorRef<JournalReader.Read<?>> replyTo =
        system.systemActorOf(receiver, name + "-answer", Props.empty());
    system.systemActorOf(reader.apply(replyTo), name, Props.empty());
    return await(answer);
  }

  private static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the journal cannot be read", e);
    }
  }

  /** As far as the journal has been read. */
  JournaledTerms terms() {
    return new JournaledTerms(keys);
  }

  long term() {
    return replayed.term();
  }

  /** Activated last. */
  long generation() {
    return replayed.active() == null ? 0 : replayed.active().generation();
  }

  /** How many the manager has written. */
  long events() {
    return sequence;
  }

  @Override
  public void close() {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
    journal.close();
  }
}
