package io.dateline.mad.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.sa.Sa;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TransactorTest {
  @Test
  void shouldAnswerRequestsOfManyThreadsOnItsOwnThread() throws Exception {
    int threads = 4;
    int each = 5_000;
    CountDownLatch ended = new CountDownLatch(threads * each);
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    try (Transactor transactor =
        Transactor.open(new LoopTransport(LoopTransport::answer), ExchangeSettings.DEFAULT)) {
      List<Thread> requesters = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int target = i;
        Runnable requesting =
            () -> {
              for (int n = 0; n < each; n++) {
                transactor.request(
                    request(target),
                    outcome -> {
                      if (!(outcome instanceof MadOutcome.Answered)
                          || !Thread.currentThread().getName().equals("mad-exchange-loop/1")) {
                        wrong.add(outcome + " on " + Thread.currentThread());
                      }
                      ended.countDown();
                    });
              }
            };
        requesters.add(Thread.ofPlatform().start(requesting));
      }
      for (Thread requester : requesters) {
        requester.join();
      }
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(wrong).isEmpty();
      assertThat(transactor.stats().sent()).containsEntry("Get(NodeInfo)", (long) threads * each);
    }
  }

  @Test
  void shouldSendWhatCallbacksRequest() throws Exception {
    CompletableFuture<Integer> depth = new CompletableFuture<>();
    try (Transactor transactor =
        Transactor.open(new LoopTransport(LoopTransport::answer), ExchangeSettings.DEFAULT)) {
      chain(transactor, 10_000, depth);
      assertThat(depth.get(20, TimeUnit.SECONDS)).isZero();
    }
  }

  @Test
  void shouldTimeOutOnARealClock() throws Exception {
    ExchangeSettings hasty = ExchangeSettings.DEFAULT.withPatience(5, 1);
    CompletableFuture<MadOutcome> outcome = new CompletableFuture<>();
    try (Transactor transactor = Transactor.open(new LoopTransport(packet -> null), hasty)) {
      transactor.request(request(1), outcome::complete);
      assertThat(outcome.get(20, TimeUnit.SECONDS)).isInstanceOf(MadOutcome.TimedOut.class);
    }
  }

  @Test
  void shouldRejectRequestsBeyondTheQueueWithoutLosingOne() {
    ExchangeSettings small = ExchangeSettings.DEFAULT.withWindows(2, 2).withQueueMax(10);
    ConcurrentLinkedQueue<MadOutcome> outcomes = new ConcurrentLinkedQueue<>();
    try (Transactor transactor = Transactor.open(new LoopTransport(packet -> null), small)) {
      for (int i = 0; i < 25; i++) {
        transactor.request(request(1), outcomes::add);
      }
    }
    assertThat(outcomes).hasSize(25).allMatch(MadOutcome.Rejected.class::isInstance);
    assertThat(outcomes)
        .extracting(outcome -> ((MadOutcome.Rejected) outcome).reason())
        .contains("the exchange has been closed");
  }

  @Test
  void shouldRejectOnceClosedWhoeverAsks() {
    AtomicInteger again = new AtomicInteger();
    AtomicInteger rejected = new AtomicInteger();
    Transactor transactor =
        Transactor.open(new LoopTransport(packet -> null), ExchangeSettings.DEFAULT);
    Consumer<MadOutcome> count = outcome -> rejected.incrementAndGet();
    transactor.request(
        request(1),
        outcome -> {
          again.incrementAndGet();
          transactor.request(request(1), count);
        });
    transactor.close();
    transactor.request(request(1), count);
    transactor.close();

    assertThat(again).hasValue(1);
    assertThat(rejected).hasValue(2);
  }

  @Test
  void shouldNotStrandARequestThatRacesWithClosing() throws Exception {
    for (int round = 0; round < 200; round++) {
      Transactor transactor =
          Transactor.open(new LoopTransport(packet -> null), ExchangeSettings.DEFAULT);
      AtomicInteger ended = new AtomicInteger();
      Thread requester =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < 100; i++) {
                      transactor.request(request(1), outcome -> ended.incrementAndGet());
                    }
                  });
      transactor.close();
      requester.join();
      assertThat(ended).hasValue(100);
    }
  }

  @Test
  void shouldCloseFromWithinACallback() throws Exception {
    LoopTransport transport = new LoopTransport(LoopTransport::answer);
    Transactor transactor = Transactor.open(transport, ExchangeSettings.DEFAULT);
    transactor.request(request(1), outcome -> transactor.close());
    assertThat(transport.closed.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldPassOnWhatNobodyAskedFor() throws Exception {
    LoopTransport transport = new LoopTransport(packet -> null);
    CompletableFuture<MadPacket> seen = new CompletableFuture<>();
    try (Transactor transactor = Transactor.open(transport, ExchangeSettings.DEFAULT)) {
      transactor.onUnsolicited(seen::complete);
      Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
      MadPacket packet = new MadPacket(trap, 0, 9, 0, 0);
      transport.deliver(packet);
      assertThat(seen.get(20, TimeUnit.SECONDS)).isEqualTo(packet);
    }
  }

  @Test
  void shouldHandOverQueriesWhileACallbackRuns() throws Exception {
    LoopTransport transport = new LoopTransport(LoopTransport::answer);
    CountDownLatch isHandedOver = new CountDownLatch(1);
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    List<MadPacket> queries = new ArrayList<>();
    List<MadPacket> others = new ArrayList<>();
    try (Transactor transactor = Transactor.open(transport, ExchangeSettings.DEFAULT)) {
      transactor.onUnsolicited(others::add);
      transactor.onQuery(queries::add);
      transactor.request(request(1), outcome -> ended.complete(isOver(isHandedOver)));
      MadPacket query = packetOf(Mad.GET);
      transport.deliver(query);
      isHandedOver.countDown();
      assertThat(ended.get(20, TimeUnit.SECONDS)).isTrue();
      assertThat(queries).containsExactly(query);
      transport.deliver(packetOf(Mad.GET_RESP)); // answers nothing: not a query
    }
    assertThat(queries).hasSize(1);
    assertThat(others).isEmpty();
  }

  private static MadPacket packetOf(int method) {
    return new MadPacket(
        Sa.request(method, AttributeId.NODE_RECORD, 0, 0, 0, new byte[0]), 1, 9, 1, 0);
  }

  private static boolean isOver(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static void chain(Transactor transactor, int left, CompletableFuture<Integer> depth) {
    if (left == 0) {
      depth.complete(0);
      return;
    }
    transactor.request(request(1), outcome -> chain(transactor, left - 1, depth));
  }

  static MadRequest request(long target) {
    Mad mad = Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0);
    return MadRequest.of(MadPacket.directed(mad), target);
  }
}
