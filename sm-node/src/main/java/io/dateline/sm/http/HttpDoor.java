package io.dateline.sm.http;

import akka.Done;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.ConnectionContext;
import akka.http.javadsl.Http;
import akka.http.javadsl.IncomingConnection;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.ServerBuilder;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.Route;
import akka.japi.Pair;
import akka.stream.KillSwitches;
import akka.stream.Materializer;
import akka.stream.SystemMaterializer;
import akka.stream.UniqueKillSwitch;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.Keep;
import akka.stream.javadsl.Sink;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Serves routes over HTTP, through a bounded number of connections. Whoever comes while all are
 * taken is let in, and the connection that has been open longest is closed: an answer takes some
 * ms, so what stays open is a client that waits for nothing, or one that sends a byte now and then.
 * Akka's own bound, {@code max-connections}, keeps the new ones out instead, and a time-out between
 * bytes lets the slow ones stay.
 */
final class HttpDoor {
  /** Each takes some ten KB and a file descriptor. */
  static final int CONNECTIONS_MAX = 256;

  private final int connectionsMax;
  private final Flow<HttpRequest, HttpResponse, Pair<UniqueKillSwitch, CompletionStage<Done>>>
      handler;
  private final Materializer materializer;
  private final LinkedHashSet<UniqueKillSwitch> open = new LinkedHashSet<>(); // guarded by itself

  private HttpDoor(ActorSystem<?> system, Route route, int connectionsMax) {
    this.connectionsMax = connectionsMax;
    materializer = SystemMaterializer.get(system).materializer();
    handler =
        Flow.of(HttpRequest.class)
            .viaMat(KillSwitches.<HttpRequest>single(), Keep.right())
            .via(route.flow(system))
            .watchTermination(Keep.both());
  }

  /**
   * Begins to listen; the binding ends with the actor system.
   *
   * @param tls for HTTPS, empty for HTTP
   */
  static CompletionStage<ServerBinding> open(
      ActorSystem<?> system, String host, int port, Optional<ServerTls> tls, Route route) {
    return open(system, host, port, tls, route, CONNECTIONS_MAX);
  }

  static CompletionStage<ServerBinding> open(
      ActorSystem<?> system,
      String host,
      int port,
      Optional<ServerTls> tls,
      Route route,
      int connectionsMax) {
    HttpDoor door = new HttpDoor(system, route, connectionsMax);
    ServerBuilder builder = Http.get(system).newServerAt(host, port);
    return tls.map(own -> builder.enableHttps(ConnectionContext.httpsServer(own::engine)))
        .orElse(builder)
        .connectionSource()
        .to(Sink.foreach(door::let))
        .run(door.materializer);
  }

  private void let(IncomingConnection connection) {
    Pair<UniqueKillSwitch, CompletionStage<Done>> in = connection.handleWith(handler, materializer);
    UniqueKillSwitch longest = null;
    synchronized (open) {
      open.add(in.first());
      if (open.size() > connectionsMax) {
        longest = open.removeFirst();
      }
    }
    if (longest != null) {
      longest.shutdown();
    }
    in.second().whenComplete((done, failure) -> closed(in.first()));
  }

  private void closed(UniqueKillSwitch connection) {
    synchronized (open) {
      open.remove(connection);
    }
  }
}
