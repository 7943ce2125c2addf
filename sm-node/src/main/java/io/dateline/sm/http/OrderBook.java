package io.dateline.sm.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Orders that may take longer than a request. One that has not ended after a while is answered with
 * its number, by which it is asked for again. Any thread may use it.
 */
final class OrderBook {
  /** The answer of one that has not ended, by the name that clients look for. */
  private record Pending(String order) {}

  /** Shorter than a request may take, and than a connection may be silent. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Kept; the oldest one is forgotten, but not ended. */
  private static final int ORDERS_MAX = 64;

  private final Duration patience;
  private final Map<String, CompletableFuture<HttpResponse>> orders =
      new LinkedHashMap<>(); // by number; guarded by itself

  OrderBook() {
    this(PATIENCE);
  }

  OrderBook(Duration patience) {
    this.patience = patience;
  }

  /** What became of an order, or its number. */
  CompletionStage<HttpResponse> begun(CompletionStage<HttpResponse> order) {
    String number = UUID.randomUUID().toString();
    CompletableFuture<HttpResponse> end =
        order
            .exceptionally(
                failure ->
                    JsonAnswer.error(
                        StatusCodes.INTERNAL_SERVER_ERROR,
                        "the order failed: "
                            + (failure instanceof CompletionException
                                ? failure.getCause()
                                : failure)))
            .toCompletableFuture();
    synchronized (orders) {
      orders.put(number, end);
      if (orders.size() > ORDERS_MAX) {
        orders.remove(orders.keySet().iterator().next());
      }
    }
    return look(number, end);
  }

  /** As {@link #begun}, of an order that was answered with its number before. */
  CompletionStage<HttpResponse> look(String number) {
    CompletableFuture<HttpResponse> end;
    synchronized (orders) {
      end = orders.get(number);
    }
    return end == null
        ? CompletableFuture.completedStage(
            JsonAnswer.error(StatusCodes.NOT_FOUND, "this node knows no such order"))
        : look(number, end);
  }

  private CompletionStage<HttpResponse> look(String number, CompletableFuture<HttpResponse> end) {
    return end.copy()
        .completeOnTimeout(
            JsonAnswer.of(StatusCodes.ACCEPTED, new Pending(number)),
            patience.toMillis(),
            TimeUnit.MILLISECONDS);
  }
}
