package io.dateline.sm.replica;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.typed.PersistenceId;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.LidsAssigned;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.TermKeys;
import io.dateline.persistence.journal.FollowedStates;
import io.dateline.persistence.journal.JournalFeed;
import io.dateline.persistence.journal.JournalPlace;
import io.dateline.persistence.journal.JournalReader;
import io.dateline.sm.state.SubnetState;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a journal with ten terms, in which nobody was ever given a LID. */
class FollowedStatesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final PersistenceId SUBNET = PersistenceId.ofUniqueId("subnet|test");
  private static final int TERMS = 10;
  private static final long PORT = 1;

  @TempDir Path folder;

  private MemoryJournal journal;
  private ActorTestKit kit;
  private FollowedStates followed;

  @BeforeEach
  void start() {
    journal = new MemoryJournal(folder);
    kit = journal.kit();
    followed = FollowedStates.get(kit.system());
    List<SubnetEvent> terms = new ArrayList<>();
    for (int term = 1; term <= TERMS; term++) {
      terms.add(new TermStarted(term, TermKeys.shared(term), "test", "a term", 0));
    }
    TestProbe<Done> written = kit.createTestProbe();
    ActorRef<Histories.Write<SubnetEvent>> manager = kit.spawn(Histories.Manager.create(SUBNET));
    manager.tell(new Histories.Write<>(terms, written.ref()));
    written.receiveMessage(PATIENCE);
    kit.stop(manager);
  }

  @AfterEach
  void stop() throws SQLException {
    journal.close();
  }

  /** After so many terms, and one who has read them knows it by a LID. */
  private static SubnetState known(int terms) {
    SubnetState state =
        SubnetState.EMPTY.apply(
            new LidsAssigned(new long[] {PORT}, new int[] {7}, new byte[1], "test", 0));
    for (int term = 1; term <= terms; term++) {
      state = state.apply(new TermStarted(term, TermKeys.shared(term), "test", "a term", 0));
    }
    return state;
  }

  /** Where an event stands. */
  private JournalPlace place(int number) throws Exception {
    return new JournalFeed(kit.system(), 0, SUBNET.id()::equals)
        .next().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).items().stream()
            .map(JournalFeed.Item::place)
            .filter(place -> place.sequence() == number)
            .findFirst()
            .orElseThrow();
  }

  private JournalReader.Read<?> recover() {
    TestProbe<JournalReader.Read<?>> reads = kit.createTestProbe();
    kit.spawn(
        JournalReader.create(
            SUBNET, SubnetState.EMPTY, SubnetState::apply, SubnetState.SNAPSHOTS, reads.ref()));
    return reads.receiveMessage(PATIENCE);
  }

  private void assertRecovered(boolean isFromKnown) {
    JournalReader.Read<?> read = recover();
    assertThat(read.sequence()).isEqualTo(TERMS);
    SubnetState state = (SubnetState) read.state();
    assertThat(state.term()).isEqualTo(TERMS);
    assertThat(state.lids().portGuids()).hasSize(isFromKnown ? 1 : 0);
  }

  @Test
  void shouldBeginWithWhatIsKnownAndReadTheRest() throws Exception {
    followed.know(SUBNET.id(), place(8), known(8));
    assertRecovered(true);
    followed.know(SUBNET.id(), place(TERMS), known(TERMS));
    assertRecovered(true);
  }

  @Test
  void shouldReadAllOfItWhenNothingIsKnown() throws Exception {
    assertRecovered(false);
    followed.know(SUBNET.id(), place(8), known(8));
    followed.forget(SUBNET.id());
    assertRecovered(false);
  }

  @Test
  void shouldNotBelieveWhatTheJournalDoesNotHold() throws Exception {
    JournalPlace last = place(TERMS);
    for (JournalPlace other :
        List.of(
            new JournalPlace(TERMS + 1, last.ordering() + 1, last.writer()),
            new JournalPlace(TERMS, last.ordering() + 1, last.writer()),
            new JournalPlace(TERMS, last.ordering(), "another"))) {
      followed.know(SUBNET.id(), other, known((int) other.sequence()));
      assertRecovered(false);
    }
  }
}
