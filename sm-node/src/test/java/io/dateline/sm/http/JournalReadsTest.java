package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpResponse;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.replica.SubnetReplica.CaughtUp;
import io.dateline.sm.state.SubnetState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JournalReadsTest {
  private static HttpResponse answer(boolean isCurrent) {
    return ReadJournal.of(SubnetState.EMPTY, isCurrent)
        .answer(subnet -> JsonAnswer.of(subnet.term()))
        .toCompletableFuture()
        .join();
  }

  @Test
  void shouldSayNothingOfAJournalThatWasRead() {
    assertThat(answer(true).getHeader("Warning")).isEmpty();
  }

  @Test
  void shouldWarnWhereTheJournalCannotBeRead() {
    assertThat(answer(false).status().intValue()).isEqualTo(200);
    assertThat(answer(false).getHeader("Warning").map(HttpHeader::value).orElseThrow())
        .startsWith("110 dateline \"the journal cannot be read now");
  }

  /** Another subnet manager's tables and partitions are in no journal. */
  @Test
  void shouldSayThatTheAnswerIsOfBeforeWhereAnotherOneManagesTheSubnet() {
    CaughtUp read =
        new CaughtUp(new ReplicaView(1, SubnetState.EMPTY, ReplicatedTables.EMPTY), false);

    HttpResponse answer =
        ReadJournal.of(read, Optional.of("standby: another goes first, \"h\u00e9\r\n1\\\""))
            .answer(subnet -> JsonAnswer.of(subnet.term()))
            .toCompletableFuture()
            .join();

    assertThat(answer.getHeaders())
        .filteredOn(header -> header.is("warning"))
        .extracting(HttpHeader::value)
        .containsExactlyInAnyOrder(
            "110 dateline \"the journal cannot be read now; this is what the node has read before\"",
            "110 dateline \"standby: another goes first, ?h???1??. This is what the journal has of the"
                + " time before\"");
  }

  /** An answer of an empty subnet would say that what is asked for is not there. */
  @Test
  void shouldNotAnswerFromAJournalThatWasNeverRead() {
    HttpResponse answer =
        ReadJournal.of(new CaughtUp(ReplicaView.EMPTY, false))
            .answer(subnet -> JsonAnswer.of(subnet.term()))
            .toCompletableFuture()
            .join();

    assertThat(answer.status().intValue()).isEqualTo(503);
  }

  @Test
  void shouldAnswerFromAJournalThatIsEmpty() {
    HttpResponse answer =
        ReadJournal.of(new CaughtUp(ReplicaView.EMPTY, true))
            .answer(subnet -> JsonAnswer.of(subnet.term()))
            .toCompletableFuture()
            .join();

    assertThat(answer.status().intValue()).isEqualTo(200);
  }
}
