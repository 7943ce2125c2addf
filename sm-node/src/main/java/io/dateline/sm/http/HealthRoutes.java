package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.complete;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;
import static akka.http.javadsl.server.Directives.pathPrefix;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.dateline.sm.alive.Health;
import io.dateline.sm.cluster.MemberReport;
import java.util.function.Supplier;

/**
 * {@code /alive} and {@code /ready}, 200 or 503 with the reason, for programs that start processes
 * and count nodes; {@code /cluster/members}, the members of the cluster.
 */
final class HealthRoutes {
  private final Supplier<Health> health;
  private final Supplier<MemberReport> members;

  /** Whether the process may go on; the error is null where it may. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Alive(boolean alive, String error) {}

  /** As {@link Alive}, of a node that manages the subnet or could be the next one to. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Ready(boolean ready, String error) {}

  HealthRoutes(Supplier<Health> health, Supplier<MemberReport> members) {
    this.health = health;
    this.members = members;
  }

  Route routes(HttpGuard guard) {
    return get(
        () ->
            concat(
                path("alive", () -> guard.watching(() -> complete(alive(health.get())))),
                path("ready", () -> guard.watching(() -> complete(ready(health.get())))),
                pathPrefix(
                    "cluster",
                    () ->
                        path(
                            "members",
                            () -> guard.reading(() -> complete(JsonAnswer.of(members.get())))))));
  }

  private static HttpResponse alive(Health now) {
    return answer(now.isAlive(), new Alive(now.isAlive(), now.isAlive() ? null : now.reason()));
  }

  private static HttpResponse ready(Health now) {
    return answer(now.isReady(), new Ready(now.isReady(), now.isReady() ? null : now.reason()));
  }

  private static HttpResponse answer(boolean is, Object told) {
    return JsonAnswer.of(is ? StatusCodes.OK : StatusCodes.SERVICE_UNAVAILABLE, told);
  }
}
