package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.sa.SaTransfers.Transfer;
import io.dateline.sm.sa.SaTransfers.TransferKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Receivers that acknowledge what was never sent, open windows without end, stop, abort, fall
 * silent, and begin anew (IBA Vol 1, 13.6): no more is held than the settings allow, no more is
 * sent at once than a burst, and in the end nothing is left. {@code -Dseed=N} has others.
 */
class HostileTransfersTest {
  private static final int STEPS = Integer.getInteger("hostile.steps", 400_000);
  private static final int TRANSFERS_MAX = 24;
  private static final int ANSWER_BYTES_MAX = 40_000;
  private static final int BYTES_MAX = 200_000;
  private static final int LIDS = 12;
  private static final int TRANSACTIONS = 8; // of a LID: some come again while they are under way

  /** Packets of one step: a burst, and a word to the one that made way for another. */
  private static final int PACKETS_MAX = 64 + TRANSFERS_MAX;

  private final Random random = new Random(Long.getLong("seed", 30));
  private final Deque<TransferKey> more = new ArrayDeque<>();
  private final SaCounters counters = new SaCounters();
  private int sent; // in this step
  private final SaTransfers transfers =
      new SaTransfers(
          new SaSettings(
              () -> 1,
              16,
              ANSWER_BYTES_MAX,
              TRANSFERS_MAX,
              BYTES_MAX,
              true,
              () -> PrefixRoutes.NONE,
              () -> false),
          counters,
          new Fairness(new QuotaSettings(100, 6, 0, 1, 0, 1)),
          packet -> sent++,
          more::add);

  @Test
  void shouldHoldNoMoreThanAllowedWhateverReceiversSay() {
    for (int step = 0; step < STEPS; step++) {
      sent = 0;
      switch (random.nextInt(8)) {
        case 0, 1 -> ask();
        case 2 -> {
          TransferKey key = more.poll();
          if (key != null) {
            transfers.sendMore(key);
          }
        }
        case 3 -> {
          if (random.nextInt(50) == 0) {
            sent = -TRANSFERS_MAX * 64; // a burst of each
            transfers.onTick();
          }
        }
        default -> transfers.onPacket(word());
      }
      assertThat(transfers.count()).as("step %d", step).isLessThanOrEqualTo(TRANSFERS_MAX);
      assertThat(transfers.bytesHeld()).as("step %d", step).isBetween(0L, (long) BYTES_MAX);
      assertThat(sent).as("step %d", step).isLessThanOrEqualTo(PACKETS_MAX);
      assertThat(more.size()).as("step %d", step).isLessThanOrEqualTo(STEPS / 100);
    }
    for (SaEvent event :
        new SaEvent[] {
          SaEvent.TRANSFER_STARTED,
          SaEvent.TRANSFER_COMPLETED,
          SaEvent.TRANSFER_FAILED,
          SaEvent.STRAY_RMPP
        }) {
      assertThat(counters.get(event)).as(event.name()).isPositive();
    }
    for (int tick = 0; tick < 100 && !transfers.isEmpty(); tick++) {
      transfers.onTick();
    }
    assertThat(transfers.count()).as("once all are silent").isZero();
    assertThat(transfers.bytesHeld()).isZero();
  }

  private void ask() {
    MadPacket request =
        packet(Sa.request(Mad.GET_TABLE, 0x11, random.nextInt(2), 0, 0, new byte[0]));
    if (transfers.isRepeated(request)) {
      return;
    }
    Transfer transfer = transfers.reserve(request);
    if (transfer == null) {
      return;
    }
    int bytes = random.nextInt(4) == 0 ? random.nextInt(ANSWER_BYTES_MAX) : random.nextInt(900);
    transfers.start(transfer, Sa.response(request.mad(), 0), new byte[bytes & ~7]);
  }

  private MadPacket word() {
    Mad mad = Sa.request(Mad.GET_TABLE, 0x11, 0, 0, 0, new byte[0]);
    if (random.nextInt(10) == 0) {
      random.nextBytes(mad.bytes());
    }
    SaHeader header = SaHeader.of(mad);
    header
        .rmppVersion(random.nextInt(20) == 0 ? random.nextInt(256) : Rmpp.VERSION)
        .rmppType(random.nextInt(20) == 0 ? random.nextInt(256) : random.nextInt(10) == 0 ? 3 : 2)
        .rmppFlags(random.nextInt(20) == 0 ? random.nextInt(8) : Rmpp.ACTIVE)
        .rmppStatus(random.nextInt(20) == 0 ? random.nextInt(256) : 0)
        .segmentNumber(number())
        .newWindowLast(number());
    return packet(mad);
  }

  /** Most are of a segment that there may be. */
  private long number() {
    return switch (random.nextInt(10)) {
      case 0 -> random.nextInt() & 0xFFFF_FFFFL;
      case 1 -> 0xFFFF_FFFFL;
      default -> random.nextInt(random.nextBoolean() ? 6 : 220);
    };
  }

  private MadPacket packet(Mad mad) {
    return new MadPacket(
        mad.transactionId(random.nextInt(TRANSACTIONS)), 1, 1 + random.nextInt(LIDS), 1, 0);
  }
}
