package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;
import static akka.http.javadsl.server.Directives.pathEnd;
import static akka.http.javadsl.server.Directives.pathPrefix;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import io.dateline.sm.manager.FrameAnswer;
import io.dateline.sm.token.Role;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * {@code GET /routing}: what is routed and how, from any node; {@code POST /routing/reset-frame}
 * with {@code {"reason": "..."}}, an operator's order to the master: has torus and layers
 * forgotten.
 */
final class RoutingRoutes {
  static final String REASON = "reason";

  private record Reset(boolean reset) {}

  private final JournalReads journal;
  private final Function<String, CompletionStage<FrameAnswer>> resetFrame;
  private final LongFunction<Map<Long, Long>> makers;

  /**
   * The routes.
   *
   * @param makers of steps of a chain, as {@link RoutingReport#of} has them, by generation
   * @param resetFrame asks the subnet manager, with the operator's reason
   */
  RoutingRoutes(
      JournalReads journal,
      LongFunction<Map<Long, Long>> makers,
      Function<String, CompletionStage<FrameAnswer>> resetFrame) {
    this.journal = journal;
    this.makers = makers;
    this.resetFrame = resetFrame;
  }

  Route routes(HttpGuard guard, BoundedReads reads) {
    return pathPrefix(
        "routing",
        () ->
            concat(
                pathEnd(
                    () ->
                        get(
                            () ->
                                guard.reading(
                                    () ->
                                        completeWithFuture(
                                            reads.read(
                                                () ->
                                                    journal.answer(
                                                        subnet ->
                                                            JsonAnswer.of(
                                                                RoutingReport.of(
                                                                    subnet, makers)))))))),
                path(
                    "reset-frame",
                    () ->
                        guard.order(
                            Role.OPERATOR, Map.of(REASON, JsonNodeType.STRING), this::reset))));
  }

  private CompletionStage<HttpResponse> reset(JsonNode order) {
    String reason = order.path(REASON).asText().strip();
    return !OperatorReason.isFit(reason)
        ? JsonAnswer.wrong(
            "a reason is needed, of %d printable characters at most, as JSON: {\"%s\": \"...\"}"
                .formatted(OperatorReason.LENGTH_MAX, REASON))
        : resetFrame.apply(reason).thenApply(RoutingRoutes::answer);
  }

  private static HttpResponse answer(FrameAnswer answer) {
    return switch (answer) {
      case FrameAnswer.Forgotten() -> JsonAnswer.of(new Reset(true));
      case FrameAnswer.Refused(String why) -> JsonAnswer.error(StatusCodes.CONFLICT, why);
    };
  }
}
