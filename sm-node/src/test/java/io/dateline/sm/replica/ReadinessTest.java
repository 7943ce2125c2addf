package io.dateline.sm.replica;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.jdbc.query.javadsl.JdbcReadJournal;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.stream.javadsl.Sink;
import io.dateline.persistence.event.NodeEvent.StandbyReady;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node writes of itself into an H2 journal in memory. */
class ReadinessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long GUID = 0xb;
  private static final StandbyReady FIRST = new StandbyReady("H-1", 2, 7, 1000);
  private static final StandbyReady SECOND = new StandbyReady("H-1", 3, 9, 2000);

  @TempDir Path folder;

  private MemoryJournal journal;

  @BeforeEach
  void start() {
    journal = new MemoryJournal(folder);
  }

  @AfterEach
  void stop() throws SQLException {
    journal.close();
  }

  private ActorRef<Readiness.Command> node() {
    return journal.kit().spawn(Readiness.create(GUID));
  }

  private void awaitWritten(ActorRef<Readiness.Command> node) {
    TestProbe<Void> probe = journal.kit().createTestProbe();
    probe.expectTerminated(node, PATIENCE);
  }

  private List<Object> written() throws Exception {
    return PersistenceQuery.get(journal.kit().system())
        .getReadJournalFor(JdbcReadJournal.class, JdbcReadJournal.Identifier())
        .currentEventsByPersistenceId(Readiness.persistenceId(GUID).id(), 0, Long.MAX_VALUE)
        .map(EventEnvelope::event)
        .runWith(Sink.seq(), journal.kit().system())
        .toCompletableFuture()
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void shouldWriteWhatItIsReadyForEachTimeTheNodeRuns() throws Exception {
    for (StandbyReady ready : List.of(FIRST, SECOND)) {
      ActorRef<Readiness.Command> node = node();
      node.tell(new Readiness.Ready(ready));
      awaitWritten(node);
    }

    assertThat(written()).containsExactly(FIRST, SECOND);
  }

  @Test
  void shouldWriteNothingBeforeItIsTold() throws Exception {
    node();

    assertThat(written()).isEmpty();
  }

  @Test
  void shouldTryUntilTheJournalTakesIt() throws Exception {
    journal.execute("ALTER TABLE \"event_journal\" ADD CONSTRAINT \"full\" CHECK (FALSE)");
    ActorRef<Readiness.Command> node = node();
    LoggingTestKit.warn("This node cannot write to the journal")
        .expect(
            journal.kit().system(),
            () -> {
              node.tell(new Readiness.Ready(FIRST));
              return null;
            });
    journal.execute("ALTER TABLE \"event_journal\" DROP CONSTRAINT \"full\"");
    awaitWritten(node);

    assertThat(written()).containsExactly(FIRST);
  }
}
