package io.dateline.sm.http;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** {@code /status} and {@code /fabric} of a node, as JSON. */
public final class StatusServer extends AllDirectives {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final StatusBoard board;
  private final ObjectMapper json = new ObjectMapper();

  private StatusServer(StatusBoard board) {
    this.board = board;
  }

  /**
   * Begins to listen; the binding ends with the actor system. A port that is not to be had is tried
   * again and again: the subnet needs its manager more than the operator needs the status.
   */
  public static void bind(ActorSystem<?> system, String host, int port, StatusBoard board) {
    new StatusServer(board).bind(system, host, port, true);
  }

  private void bind(ActorSystem<?> system, String host, int port, boolean isFirst) {
    Http.get(system)
        .newServerAt(host, port)
        .bind(routes())
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

  private Route routes() {
    return get(
        () ->
            concat(
                path(
                    "status", () -> complete(answer(board.status(), "no subnet manager here yet"))),
                path(
                    "fabric",
                    () ->
                        complete(
                            answer(
                                board.view().map(FabricReport::of), "the subnet is not up yet")))));
  }

  private HttpResponse answer(Optional<?> value, String whyNot) {
    try {
      return value.isPresent()
          ? entity(StatusCodes.OK, value.get())
          : entity(StatusCodes.SERVICE_UNAVAILABLE, Map.of("error", whyNot));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report that cannot be written as JSON", e);
    }
  }

  private HttpResponse entity(akka.http.javadsl.model.StatusCode status, Object value)
      throws JsonProcessingException {
    return HttpResponse.create()
        .withStatus(status)
        .withEntity(
            HttpEntities.create(ContentTypes.APPLICATION_JSON, json.writeValueAsBytes(value)));
  }
}
