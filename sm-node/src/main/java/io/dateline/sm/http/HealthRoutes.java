package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.complete;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;
import static akka.http.javadsl.server.Directives.pathPrefix;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import io.dateline.sm.alive.Health;
import io.dateline.sm.cluster.MemberReport;
import java.util.Map;
import java.util.function.Supplier;

/**
 * {@code /alive} and {@code /ready}, 200 or 503 with the reason, for who starts processes and
 * counts nodes; {@code /cluster/members}, who is in the cluster.
 */
final class HealthRoutes {
  private final Supplier<Health> health;
  private final Supplier<MemberReport> members;

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
    return answer("alive", now.isAlive(), now.reason());
  }

  private static HttpResponse ready(Health now) {
    return answer("ready", now.isReady(), now.reason());
  }

  private static HttpResponse answer(String what, boolean is, String whyNot) {
    return is
        ? JsonAnswer.of(Map.of(what, true))
        : JsonAnswer.of(StatusCodes.SERVICE_UNAVAILABLE, Map.of(what, false, "error", whyNot));
  }
}
