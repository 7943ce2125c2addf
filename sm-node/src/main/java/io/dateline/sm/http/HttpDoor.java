package io.dateline.sm.http;

import akka.Done;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.settings.ServerSettings;
import akka.japi.Pair;
import akka.stream.KillSwitches;
import akka.stream.Materializer;
import akka.stream.StreamTcpException;
import akka.stream.SystemMaterializer;
import akka.stream.UniqueKillSwitch;
import akka.stream.javadsl.BidiFlow;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.Keep;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Tcp;
import akka.util.ByteString;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Serves routes over HTTP, through a bounded number of connections. A client that comes while all
 * are taken is let in, and the connection that has been open longest is closed: an answer takes
 * some ms, so what stays open is a client that waits for nothing, or one that sends a byte now and
 * then. Akka's own bound, {@code max-connections}, keeps the new ones out instead, and a time-out
 * between bytes lets the slow ones stay.
 *
 * <p>A connection is cut below TLS and at once. In good order it would end only when the client has
 * spoken TLS, or has read its answer, and it may do neither.
 */
final class HttpDoor {
  /** Each takes some ten KB and a file descriptor. */
  static final int CONNECTIONS_MAX = 256;

  /** Without a byte in either direction; as Akka's own server has it. */
  private static final Duration SILENCE_MAX = Duration.ofMinutes(1);

  private final Places<UniqueKillSwitch> places;
  private final Flow<ByteString, ByteString, Pair<UniqueKillSwitch, CompletionStage<Done>>> handler;
  private final Materializer materializer;

  private HttpDoor(
      ActorSystem<?> system,
      Flow<ByteString, ByteString, ?> layers,
      Places<UniqueKillSwitch> places) {
    this.places = places;
    materializer = SystemMaterializer.get(system).materializer();
    handler =
        layers
            .joinMat(
                BidiFlow.fromGraph(KillSwitches.<ByteString, ByteString>singleBidi()), Keep.right())
            .watchTermination(Keep.both());
  }

  /**
   * Begins to listen; the binding ends with the actor system.
   *
   * @param tls for HTTPS, empty for HTTP
   */
  static CompletionStage<Tcp.ServerBinding> open(
      ActorSystem<?> system, String host, int port, Optional<ServerTls> tls, Route route) {
    return open(system, host, port, tls, route, new Places<>(CONNECTIONS_MAX));
  }

  static CompletionStage<Tcp.ServerBinding> open(
      ActorSystem<?> system,
      String host,
      int port,
      Optional<ServerTls> tls,
      Route route,
      Places<UniqueKillSwitch> places) {
    ServerSettings settings = ServerSettings.create(system.settings().config());
    HttpDoor door = new HttpDoor(system, HttpLayers.of(system, settings, tls, route), places);
    return Tcp.get(system)
        .bind(
            host,
            port,
            settings.getBacklog(),
            settings.getSocketOptions(),
            false, // it ends when all is answered, though the client's side stays open
            Optional.of(SILENCE_MAX))
        .to(Sink.foreach(door::let))
        .run(door.materializer);
  }

  private void let(Tcp.IncomingConnection connection) {
    Pair<UniqueKillSwitch, CompletionStage<Done>> in = connection.handleWith(handler, materializer);
    places
        .take(in.first())
        .ifPresent(
            longest -> longest.abort(new StreamTcpException("newer connections have all places")));
    in.second().whenComplete((done, failure) -> places.leave(in.first()));
  }
}
