package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One run: for some time a port has so many requests of a kind under way, and sends the next one
 * when an answer comes. Each of them has slots of its own, in turn.
 */
final class SaPaceRun {
  private static final int TIMES_MAX = 1 << 20;

  private final SaPort port;
  private final List<List<Mad>> slots;
  private final int window;
  private final long endNs;
  private final long[] timesNs = new long[TIMES_MAX];
  private final CountDownLatch lanes;
  private int count;
  private int failures;

  /**
   * What was seen.
   *
   * @param failures requests without an answer of status 0
   */
  record Result(int asked, double perSecond, double medianMicros, double p99Micros, int failures) {}

  private SaPaceRun(SaPort port, SaPaceKind kind, int window, long endNs) {
    this.port = port;
    slots = kind.slots();
    this.window = window;
    this.endNs = endNs;
    lanes = new CountDownLatch(window);
  }

  static Result of(SaPort port, SaPaceKind kind, int window, long millis)
      throws InterruptedException {
    long beganNs = System.nanoTime();
    SaPaceRun run =
        new SaPaceRun(port, kind, window, beganNs + TimeUnit.MILLISECONDS.toNanos(millis));
    for (int lane = 0; lane < window; lane++) {
      run.next(lane, lane % run.slots.size(), 0);
    }
    run.lanes.await();
    return run.result(System.nanoTime() - beganNs);
  }

  /** Between a change and its undoing a lane does not end. */
  private void next(int lane, int slot, int step) {
    long sentNs = System.nanoTime();
    if (step == 0 && sentNs >= endNs) {
      lanes.countDown();
      return;
    }
    List<Mad> requests = slots.get(slot);
    port.ask(
        requests.get(step),
        outcome -> {
          ended(outcome, System.nanoTime() - sentNs);
          if (step + 1 < requests.size()) {
            next(lane, slot, step + 1);
          } else {
            int following = slot + window;
            next(lane, following < slots.size() ? following : lane % slots.size(), 0);
          }
        });
  }

  private synchronized void ended(MadOutcome outcome, long tookNs) {
    if (count < TIMES_MAX) {
      timesNs[count++] = tookNs;
    }
    failures += outcome instanceof MadOutcome.Answered ? 0 : 1;
  }

  private synchronized Result result(long tookNs) {
    if (count == 0) {
      throw new IllegalStateException("nothing was asked in this time: the run is too short");
    }
    long[] sorted = Arrays.copyOf(timesNs, count);
    Arrays.sort(sorted);
    return new Result(
        count,
        count * 1e9 / tookNs,
        sorted[count / 2] / 1e3,
        sorted[(int) (count * 99L / 100)] / 1e3,
        failures);
  }
}
