package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.parameterMap;
import static akka.http.javadsl.server.Directives.path;
import static akka.http.javadsl.server.Directives.pathEnd;
import static akka.http.javadsl.server.Directives.pathPrefix;
import static akka.http.javadsl.server.Directives.withoutRequestTimeout;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import io.dateline.routing.RoutingOptions;
import io.dateline.sm.history.History;
import io.dateline.sm.history.Past;
import io.dateline.sm.history.PastRouting;
import io.dateline.sm.history.PastState;
import io.dateline.sm.history.Sought;
import io.dateline.sm.history.Sought.Found;
import io.dateline.sm.history.Sought.Refused;
import io.dateline.sm.manager.RootCause;
import io.dateline.sm.path.PathReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The past over HTTP: {@code /history?since=&last=}, both optional, and {@code ?from=&term=} for
 * the pages after the first, events; {@code /history/state?at=}, {@code
 * /history/tables?at=[&switch=]} and {@code /history/path?at=&from=&to=}, how it was. Numbers of
 * events, or instants in UTC.
 */
final class HistoryRoutes {
  /** Each holds the state of a whole subnet, and they share a thread. */
  private static final int READS_MAX = 4;

  private final History history;
  private final Supplier<RoutingOptions> options;
  private final BoundedReads reads = new BoundedReads(READS_MAX, "the history");

  /**
   * The routes.
   *
   * @param options of engines, as of now
   */
  HistoryRoutes(History history, Supplier<RoutingOptions> options) {
    this.history = history;
    this.options = options;
  }

  /** How long a history takes to read depends on how long it is: no request runs out of time. */
  Route routes(HttpGuard guard) {
    return pathPrefix(
        "history",
        () ->
            get(
                () ->
                    guard.reading(
                        () ->
                            withoutRequestTimeout(
                                () ->
                                    parameterMap(
                                        given ->
                                            concat(
                                                pathEnd(() -> read(() -> events(given))),
                                                path(
                                                    "state",
                                                    () -> read(() -> past(given, this::state))),
                                                path("path", () -> read(() -> pastPath(given))),
                                                path(
                                                    "tables",
                                                    () ->
                                                        read(
                                                            () ->
                                                                past(
                                                                    given,
                                                                    past ->
                                                                        tables(
                                                                            past, given))))))))));
  }

  private Route read(Supplier<CompletionStage<HttpResponse>> reading) {
    return completeWithFuture(
        reads
            .read(reading)
            .exceptionally(
                failure ->
                    JsonAnswer.error(
                        StatusCodes.SERVICE_UNAVAILABLE,
                        "the journal cannot be read: " + RootCause.of(failure))));
  }

  private CompletionStage<HttpResponse> events(Map<String, String> given) {
    for (String name : List.of("from", "term", "last")) {
      if (given.containsKey(name) && !given.get(name).matches("\\d{1,13}")) {
        return JsonAnswer.wrong(name + " takes a number");
      }
    }
    return given.containsKey("from") && given.containsKey("term")
        ? history
            .page(Long.parseLong(given.get("from")), Long.parseLong(given.get("term")))
            .thenApply(JsonAnswer::of)
        : answer(
            history.first(
                Optional.ofNullable(given.get("since")),
                Optional.ofNullable(given.get("last")).map(Long::valueOf)),
            first -> history.page(first).thenApply(JsonAnswer::of));
  }

  private CompletionStage<HttpResponse> past(
      Map<String, String> given, Function<Past, HttpResponse> then) {
    return given.containsKey("at")
        ? answer(history.moment(given.get("at")), moment -> history.past(moment).thenApply(then))
        : JsonAnswer.wrong(
            "at takes the number of an event, or a time such as 2026-11-21T16:40:00Z");
  }

  private CompletionStage<HttpResponse> pastPath(Map<String, String> given) {
    for (String name : List.of("at", "from", "to")) {
      if (!given.containsKey(name)) {
        return JsonAnswer.wrong("at, from and to are needed");
      }
    }
    return answer(
        history.moment(given.get("at")),
        moment ->
            history
                .past(moment)
                .thenCompose(past -> history.routing(past, options.get()))
                .thenApply(sought -> pathIn(sought, given)));
  }

  private static HttpResponse pathIn(Sought<PastRouting> sought, Map<String, String> given) {
    return switch (sought) {
      case Refused<PastRouting>(String why) -> JsonAnswer.error(StatusCodes.BAD_REQUEST, why);
      case Found<PastRouting>(PastRouting past) -> {
        try {
          yield JsonAnswer.of(
              PathReport.of(
                  past.fabric(),
                  past.lids(),
                  past.routing(),
                  given.get("from"),
                  given.get("to"),
                  PathReport.TermsSource.slsOf(past.routing())));
        } catch (IllegalArgumentException e) {
          yield JsonAnswer.error(StatusCodes.BAD_REQUEST, e.getMessage());
        }
      }
    };
  }

  private HttpResponse state(Past past) {
    return JsonAnswer.of(PastState.of(past));
  }

  private HttpResponse tables(Past past, Map<String, String> given) {
    return switch (history.tables(past, Optional.ofNullable(given.get("switch")))) {
      case Refused(String why) -> JsonAnswer.error(StatusCodes.BAD_REQUEST, why);
      case Found(var text) ->
          HttpResponse.create()
              .withEntity(HttpEntities.createChunked(ContentTypes.TEXT_PLAIN_UTF8, text));
    };
  }

  private static <T> CompletionStage<HttpResponse> answer(
      CompletionStage<Sought<T>> sought, Function<T, CompletionStage<HttpResponse>> then) {
    return sought.thenCompose(
        outcome ->
            switch (outcome) {
              case Refused<T>(String why) -> JsonAnswer.wrong(why);
              case Found<T>(T value) -> then.apply(value);
            });
  }
}
