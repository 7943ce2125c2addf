package io.dateline.sm.http;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code /status} and {@code /fabric} of a node, as JSON. */
public final class StatusServer extends AllDirectives {
  private final StatusBoard board;
  private final ObjectMapper json = new ObjectMapper();

  private StatusServer(StatusBoard board) {
    this.board = board;
  }

  /** Begins to listen; the binding ends with the actor system. A port in use is logged. */
  public static CompletionStage<ServerBinding> bind(
      ActorSystem<?> system, String host, int port, StatusBoard board) {
    StatusServer server = new StatusServer(board);
    return Http.get(system)
        .newServerAt(host, port)
        .bind(server.routes())
        .whenComplete(
            (binding, failure) -> {
              if (failure != null) {
                system.log().error("HTTP at {}:{} is not to be had", host, port, failure);
              } else {
                system.log().info("HTTP at http:/{}", binding.localAddress());
              }
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
