package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;

import akka.http.javadsl.server.Route;
import io.dateline.sm.cluster.ClusterReport;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** {@code GET /cluster}: the nodes, and what each says of itself. */
final class ClusterRoutes {
  private final Supplier<CompletionStage<ClusterReport>> look;

  ClusterRoutes(Supplier<CompletionStage<ClusterReport>> look) {
    this.look = look;
  }

  Route routes(HttpGuard guard) {
    return path(
        "cluster",
        () ->
            get(
                () ->
                    guard.reading(() -> completeWithFuture(look.get().thenApply(JsonAnswer::of)))));
  }
}
