package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.extractRequestEntity;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;
import static akka.http.javadsl.server.Directives.pathEnd;
import static akka.http.javadsl.server.Directives.pathPrefix;
import static akka.http.javadsl.server.Directives.post;
import static akka.http.javadsl.server.Directives.toStrictEntity;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.RequestEntity;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.manager.FrameAnswer;
import io.dateline.sm.manager.SubnetState;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import scala.concurrent.duration.FiniteDuration;

/**
 * {@code GET /routing}: what is routed and how, from any node; {@code POST /routing/reset-frame}
 * with {@code {"reason": "..."}}, to the master: has torus and layers forgotten. Its body has to be
 * JSON, which no page of another site may send.
 */
final class RoutingRoutes {
  static final String REASON = "reason";

  private static final long BODY_BYTES_MAX = 4096;
  private static final FiniteDuration BODY_PATIENCE = FiniteDuration.create(5, TimeUnit.SECONDS);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Supplier<SubnetState> subnet;
  private final Function<String, CompletionStage<FrameAnswer>> resetFrame;

  /**
   * The routes.
   *
   * @param subnet as this node has read it
   * @param resetFrame asks the subnet manager, with the operator's reason
   */
  RoutingRoutes(
      Supplier<SubnetState> subnet, Function<String, CompletionStage<FrameAnswer>> resetFrame) {
    this.subnet = subnet;
    this.resetFrame = resetFrame;
  }

  Route routes(Executor slow) {
    return pathPrefix(
        "routing",
        () ->
            concat(
                pathEnd(
                    () ->
                        get(
                            () ->
                                completeWithFuture(
                                    CompletableFuture.supplyAsync(
                                        () -> JsonAnswer.of(RoutingReport.of(subnet.get())),
                                        slow)))),
                path(
                    "reset-frame",
                    () ->
                        post(
                            () ->
                                toStrictEntity(
                                    BODY_PATIENCE,
                                    BODY_BYTES_MAX,
                                    () ->
                                        extractRequestEntity(
                                            body -> completeWithFuture(reset(body))))))));
  }

  private CompletionStage<HttpResponse> reset(RequestEntity body) {
    String reason = reason(body).strip();
    return !OperatorReason.isFit(reason)
        ? CompletableFuture.completedStage(
            JsonAnswer.error(
                StatusCodes.BAD_REQUEST,
                "a reason is needed, of %d printable characters at most, as JSON: {\"%s\": \"...\"}"
                    .formatted(OperatorReason.LENGTH_MAX, REASON)))
        : resetFrame.apply(reason).thenApply(RoutingRoutes::answer);
  }

  /** Empty where the body is something else. */
  private static String reason(RequestEntity body) {
    if (!body.getContentType().equals(ContentTypes.APPLICATION_JSON)
        || !(body instanceof HttpEntity.Strict whole)) {
      return "";
    }
    try {
      return JSON.readTree(whole.getData().utf8String()).path(REASON).asText();
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  private static HttpResponse answer(FrameAnswer answer) {
    return switch (answer) {
      case FrameAnswer.Forgotten() -> JsonAnswer.of(Map.of("reset", true));
      case FrameAnswer.Refused(String why) -> JsonAnswer.error(StatusCodes.CONFLICT, why);
    };
  }
}
