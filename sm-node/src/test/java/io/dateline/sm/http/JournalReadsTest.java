package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpResponse;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.replica.SubnetReplica.CaughtUp;
import io.dateline.sm.state.SubnetState;
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
