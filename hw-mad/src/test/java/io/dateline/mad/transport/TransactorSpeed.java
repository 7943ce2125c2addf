package io.dateline.mad.transport;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import java.util.concurrent.CountDownLatch;

/**
 * Measures transactions per second over a wire that answers at once: what the exchange itself
 * costs. Run by hand: {@code java -cp ... io.dateline.mad.transport.TransactorSpeed}.
 */
final class TransactorSpeed {
  private static final int ROUND = 2_000_000;

  private TransactorSpeed() {}

  public static void main(String[] args) throws InterruptedException {
    try (Transactor transactor =
        Transactor.open(new LoopTransport(LoopTransport::answer), ExchangeSettings.DEFAULT)) {
      for (int round = 0; round < 5; round++) {
        long start = System.nanoTime();
        CountDownLatch ended = new CountDownLatch(32);
        for (int target = 0; target < 32; target++) {
          next(transactor, target, ROUND / 32, ended);
        }
        ended.await();
        System.out.printf(
            "%.0f transactions/s made by callbacks%n", ROUND * 1e9 / (System.nanoTime() - start));
      }
      for (int round = 0; round < 3; round++) {
        long start = System.nanoTime();
        CountDownLatch ended = new CountDownLatch(ROUND);
        for (int i = 0; i < ROUND; i++) {
          transactor.request(request(i & 1023), outcome -> ended.countDown());
        }
        ended.await();
        System.out.printf(
            "%.0f transactions/s made by another thread%n",
            ROUND * 1e9 / (System.nanoTime() - start));
      }
    }
  }

  private static void next(Transactor transactor, long target, int left, CountDownLatch ended) {
    if (left == 0) {
      ended.countDown();
      return;
    }
    transactor.request(request(target), outcome -> next(transactor, target, left - 1, ended));
  }

  private static MadRequest request(long target) {
    return MadRequest.of(
        MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0)), target);
  }
}
