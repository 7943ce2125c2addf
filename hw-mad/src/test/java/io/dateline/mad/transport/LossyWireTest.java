package io.dateline.mad.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Transactions over a wire that loses, repeats, reorders, delays and damages, all from one seed.
 */
class LossyWireTest {
  private static final long MS = 1_000_000;
  private static final int TARGETS = 12;

  /** A target that never answers. */
  private static final int DEAD = 3;

  @Property(tries = 150)
  void shouldEndEveryRequestExactlyOnceAndWithItsOwnAnswer(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int portWindow,
      @ForAll @IntRange(max = 60) int lossPercent,
      @ForAll @IntRange(max = 30) int noisePercent) {
    Random random = new Random(seed);
    int targetWindow = 1 + random.nextInt(portWindow);
    ExchangeSettings settings =
        ExchangeSettings.DEFAULT
            .withPatience(20, 2)
            .withWindows(portWindow, targetWindow)
            .withBusy(5, 3);
    RecordingWire wire = new RecordingWire();
    ExchangeCounters counters = new ExchangeCounters();
    AtomicInteger unfinished = new AtomicInteger();
    Transactions transactions =
        new Transactions(settings, wire, counters, unfinished, random.nextInt());

    int requests = 120;
    int[] endings = new int[requests];
    List<MadPacket> underWay = new ArrayList<>();
    long now = random.nextLong();
    int made = 0;
    int steps = 0;
    while (made < requests || unfinished.get() > 0) {
      assertThat(steps++).as("steps until all have ended").isLessThan(50_000);
      for (int burst = random.nextInt(4); burst > 0 && made < requests; burst--) {
        add(transactions, unfinished, made++, random, endings);
      }
      transactions.sendWaiting(now);
      for (MadPacket packet : wire.sent) {
        if (packet.mad().u64(Mad.SMP_DATA + 8) != DEAD && random.nextInt(100) >= lossPercent) {
          underWay.add(RecordingWire.answerTo(packet, random.nextInt(8) == 0 ? 1 : 0));
        }
      }
      wire.sent.clear();
      for (int i = random.nextInt(4); i > 0 && !underWay.isEmpty(); i--) {
        int index = random.nextInt(underWay.size());
        MadPacket packet =
            random.nextInt(5) == 0 ? underWay.get(index) : underWay.remove(index); // or twice
        transactions.receive(packet, now);
      }
      if (random.nextInt(100) < noisePercent) {
        transactions.receive(damaged(underWay, random), now);
      }
      now += random.nextInt(3) * MS;
      transactions.expire(now);
    }
    assertThat(endings).containsOnly(1);
    assertThat(transactions.hasDeadline() && unfinished.get() > 0).isFalse();
    // Nothing that arrives now belongs to anybody.
    long strayBefore = counters.read().stray();
    underWay.forEach(packet -> transactions.receive(packet, Long.MAX_VALUE));
    assertThat(counters.read().stray()).isEqualTo(strayBefore + underWay.size());
    assertThat(endings).containsOnly(1);
  }

  private static void add(
      Transactions transactions,
      AtomicInteger unfinished,
      int number,
      Random random,
      int[] endings) {
    int target = random.nextInt(TARGETS);
    Mad mad = Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0);
    mad.u64(Mad.SMP_DATA, number).u64(Mad.SMP_DATA + 8, target);
    MadRequest request = MadRequest.of(MadPacket.directed(mad), target);
    unfinished.incrementAndGet();
    transactions.add(
        new Transaction(
            request,
            outcome -> {
              endings[number]++;
              switch (outcome) {
                case MadOutcome.Answered answered -> {
                  assertThat(answered.reply().u64(Mad.SMP_DATA)).isEqualTo(number);
                  assertThat(target).isNotEqualTo(DEAD);
                }
                case MadOutcome.Refused refused ->
                    assertThat(refused.reply().status()).isEqualTo(Mad.STATUS_BUSY);
                case MadOutcome.TimedOut timedOut -> assertThat(timedOut.tries()).isBetween(1, 3);
                case MadOutcome.Rejected rejected -> throw new AssertionError(rejected);
              }
            }));
  }

  /** A copy of something under way with its header overwritten, or bytes at random. */
  private static MadPacket damaged(List<MadPacket> underWay, Random random) {
    byte[] bytes = new byte[Mad.BYTES];
    random.nextBytes(bytes);
    Mad mad = Mad.wrap(bytes);
    if (!underWay.isEmpty() && random.nextBoolean()) {
      mad = underWay.get(random.nextInt(underWay.size())).mad().copy();
      int broken = random.nextInt(4); // versions, class and method: never the ID it is found by
      mad.u8(broken, mad.u8(broken) ^ (1 + random.nextInt(0x7F)));
    }
    return MadPacket.directed(mad);
  }
}
