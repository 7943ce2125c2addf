package io.dateline.sm.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import io.dateline.sm.replica.SubnetReplica.CaughtUp;
import io.dateline.sm.state.SubnetState;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers from what the journal says now. While it cannot be read the answer is what the node knows
 * of it, and has the header {@code Warning} with HTTP's code for a stale response (RFC 7234, 5.5).
 * A node that has not read anything yet answers 503: it cannot tell what there is not.
 */
final class JournalReads {
  private static final RawHeader STALE =
      RawHeader.create(
          "Warning",
          "110 dateline \"the journal cannot be read now; this is what the node has read before\"");

  private static final String UNREAD =
      "the journal cannot be read now, and this node has not read it before";

  private final Supplier<CompletionStage<CaughtUp>> journal;
  private final Executor slow;

  /**
   * Reads of one node.
   *
   * @param journal reads it, and never fails
   * @param slow writes answers, which may be long
   */
  JournalReads(Supplier<CompletionStage<CaughtUp>> journal, Executor slow) {
    this.journal = journal;
    this.slow = slow;
  }

  CompletionStage<HttpResponse> answer(Function<SubnetState, HttpResponse> words) {
    return journal
        .get()
        .thenApplyAsync(
            read -> {
              if (!read.isCurrent() && read.view().sequence() == 0) {
                return JsonAnswer.error(StatusCodes.SERVICE_UNAVAILABLE, UNREAD);
              }
              HttpResponse answer = words.apply(read.view().subnet());
              return read.isCurrent() ? answer : answer.addHeader(STALE);
            },
            slow);
  }
}
