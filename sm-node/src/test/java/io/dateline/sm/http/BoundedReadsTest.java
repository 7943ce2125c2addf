package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.http.javadsl.model.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class BoundedReadsTest {
  private final BoundedReads reads = new BoundedReads(2, "this");

  private static int status(CompletionStage<HttpResponse> answer) {
    return answer.toCompletableFuture().join().status().intValue();
  }

  @Test
  void shouldSayThatOthersReadWhereThereIsNoPlace() {
    CompletableFuture<HttpResponse> first = new CompletableFuture<>();
    CompletableFuture<HttpResponse> second = new CompletableFuture<>();
    CompletionStage<HttpResponse> answer = reads.read(() -> first);
    reads.read(() -> second);
    assertThat(status(reads.read(() -> first))).isEqualTo(503);

    first.complete(HttpResponse.create());
    assertThat(status(answer)).isEqualTo(200);
    assertThat(status(reads.read(() -> first))).isEqualTo(200);
  }

  @Test
  void shouldGiveThePlaceOfOneThatFailed() {
    for (int i = 0; i < 3; i++) {
      CompletionStage<HttpResponse> failed =
          reads.read(
              () -> {
                throw new IllegalStateException("on purpose");
              });
      assertThatThrownBy(() -> failed.toCompletableFuture().join())
          .hasMessageContaining("on purpose");
    }
  }
}
