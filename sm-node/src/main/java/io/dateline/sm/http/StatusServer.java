package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.complete;
import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import io.dateline.sm.history.History;
import io.dateline.sm.manager.FrameAnswer;
import io.dateline.sm.manager.SubnetState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /status}, {@code /metrics}, {@code /fabric}, {@code /history} and {@code /routing} of a
 * node.
 */
public final class StatusServer {
  private static final Logger LOG = LoggerFactory.getLogger(StatusServer.class);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final StatusBoard board;
  private final HistoryRoutes history;
  private final RoutingRoutes routing;
  private MetricsPage metrics; // null until somebody asks for it

  private StatusServer(
      StatusBoard board,
      History history,
      Supplier<SubnetState> subnet,
      Function<String, CompletionStage<FrameAnswer>> resetFrame) {
    this.board = board;
    routing = new RoutingRoutes(subnet, resetFrame);
    this.history = new HistoryRoutes(history);
  }

  /**
   * Begins to listen; the binding ends with the actor system. A port that is not to be had is tried
   * again and again: the subnet needs its manager more than the operator needs the status.
   *
   * @param subnet as this node has read it
   * @param resetFrame asks the subnet manager to forget the torus, with the operator's reason
   */
  public static void bind(
      ActorSystem<?> system,
      String host,
      int port,
      StatusBoard board,
      History history,
      Supplier<SubnetState> subnet,
      Function<String, CompletionStage<FrameAnswer>> resetFrame) {
    new StatusServer(board, history, subnet, resetFrame).bind(system, host, port, true);
  }

  private void bind(ActorSystem<?> system, String host, int port, boolean isFirst) {
    HttpDoor.open(
            system, host, port, routes(system.dispatchers().lookup(DispatcherSelector.blocking())))
        .whenComplete(
            (binding, failure) -> {
              if (failure == null) {
                LOG.info("HTTP at http:/{}", binding.localAddress());
                return;
              }
              if (isFirst) {
                LOG.error(
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
    return concat(reports(slow), routing.routes(slow));
  }

  private Route reports(Executor slow) {
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
                        completeWithFuture(
                            CompletableFuture.supplyAsync(
                                () ->
                                    answer(
                                        board.view().map(FabricReport::of),
                                        "the subnet is not up yet"),
                                slow))),
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
