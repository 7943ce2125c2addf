package io.dateline.sm.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import io.dateline.sm.replica.SubnetReplica.CaughtUp;
import io.dateline.sm.state.SubnetState;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Answers from what the journal says now. While it cannot be read the answer is what the node knows
 * of it, and has the header {@code Warning} with HTTP's code for a stale response (RFC 7234, 5.5).
 * So it has while another subnet manager manages the subnet, of which the journal knows nothing. A
 * node that has not read anything yet answers 503: it cannot tell what there is not.
 */
final class JournalReads {
  private static final RawHeader STALE =
      stale("the journal cannot be read now; this is what the node has read before");

  private static final String UNREAD =
      "the journal cannot be read now, and this node has not read it before";

  private final Supplier<CompletionStage<CaughtUp>> journal;
  private final Supplier<CompletionStage<Optional<String>>> otherManager;
  private final Executor slow;

  /**
   * Reads of one node.
   *
   * @param journal reads it, and never fails
   * @param otherManager the role of the cluster's subnet manager, where it leaves the subnet to
   *     another one; never fails
   * @param slow writes answers, which may be long
   */
  JournalReads(
      Supplier<CompletionStage<CaughtUp>> journal,
      Supplier<CompletionStage<Optional<String>>> otherManager,
      Executor slow) {
    this.journal = journal;
    this.otherManager = otherManager;
    this.slow = slow;
  }

  CompletionStage<HttpResponse> answer(Function<SubnetState, HttpResponse> words) {
    return journal
        .get()
        .thenCombineAsync(
            otherManager.get(),
            (read, role) -> {
              if (!read.isCurrent() && read.view().sequence() == 0) {
                return JsonAnswer.error(StatusCodes.SERVICE_UNAVAILABLE, UNREAD);
              }
              HttpResponse answer = words.apply(read.view().subnet());
              return Stream.concat(
                      read.isCurrent() ? Stream.empty() : Stream.of(STALE),
                      role.map(JournalReads::ofBefore).stream())
                  .reduce(answer, HttpResponse::addHeader, (one, other) -> other);
            },
            slow);
  }

  private static RawHeader ofBefore(String role) {
    return stale(role + ". This is what the journal has of the time before");
  }

  /** Nodes are named by whoever has set their descriptions: these may have any characters. */
  private static RawHeader stale(String why) {
    return RawHeader.create(
        "Warning", "110 dateline \"%s\"".formatted(why.replaceAll("[^ !#-\\[\\]-~]", "?")));
  }
}
