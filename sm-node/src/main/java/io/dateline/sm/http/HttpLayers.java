package io.dateline.sm.http;

import akka.NotUsed;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.settings.ServerSettings;
import akka.stream.TLSClosing;
import akka.stream.TLSProtocol.SessionBytes;
import akka.stream.TLSProtocol.SslTlsInbound;
import akka.stream.TLSProtocol.SslTlsOutbound;
import akka.stream.javadsl.BidiFlow;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.TLS;
import akka.stream.javadsl.TLSPlacebo;
import akka.util.ByteString;
import java.util.Optional;

/**
 * What a connection's bytes pass through: TLS, HTTP, and the route. Akka's own server keeps the
 * bytes to itself.
 */
final class HttpLayers {
  private HttpLayers() {}

  /** From the bytes that come in to those that go out; good for many connections. */
  static Flow<ByteString, ByteString, NotUsed> of(
      ActorSystem<?> system, ServerSettings settings, Optional<ServerTls> tls, Route route) {
    return Flow.of(HttpRequest.class)
        .map(request -> tls.isPresent() ? overTls(request) : request)
        .via(route.flow(system))
        .join(Http.get(system).serverLayer(settings).atop(tls.map(HttpLayers::of).orElse(plain())));
  }

  /** This layer of Akka's takes every connection for one without TLS. */
  private static HttpRequest overTls(HttpRequest request) {
    return request.withUri(request.getUri().scheme("https"));
  }

  private static BidiFlow<SslTlsOutbound, ByteString, ByteString, SslTlsInbound, NotUsed> of(
      ServerTls tls) {
    return TLS.create(tls::engine, TLSClosing.eagerClose());
  }

  private static BidiFlow<SslTlsOutbound, ByteString, ByteString, SslTlsInbound, NotUsed> plain() {
    return BidiFlow.<SslTlsOutbound, SslTlsOutbound, SessionBytes, SslTlsInbound>fromFunctions(
            out -> out, in -> in)
        .atop(TLSPlacebo.getInstance());
  }
}
