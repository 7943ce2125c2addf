package io.dateline.sm.http;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.dateline.sm.history.History;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** {@code /status}, {@code /metrics}, {@code /fabric} and {@code /history} of a node. */
public final class StatusServer extends AllDirectives {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final StatusBoard board;
  private final HistoryRoutes history;
  private MetricsPage metrics; // null until somebody asks for it

  private StatusServer(StatusBoard board, History history) {
    this.board = board;
    this.history = new HistoryRoutes(history);
  }

  /**
   * Begins to listen; the binding ends with the actor system. A port that is not to be had is tried
   * again and again: the subnet needs its manager more than the operator needs the status.
   */
  public static void bind(
      ActorSystem<?> system, String host, int port, StatusBoard board, History history) {
    new StatusServer(board, history).bind(system, host, port, true);
  }

  private void bind(ActorSystem<?> system, String host, int port, boolean isFirst) {
    Http.get(system)
        .newServerAt(host, port)
        .bind(routes(system.dispatchers().lookup(DispatcherSelector.blocking())))
        .whenComplete(
            (binding, failure) -> {
              if (failure == null) {
                system.log().info("HTTP at http:/{}", binding.localAddress());
                return;
              }
              if (isFirst) {
                system
                    .log()
                    .error(
                        "HTTP at {}:{} is not to be had; the subnet is managed without it, and it"
                            + " is tried again every {} s: {}",
                        host,
                        port,
                        RETRY_AFTER.toSeconds(),
                        failure.getMessage());
              }
              system
                  .scheduler()
                  .scheduleOnce(
                      RETRY_AFTER,
                      () -> bind(system, host, port, false),
                      system.executionContext());
            });
  }

  /** The routes; what takes a while goes to {@code slow}. */
  private Route routes(Executor slow) {
    return get(
        () ->
            concat(
                path(
                    "status", () -> complete(answer(board.status(), "no subnet manager here yet"))),
                path(
                    "metrics",
                    () ->
                        completeWithFuture(
                            CompletableFuture.supplyAsync(() -> metrics().answer(), slow))),
                path(
                    "fabric",
                    () ->
                        complete(
                            answer(
                                board.view().map(FabricReport::of), "the subnet is not up yet"))),
                history.routes()));
  }

  private synchronized MetricsPage metrics() {
    if (metrics == null) {
      metrics = new MetricsPage(board);
    }
    return metrics;
  }

  private static HttpResponse answer(Optional<?> value, String whyNot) {
    return value.isPresent()
        ? JsonAnswer.of(value.get())
        : JsonAnswer.error(StatusCodes.SERVICE_UNAVAILABLE, whyNot);
  }
}
