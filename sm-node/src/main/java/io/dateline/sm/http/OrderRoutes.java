package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;
import static akka.http.javadsl.server.PathMatchers.segment;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import io.dateline.sm.config.ReloadAnswer;
import io.dateline.sm.dump.DumpAnswer;
import io.dateline.sm.manager.SweepAnswer;
import io.dateline.sm.manager.SweepWish;
import io.dateline.sm.token.Role;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /sweep}, {@code /reload} and {@code /dump}, an operator's orders; {@code GET
 * /orders/NUMBER} for one that takes longer than a request.
 */
final class OrderRoutes {
  private static final String REASON = "reason";
  private static final String REASSIGN_LIDS = "reassignLids";
  private static final String COMPARE_ENGINES = "compareEngines";
  private static final String REBALANCE = "rebalance";
  private static final String ONLY = "only";

  private static final Map<String, JsonNodeType> SWEEP =
      Map.of(
          REASON,
          JsonNodeType.STRING,
          REASSIGN_LIDS,
          JsonNodeType.BOOLEAN,
          COMPARE_ENGINES,
          JsonNodeType.BOOLEAN,
          REBALANCE,
          JsonNodeType.BOOLEAN);
  private static final Map<String, SweepWish> WISHES =
      Map.of(
          REASSIGN_LIDS,
          SweepWish.REASSIGN_LIDS,
          COMPARE_ENGINES,
          SweepWish.COMPARE_ENGINES,
          REBALANCE,
          SweepWish.REBALANCE);
  private static final Map<String, JsonNodeType> DUMP = Map.of(ONLY, JsonNodeType.ARRAY);

  private record Reloaded(
      List<String> changed,
      List<String> needRestart,
      List<String> warnings,
      boolean sweepOrdered) {}

  private final NodeOrders orders;
  private final OrderBook book;

  OrderRoutes(NodeOrders orders, OrderBook book) {
    this.orders = orders;
    this.book = book;
  }

  Route routes(HttpGuard guard) {
    return concat(
        path("sweep", () -> guard.order(Role.OPERATOR, SWEEP, this::sweep)),
        path(
            "reload",
            () ->
                guard.order(
                    Role.OPERATOR,
                    Map.of(),
                    json -> book.begun(orders.reload().get().thenApply(OrderRoutes::answer)))),
        path("dump", () -> guard.order(Role.OPERATOR, DUMP, this::dump)),
        path(
            segment("orders").slash(segment()),
            number ->
                get(
                    () ->
                        guard.needs(Role.OPERATOR, () -> completeWithFuture(book.look(number))))));
  }

  private CompletionStage<HttpResponse> sweep(JsonNode order) {
    List<SweepWish> wishes =
        WISHES.entrySet().stream()
            .filter(wish -> order.path(wish.getKey()).asBoolean())
            .map(Map.Entry::getValue)
            .toList();
    String reason = order.path(REASON).asText().strip();
    if (wishes.size() > 1) {
      return JsonAnswer.wrong(
          "LIDs are reassigned, engines compared, or routes balanced anew, in sweeps of their own");
    }
    SweepWish wish = wishes.isEmpty() ? SweepWish.NOTHING_ELSE : wishes.getFirst();
    if ((wish != SweepWish.NOTHING_ELSE || !reason.isEmpty()) && !OperatorReason.isFit(reason)) {
      return JsonAnswer.wrong(
          "a reason of 1 to %d printable characters is needed, as JSON: {\"%s\": \"...\"}"
              .formatted(OperatorReason.LENGTH_MAX, REASON));
    }
    String told =
        switch (wish) {
          case REASSIGN_LIDS -> "the operator has LIDs reassigned";
          case COMPARE_ENGINES -> "the operator has engines compared";
          case REBALANCE -> "the operator has routes balanced anew";
          case NOTHING_ELSE -> "the operator";
        };
    return book.begun(
        orders
            .sweep()
            .order(reason.isEmpty() ? "the operator ordered it" : told + ": " + reason, wish)
            .thenApply(OrderRoutes::answer));
  }

  private CompletionStage<HttpResponse> dump(JsonNode order) {
    List<String> only = order.path(ONLY).valueStream().map(JsonNode::asText).toList();
    return book.begun(orders.dump().apply(only).thenApply(OrderRoutes::answer));
  }

  private static HttpResponse answer(SweepAnswer answer) {
    return switch (answer) {
      case SweepAnswer.Swept swept -> JsonAnswer.of(swept);
      case SweepAnswer.NotSwept(String why) -> JsonAnswer.error(StatusCodes.CONFLICT, why);
    };
  }

  private static HttpResponse answer(ReloadAnswer answer) {
    return switch (answer) {
      case ReloadAnswer.Reloaded(
              List<String> changed,
              List<String> needRestart,
              List<String> warnings,
              boolean isSweepOrdered) ->
          JsonAnswer.of(new Reloaded(changed, needRestart, warnings, isSweepOrdered));
      case ReloadAnswer.NotReloaded(String why) -> JsonAnswer.error(StatusCodes.CONFLICT, why);
    };
  }

  private static HttpResponse answer(DumpAnswer answer) {
    return switch (answer) {
      case DumpAnswer.Written written -> JsonAnswer.of(written);
      case DumpAnswer.Unknown(String why) -> JsonAnswer.error(StatusCodes.BAD_REQUEST, why);
      case DumpAnswer.NotWritten(String why) -> JsonAnswer.error(StatusCodes.CONFLICT, why);
    };
  }
}
