package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.RmppOutcome;
import io.dateline.mad.sa.RmppReceiver;
import io.dateline.mad.sa.RmppSettings;
import io.dateline.mad.sa.RmppStep;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.sa.SaTransfers.Transfer;
import io.dateline.sm.sa.SaTransfers.TransferKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Answers of several MADs (IBA Vol 1, 13.6) as the sending side. */
class SaTransfersTest {
  private static final SaSettings SETTINGS =
      new SaSettings(() -> 1, 16, 10_000, 2, 20_000, true, () -> PrefixRoutes.NONE, () -> false);
  private static final RmppSettings RECEIVER = new RmppSettings(8, 8, 5, 1 << 20);
  private static final int LID = 7;

  private final Deque<MadPacket> wire = new ArrayDeque<>();
  private final Deque<TransferKey> more = new ArrayDeque<>();
  private final SaCounters counters = new SaCounters();
  private final SaTransfers transfers =
      new SaTransfers(SETTINGS, counters, new Fairness(QuotaSettings.NONE), wire::add, more::add);

  @Test
  void shouldSendAShortAnswerInOneSegmentAndWaitForItsAck() {
    hear();
    start(request(1), new byte[100]);
    Mad segment = wire.remove().mad();
    SaHeader header = SaHeader.of(segment);
    assertThat(segment.method()).isEqualTo(Mad.GET_TABLE_RESP);
    assertThat(segment.transactionId()).isEqualTo(1);
    assertThat(header.rmppFlags()).isEqualTo(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST);
    assertThat(header.payloadLength()).isEqualTo(120);
    assertThat(transfers.isEmpty()).isFalse();
    transfers.onPacket(ack(segment, 1, 1));
    assertThat(transfers.isEmpty()).isTrue();
    assertThat(counters.get(SaEvent.TRANSFER_COMPLETED)).isEqualTo(1);
  }

  @Test
  void shouldSendNoMoreThanTheFirstSegmentBeforeAWordComesBack() {
    start(request(1), new byte[1000]);
    assertThat(wire).hasSize(1);
    transfers.onPacket(ack(wire.remove().mad(), 1, 3));
    assertThat(wire).hasSize(2);
  }

  @Test
  void shouldHandOutALargeWindowInBursts() {
    start(request(1), new byte[10_000]); // 50 segments
    start(request(2), new byte[10_000]);
    transfers.onPacket(ack(wire.getFirst().mad(), 1, 1000));
    assertThat(wire).hasSizeLessThan(70);
    while (!more.isEmpty()) {
      transfers.sendMore(more.remove());
    }
    assertThat(wire).hasSize(51);
  }

  @Test
  void shouldNotRepeatItselfToThoseWhoNeverAcknowledge() {
    start(request(1), new byte[1000]);
    tick(100);
    assertThat(wire).hasSize(1);
    assertThat(transfers.isEmpty()).isTrue();
    assertThat(counters.get(SaEvent.TRANSFER_FAILED)).isEqualTo(1);
  }

  @Test
  void shouldRepeatItselfToThoseWhoHaveEverAcknowledged() {
    hear();
    start(request(2), new byte[100]);
    Mad first = wire.remove().mad();
    tick(SaTransfers.TIMEOUT_TICKS);
    assertThat(wire).hasSize(1);
    assertThat(wire.remove().mad().bytes()).isEqualTo(first.bytes());
  }

  @Test
  void shouldGiveUpThoseWhoNoLongerAcknowledge() {
    start(request(1), new byte[1000]);
    transfers.onPacket(ack(wire.remove().mad(), 1, 2));
    tick(100);
    assertThat(wire).hasSize(1 + SaTransfers.RETRIES + 1);
    assertThat(SaHeader.of(wire.getLast().mad()).rmppType()).isEqualTo(Rmpp.TYPE_ABORT);
    assertThat(transfers.isEmpty()).isTrue();
  }

  @Test
  void shouldAnswerAgainWhenARequestIsRepeatedWhoseAnswerNobodyAcknowledged() {
    start(request(1), new byte[1000]);
    Mad first = wire.remove().mad();
    assertThat(transfers.isRepeated(request(1))).isTrue();
    assertThat(wire).hasSize(1);
    assertThat(wire.remove().mad().bytes()).isEqualTo(first.bytes());
    transfers.onPacket(ack(first, 1, 2));
    wire.clear();
    assertThat(transfers.isRepeated(request(1))).isTrue();
    assertThat(wire).isEmpty();
  }

  @Test
  void shouldTakeAnotherRequestUnderTheSameTransactionIdForANewOne() {
    start(request(1), new byte[10_000]);
    MadPacket other = packet(Ask.table(AttributeId.LINK_RECORD).transaction(1).mad(), 1);
    assertThat(transfers.isRepeated(other)).isFalse();
    assertThat(transfers.isEmpty()).isTrue();
    start(request(2), new byte[10_000]);
    assertThat(start(request(3), new byte[10_000])).as("the first one's room").isTrue();
  }

  @Test
  void shouldTellApartRequestsOfOtherLidsAndQueuePairs() {
    start(request(1), new byte[1000]);
    Mad same = request(1).mad();
    assertThat(transfers.isRepeated(new MadPacket(same, 1, LID + 1, 1, 0))).isFalse();
    assertThat(transfers.isRepeated(new MadPacket(same, 1, LID, 9, 0))).isFalse();
    assertThat(transfers.isRepeated(new MadPacket(same, 1, LID, 1, 0))).isTrue();
  }

  @Test
  void shouldBoundTheNumberOfTransfers() {
    assertThat(transfers.reserve(request(1))).isNotNull();
    Transfer second = transfers.reserve(request(2));
    assertThat(transfers.reserve(request(3))).isNull();
    transfers.release(second);
    assertThat(transfers.reserve(request(3))).isNotNull();
  }

  @Test
  void shouldNotWaitForTheAckOfOneSegmentFromThoseWhoNeverAcknowledge() {
    for (int id = 1; id <= 1000; id++) {
      assertThat(start(request(id), new byte[100])).isTrue();
    }
    assertThat(wire).hasSize(1000);
    assertThat(transfers.isEmpty()).isTrue();
  }

  @Test
  void shouldForgetTheOldestOfThoseWhoNeverAcknowledgeWhenThereIsNoRoom() {
    start(request(1), new byte[1000]);
    start(request(2), new byte[1000]);
    assertThat(start(request(3), new byte[1000])).isTrue();
    assertThat(transfers.isRepeated(request(1))).isFalse();
    assertThat(transfers.isRepeated(request(2))).isTrue();
    assertThat(start(request(4), new byte[20_000])).as("bytes").isTrue();
    assertThat(transfers.isRepeated(request(3))).isFalse();
  }

  @Test
  void shouldForgetNobodyWhoHasEverAcknowledged() {
    hear();
    start(request(1), new byte[1000]);
    start(request(2), new byte[1000]);
    assertThat(transfers.reserve(request(3))).isNull();
  }

  @Test
  void shouldBoundTheBytesOfAllTransfers() {
    hear();
    start(request(1), new byte[15_000]);
    assertThat(start(request(2), new byte[5_001])).isFalse();
    assertThat(start(request(2), new byte[5_000])).isTrue();
    transfers.onPacket(stop(wire.getFirst().mad()));
    assertThat(start(request(3), new byte[15_000])).isTrue();
  }

  @Test
  void shouldEndATransferWhenItsReceiverStopsIt() {
    start(request(1), new byte[1000]);
    transfers.onPacket(stop(wire.remove().mad()));
    assertThat(transfers.isEmpty()).isTrue();
    assertThat(counters.get(SaEvent.TRANSFER_FAILED)).isEqualTo(1);
    assertThat(wire).isEmpty();
  }

  @Test
  void shouldIgnoreAcksOfNoTransfer() {
    transfers.onPacket(ack(Sa.response(request(1).mad(), 0), 1, 1));
    transfers.reserve(request(2));
    transfers.onPacket(ack(Sa.response(request(2).mad(), 0), 1, 1));
    assertThat(counters.get(SaEvent.STRAY_RMPP)).isEqualTo(2);
    assertThat(wire).isEmpty();
  }

  @Test
  void shouldKnowWhetherAPlaceIsStillItsOwn() {
    Transfer first = transfers.reserve(request(1));
    assertThat(transfers.isReserved(first)).isTrue();
    transfers.isRepeated(packet(Ask.table(AttributeId.LINK_RECORD).transaction(1).mad(), 1));
    assertThat(transfers.isReserved(first)).isFalse();
    Transfer second = transfers.reserve(request(1));
    transfers.release(first);
    assertThat(transfers.isReserved(second)).isTrue();
  }

  private static MadPacket from(int lid, long transactionId) {
    return new MadPacket(request(transactionId).mad(), 1, lid, 1, 0);
  }

  private final Fairness fair = new Fairness(new QuotaSettings(100, 3, 0, 1, 0, 1));

  private SaTransfers fair(int transfersMax) {
    return new SaTransfers(
        new SaSettings(
            () -> 1, 16, 10_000, transfersMax, 20_000, true, () -> PrefixRoutes.NONE, () -> false),
        counters,
        fair,
        wire::add,
        more::add);
  }

  /** Makes a port known as one that acknowledges, so that nothing of it is given up lightly. */
  private static void hear(SaTransfers fair, int lid) {
    Mad ack = ack(Sa.response(request(-1).mad(), 0), 1, 1).mad();
    fair.onPacket(new MadPacket(ack, 1, lid, 1, 0));
  }

  private static boolean startIn(SaTransfers fair, MadPacket request, int bytes) {
    Transfer transfer = fair.reserve(request);
    return transfer != null && fair.start(transfer, Sa.response(request.mad(), 0), new byte[bytes]);
  }

  @Test
  void shouldLeaveRoomForOthersWhateverOnePortAsksFor() {
    SaTransfers fair = fair(256);
    hear(fair, 7);
    for (int i = 0; i < 256; i++) {
      assertThat(startIn(fair, from(7, i), 300)).isEqualTo(i < 3);
    }
    assertThat(startIn(fair, from(8, 1), 300)).isTrue();
    assertThat(this.fair.ledger().refusals()).containsEntry(Quota.TRANSFERS, 253L);
    assertThat(this.fair.ledger().top().getFirst().port()).isEqualTo(7);
  }

  @Test
  void shouldTakeRoomFromThePortThatHasMost() {
    SaTransfers fair = fair(4);
    for (int lid : new int[] {7, 8, 9}) {
      hear(fair, lid);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(startIn(fair, from(7, i), 300)).isTrue();
    }
    assertThat(startIn(fair, from(8, 1), 300)).isTrue();
    wire.clear();
    assertThat(startIn(fair, from(9, 1), 300)).isTrue();
    MadPacket told = wire.remove();
    assertThat(told.remoteLid()).isEqualTo(7);
    assertThat(SaHeader.of(told.mad()).rmppType()).isEqualTo(Rmpp.TYPE_STOP);
    assertThat(told.mad().transactionId()).isZero();
    assertThat(fair.isRepeated(from(7, 0))).isFalse();
    assertThat(fair.isRepeated(from(8, 1))).isTrue();
    assertThat(startIn(fair, from(8, 2), 300)).as("as many as any other").isFalse();
  }

  @Test
  void shouldTakeBytesFromThePortThatHoldsMost() {
    SaTransfers fair = fair(10);
    hear(fair, 7);
    hear(fair, 8);
    assertThat(startIn(fair, from(7, 1), 10_000)).isTrue();
    assertThat(startIn(fair, from(7, 2), 10_000)).isTrue();
    assertThat(startIn(fair, from(8, 1), 9_000)).isTrue();
    assertThat(startIn(fair, from(7, 3), 9_000)).isFalse();
  }

  @Test
  void shouldSayBusyToTheAnswerThatMakesRoomWhileItIsComputed() {
    SaTransfers fair = fair(2);
    Transfer first = fair.reserve(from(7, 1));
    fair.reserve(from(7, 2));
    assertThat(fair.reserve(from(8, 1))).isNotNull();
    assertThat(fair.isReserved(first)).isFalse();
    assertThat(wire.remove().mad().status()).isEqualTo(Mad.STATUS_BUSY);
  }

  @Property(tries = 200)
  void shouldDeliverOverABadWire(@ForAll @IntRange(max = 20_000) int bytes, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] records = new byte[bytes];
    random.nextBytes(records);
    // jqwik calls all tries on one object: each has a sender of its own.
    assertThat(new SaTransfersTest().deliver(records, random)).isEqualTo(records);
  }

  /**
   * What comes through a wire that loses, repeats and reorders, to a receiver that repeats its
   * request; null if nothing does.
   */
  private byte[] deliver(byte[] records, Random random) {
    RmppReceiver receiver = new RmppReceiver(RECEIVER);
    start(request(1), records);
    for (int round = 0; round < 1000; round++) {
      for (MadPacket packet : disturbed(random)) {
        RmppStep step = receiver.onMad(packet.mad());
        if (step.outcome() instanceof RmppOutcome.Received whole) {
          return whole.data();
        }
        for (Mad answer : step.send()) {
          if (!isLost(random)) {
            transfers.onPacket(packet(answer, 1));
          }
        }
      }
      while (!more.isEmpty()) {
        transfers.sendMore(more.remove());
      }
      if (wire.isEmpty()) {
        transfers.onTick();
      }
      if (wire.isEmpty() && !transfers.isRepeated(request(1))) {
        receiver = new RmppReceiver(RECEIVER);
        start(request(1), records);
      }
    }
    return null;
  }

  /** Takes what is on the wire, and gives what arrives of it. */
  private List<MadPacket> disturbed(Random random) {
    List<MadPacket> sent = new ArrayList<>(wire);
    wire.clear();
    List<MadPacket> arrived = new ArrayList<>();
    while (!sent.isEmpty()) {
      int index = random.nextInt(Math.min(3, sent.size()));
      boolean isRepeated = random.nextInt(10) == 0;
      MadPacket packet = isRepeated ? sent.get(index) : sent.remove(index);
      if (!isLost(random)) {
        arrived.add(packet);
      }
    }
    return arrived;
  }

  private static boolean isLost(Random random) {
    return random.nextInt(5) == 0;
  }

  /** Lets the requester be known as one who acknowledges. */
  private void hear() {
    transfers.onPacket(ack(Sa.response(request(-1).mad(), 0), 1, 1));
  }

  private boolean start(MadPacket request, byte[] records) {
    Transfer transfer = transfers.reserve(request);
    return transfers.start(transfer, Sa.response(request.mad(), 0), records);
  }

  private void tick(int times) {
    for (int i = 0; i < times; i++) {
      transfers.onTick();
    }
  }

  private static MadPacket request(long transactionId) {
    return packet(Ask.table(AttributeId.NODE_RECORD).transaction(transactionId).mad(), 1);
  }

  private static MadPacket packet(Mad mad, int queuePair) {
    return new MadPacket(mad, 1, LID, queuePair, 0);
  }

  private static MadPacket ack(Mad data, int segment, int windowLast) {
    Mad ack = data.copy().method(Mad.GET_TABLE);
    SaHeader.of(ack)
        .rmppVersion(Rmpp.VERSION)
        .rmppType(Rmpp.TYPE_ACK)
        .rmppFlags(Rmpp.ACTIVE)
        .segmentNumber(segment)
        .newWindowLast(windowLast);
    return packet(ack, 1);
  }

  private static MadPacket stop(Mad data) {
    Mad stop = data.copy().method(Mad.GET_TABLE);
    SaHeader.of(stop)
        .rmppType(Rmpp.TYPE_STOP)
        .rmppFlags(Rmpp.ACTIVE)
        .rmppStatus(Rmpp.STATUS_RESOURCES_EXHAUSTED);
    return packet(stop, 1);
  }
}
