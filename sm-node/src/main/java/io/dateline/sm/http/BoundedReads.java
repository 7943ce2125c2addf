package io.dateline.sm.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Answers that take a while, a bounded number at a time: reading needs no token on this host, and a
 * client that asks again and again must not keep an operator's order waiting. Any thread may use
 * it.
 */
final class BoundedReads {
  private final Semaphore places;
  private final String what;

  /**
   * None is under way.
   *
   * @param what is read, for the client that finds no place
   */
  BoundedReads(int readsMax, String what) {
    places = new Semaphore(readsMax);
    this.what = what;
  }

  /** Reads, or says that others do. */
  CompletionStage<HttpResponse> read(Supplier<CompletionStage<HttpResponse>> reading) {
    if (!places.tryAcquire()) {
      return CompletableFuture.completedStage(
          JsonAnswer.error(
              StatusCodes.SERVICE_UNAVAILABLE, "others are reading %s; ask again".formatted(what)));
    }
    return CompletableFuture.completedStage(null)
        .thenCompose(ignored -> reading.get())
        .whenComplete((answer, failure) -> places.release());
  }

  /** The same on another thread. */
  CompletionStage<HttpResponse> read(Executor slow, Supplier<HttpResponse> reading) {
    return read(() -> CompletableFuture.supplyAsync(reading, slow));
  }
}
