package io.dateline.mad.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RMPP of the SA (IBA Vol 1, 13.6). */
class RmppTest {
  private static final RmppSettings SETTINGS = new RmppSettings(8, 16, 3, 1 << 20);

  private static Mad header() {
    Mad request =
        Sa.request(Mad.GET_TABLE, AttributeId.NODE_RECORD, 0, 0, 0, new NodeRecord().bytes());
    Mad response = Sa.response(request.transactionId(0xABCDEF), 0);
    SaHeader.of(response).attributeOffset(14);
    return response;
  }

  private static byte[] random(int bytes, long seed) {
    byte[] data = new byte[bytes];
    new Random(seed).nextBytes(data);
    return data;
  }

  private static Mad ack(long segment, long newWindowLast) {
    return RmppPackets.ack(header(), segment, newWindowLast);
  }

  /** Every DATA segment of a transfer that nothing disturbs. */
  private static List<Mad> segments(byte[] data) {
    RmppSender sender = new RmppSender(header(), data, new RmppSettings(8, 1 << 20, 3, 1 << 20));
    List<Mad> segments = new ArrayList<>(sender.start().send());
    if (sender.segmentCount() > 1) {
      segments.addAll(sender.onMad(ack(1, sender.segmentCount())).send());
    }
    assertThat(segments).hasSize(sender.segmentCount());
    return segments;
  }

  private static void assertFailed(RmppStep step, int status, int noticeType) {
    assertThat(step.outcome()).isEqualTo(new RmppOutcome.Failed(status, false));
    assertThat(step.send()).hasSize(1);
    SaHeader notice = SaHeader.of(step.send().get(0));
    assertThat(notice.rmppType()).isEqualTo(noticeType);
    assertThat(notice.rmppStatus()).isEqualTo(status);
    assertThat(notice.isRmppActive()).isTrue();
  }

  // 13.6.2.3: first = all data and all SA headers; last = its data and SA header; between 0.
  @ParameterizedTest
  @CsvSource({
    "0, 1, 20, 20",
    "1, 1, 21, 21",
    "200, 1, 220, 220",
    "201, 2, 241, 21",
    "400, 2, 440, 220",
    "560, 3, 620, 180"
  })
  void shouldStatePayloadLengthsWithTheSaHeaders(int bytes, int count, long first, long last) {
    List<Mad> segments = segments(random(bytes, 1));

    assertThat(segments).hasSize(count);
    for (int i = 0; i < count; i++) {
      SaHeader segment = SaHeader.of(segments.get(i));
      assertThat(segment.segmentNumber()).isEqualTo(i + 1);
      assertThat(segment.rmppFlags())
          .isEqualTo(Rmpp.ACTIVE | (i == 0 ? Rmpp.FIRST : 0) | (i == count - 1 ? Rmpp.LAST : 0));
      assertThat(segment.attributeOffset()).isEqualTo(14);
      assertThat(segments.get(i).transactionId()).isEqualTo(0xABCDEF);
    }
    assertThat(SaHeader.of(segments.get(0)).payloadLength()).isEqualTo(first);
    assertThat(SaHeader.of(segments.get(count - 1)).payloadLength()).isEqualTo(last);
    if (count == 3) {
      assertThat(SaHeader.of(segments.get(1)).payloadLength()).isZero();
    }
  }

  /** A wire that loses, repeats and reorders in both directions, for a while. */
  @Property(tries = 300)
  void shouldDeliverTheDataOverABadWire(
      @ForAll long seed,
      @ForAll @IntRange(max = 9000) int bytes,
      @ForAll @IntRange(max = 40) int percentLost,
      @ForAll @IntRange(min = 1, max = 20) int window,
      @ForAll @IntRange(min = 1, max = 20) int burst) {
    Random wire = new Random(seed);
    RmppSettings settings = new RmppSettings(window, burst, 1000, 1 << 20);
    byte[] data = random(bytes, seed);
    RmppSender sender = new RmppSender(header(), data, settings);
    RmppReceiver receiver = new RmppReceiver(settings);
    List<Mad> toReceiver = new ArrayList<>();
    Deque<Mad> toSender = new ArrayDeque<>();
    RmppStep sent = sender.start();
    RmppStep received = null;

    for (int event = 0; sent.outcome() instanceof RmppOutcome.InProgress; event++) {
      assertThat(event).as("events").isLessThan(100_000);
      assertThat(sent.send().size()).isLessThanOrEqualTo(burst);
      for (Mad mad : sent.send()) {
        for (int copies = wire.nextInt(10) == 0 ? 2 : 1; copies > 0; copies--) {
          if (wire.nextInt(100) >= percentLost) {
            toReceiver.add(mad);
          }
        }
      }
      if (sent.hasMore()) {
        sent = sender.onReady();
      } else if (!toReceiver.isEmpty()) {
        int index = wire.nextInt(Math.min(3, toReceiver.size()));
        received = receiver.onMad(toReceiver.remove(index));
        for (Mad mad : received.send()) {
          if (wire.nextInt(100) >= percentLost) {
            toSender.add(mad);
          }
        }
        sent = new RmppStep(List.of(), sent.outcome(), false);
      } else if (!toSender.isEmpty()) {
        sent = sender.onMad(toSender.remove());
      } else {
        sent = sender.onTimeout();
      }
    }

    assertThat(sent.outcome()).isInstanceOf(RmppOutcome.Sent.class);
    assertThat(received).isNotNull();
    assertThat(received.outcome())
        .isInstanceOfSatisfying(
            RmppOutcome.Received.class,
            whole -> {
              assertThat(whole.data()).isEqualTo(data);
              assertThat(SaHeader.of(whole.header()).segmentNumber()).isEqualTo(1);
            });
  }

  @Property(tries = 1000)
  void shouldStandRandomPackets(@ForAll long seed) {
    Random random = new Random(seed);
    RmppSender sender = new RmppSender(header(), random(5000, seed), SETTINGS);
    RmppReceiver receiver = new RmppReceiver(SETTINGS);
    sender.start();
    for (int i = 0; i < 50; i++) {
      Mad mad = Mad.wrap(random(Mad.BYTES, random.nextLong()));
      SaHeader rmpp = SaHeader.of(mad).rmppVersion(1);
      rmpp.rmppType(1 + random.nextInt(4)).rmppStatus(0).rmppFlags(random.nextInt(8));
      rmpp.segmentNumber(random.nextInt(12)).payloadLength(random.nextInt(300));

      assertThat(receiver.onMad(mad).send()).hasSizeLessThanOrEqualTo(1);
      assertThat(sender.onMad(mad).send()).hasSizeLessThanOrEqualTo(16);
    }
  }

  @Test
  void shouldSendOneSegmentUntilTheWindowOpens() {
    RmppSender sender = new RmppSender(header(), random(5000, 1), SETTINGS);

    assertThat(sender.start().send()).hasSize(1);
    assertThat(sender.onReady().send()).isEmpty();
    assertThat(sender.onMad(ack(1, 5)).send())
        .extracting(mad -> SaHeader.of(mad).segmentNumber())
        .containsExactly(2L, 3L, 4L, 5L);
    assertThat(sender.onMad(ack(3, 6)).send())
        .extracting(mad -> SaHeader.of(mad).segmentNumber())
        .containsExactly(6L);
  }

  @Test
  void shouldHandOutNoMoreThanABurstHoweverLargeTheWindow() {
    RmppSender sender = new RmppSender(header(), random(8000, 1), SETTINGS);
    sender.start();

    RmppStep step = sender.onMad(ack(1, 0xFFFF_FFFFL));

    assertThat(step.send()).hasSize(16);
    assertThat(step.hasMore()).isTrue();
    assertThat(sender.onReady().send()).hasSize(16);
    assertThat(sender.onReady().send()).hasSize(7);
    assertThat(sender.onReady()).isEqualTo(RmppStep.of(new RmppOutcome.InProgress()));
  }

  @Test
  void shouldSendAgainFromTheFirstSegmentThatWasNotAcknowledged() {
    RmppSender sender = new RmppSender(header(), random(5000, 1), SETTINGS);
    sender.start();
    sender.onMad(ack(1, 6));

    sender.onMad(ack(3, 6));

    assertThat(sender.onTimeout().send())
        .extracting(mad -> SaHeader.of(mad).segmentNumber())
        .containsExactly(4L, 5L, 6L);
    assertThat(sender.onMad(ack(6, 6)).outcome()).isEqualTo(new RmppOutcome.InProgress());
  }

  @Test
  void shouldGiveUpAfterTheLastRetryAndSaySo() {
    RmppSender sender = new RmppSender(header(), random(500, 1), SETTINGS);
    sender.start();
    for (int retry = 0; retry < 3; retry++) {
      assertThat(sender.onTimeout().send()).hasSize(1);
    }

    RmppStep step = sender.onTimeout();

    assertFailed(step, Rmpp.STATUS_TOO_MANY_RETRIES, Rmpp.TYPE_ABORT);
    assertThat(step.send().get(0).method()).isEqualTo(Mad.GET_TABLE_RESP);
    assertThat(sender.onMad(ack(1, 5)).send()).isEmpty();
    assertThat(sender.onTimeout().send()).isEmpty();
  }

  @Test
  void shouldCountRetriesAnewAfterProgress() {
    RmppSender sender = new RmppSender(header(), random(5000, 1), SETTINGS);
    sender.start();
    for (int retry = 0; retry < 3; retry++) {
      sender.onTimeout();
    }

    sender.onMad(ack(1, 2));

    assertThat(sender.onTimeout().outcome()).isEqualTo(new RmppOutcome.InProgress());
  }

  @Test
  void shouldIgnoreOldAcksAndWhatIsNoRmpp() {
    RmppSender sender = new RmppSender(header(), random(5000, 1), SETTINGS);
    sender.start();
    sender.onMad(ack(1, 5));
    sender.onMad(ack(4, 9));

    assertThat(sender.onMad(ack(2, 9)).send()).isEmpty();
    assertThat(sender.onMad(ack(4, 5)).send()).isEmpty();
    assertThat(sender.onMad(new Mad()).send()).isEmpty();
    assertThat(sender.onTimeout().send())
        .extracting(mad -> SaHeader.of(mad).segmentNumber())
        .containsExactly(5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void shouldAbortOnAcksThatCannotBe() {
    Mad badVersion = ack(1, 2);
    SaHeader.of(badVersion).rmppVersion(2);
    Mad badType = ack(1, 2);
    SaHeader.of(badType).rmppType(9);
    Mad badStatus = ack(1, 2);
    SaHeader.of(badStatus).rmppStatus(3);
    List<Mad> acks = List.of(ack(1, 0), ack(2, 5), badVersion, badType, badStatus);
    List<Integer> statuses =
        List.of(
            Rmpp.STATUS_WINDOW_TOO_SMALL,
            Rmpp.STATUS_SEGMENT_TOO_BIG,
            Rmpp.STATUS_UNSUPPORTED_VERSION,
            Rmpp.STATUS_BAD_TYPE,
            Rmpp.STATUS_ILLEGAL_STATUS);
    for (int i = 0; i < acks.size(); i++) {
      RmppSender sender = new RmppSender(header(), random(5000, 1), SETTINGS);
      sender.start();

      assertFailed(sender.onMad(acks.get(i)), statuses.get(i), Rmpp.TYPE_ABORT);
    }
  }

  @Test
  void shouldEndWhenTheOtherSideStops() {
    RmppSender sender = new RmppSender(header(), random(5000, 1), SETTINGS);
    Mad stop = RmppPackets.end(sender.start().send().get(0), Rmpp.STATUS_RESOURCES_EXHAUSTED);
    RmppReceiver receiver = new RmppReceiver(SETTINGS);
    Mad abort = RmppPackets.endOwn(header(), Rmpp.STATUS_TOO_MANY_RETRIES);

    RmppStep sent = sender.onMad(stop);
    RmppStep received = receiver.onMad(abort);

    assertThat(sent).isEqualTo(RmppStep.of(new RmppOutcome.Failed(1, true)));
    assertThat(received).isEqualTo(RmppStep.of(new RmppOutcome.Failed(126, true)));
  }

  @Test
  void shouldAcknowledgeWithTheMethodOfTheRequestAtTheEndOfEachWindow() {
    List<Mad> segments = segments(random(4000, 1));
    RmppReceiver receiver = new RmppReceiver(SETTINGS);

    Mad first = receiver.onMad(segments.get(0)).send().get(0);
    for (int i = 1; i < 8; i++) {
      assertThat(receiver.onMad(segments.get(i)).send()).isEmpty();
    }
    Mad second = receiver.onMad(segments.get(8)).send().get(0);

    assertThat(first.method()).isEqualTo(Mad.GET_TABLE);
    assertThat(first.transactionId()).isEqualTo(0xABCDEF);
    assertThat(SaHeader.of(first).segmentNumber()).isEqualTo(1);
    assertThat(SaHeader.of(first).newWindowLast()).isEqualTo(9);
    assertThat(SaHeader.of(second).segmentNumber()).isEqualTo(9);
    assertThat(SaHeader.of(second).newWindowLast()).isEqualTo(17);
  }

  @Test
  void shouldAcknowledgeAgainWhatCameBeforeAlsoAfterTheEnd() {
    List<Mad> segments = segments(random(300, 1));
    RmppReceiver receiver = new RmppReceiver(SETTINGS);
    receiver.onMad(segments.get(0));
    receiver.onMad(segments.get(1));

    for (Mad segment : segments) {
      RmppStep again = receiver.onMad(segment);
      assertThat(again.outcome()).isInstanceOf(RmppOutcome.Received.class);
      assertThat(SaHeader.of(again.send().get(0)).segmentNumber()).isEqualTo(2);
    }
    assertThat(receiver.onTimeout().send()).isEmpty();
  }

  @Test
  void shouldDropSegmentsBeyondTheWindow() {
    List<Mad> segments = segments(random(8000, 1));
    RmppReceiver receiver = new RmppReceiver(SETTINGS);

    assertThat(receiver.onMad(segments.get(1)))
        .isEqualTo(RmppStep.of(new RmppOutcome.InProgress()));
    assertThat(SaHeader.of(receiver.onMad(segments.get(0)).send().get(0)).segmentNumber())
        .isEqualTo(1);
    assertThat(receiver.onMad(segments.get(9)))
        .isEqualTo(RmppStep.of(new RmppOutcome.InProgress()));
  }

  @Test
  void shouldStopWhenTheDataIsMoreThanItAccepts() {
    RmppSettings small = new RmppSettings(8, 8, 3, 1000);
    Mad announced = segments(random(1001, 1)).get(0);
    List<Mad> unannounced = segments(random(1400, 1));
    unannounced.forEach(mad -> SaHeader.of(mad).payloadLength(0));
    RmppReceiver receiver = new RmppReceiver(small);
    for (int i = 0; i < 5; i++) {
      assertThat(receiver.onMad(unannounced.get(i)).outcome())
          .isEqualTo(new RmppOutcome.InProgress());
    }

    assertFailed(receiver.onMad(unannounced.get(5)), 1, Rmpp.TYPE_STOP);
    assertFailed(new RmppReceiver(small).onMad(announced), 1, Rmpp.TYPE_STOP);
    assertThat(new RmppReceiver(small).onMad(segments(random(1000, 1)).get(0)).outcome())
        .isEqualTo(new RmppOutcome.InProgress());
  }

  @Test
  void shouldAbortOnSegmentsThatCannotBe() {
    List<Mad> good = segments(random(500, 1));
    Mad firstWithoutFlag = good.get(0).copy();
    SaHeader.of(firstWithoutFlag).rmppFlags(Rmpp.ACTIVE);
    Mad zero = good.get(0).copy();
    SaHeader.of(zero).segmentNumber(0);
    Mad lastTooLong = good.get(0).copy();
    SaHeader.of(lastTooLong).rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST).payloadLength(221);
    Mad lastTooShort = lastTooLong.copy();
    SaHeader.of(lastTooShort).payloadLength(19);

    for (Mad mad : List.of(firstWithoutFlag, zero)) {
      assertFailed(
          new RmppReceiver(SETTINGS).onMad(mad), Rmpp.STATUS_INCONSISTENT_FIRST, Rmpp.TYPE_ABORT);
    }
    for (Mad mad : List.of(lastTooLong, lastTooShort)) {
      assertFailed(
          new RmppReceiver(SETTINGS).onMad(mad), Rmpp.STATUS_INCONSISTENT_LENGTH, Rmpp.TYPE_ABORT);
    }
  }

  @Test
  void shouldAbortWhenFirstAndLastSegmentDisagreeOnTheLength() {
    List<Mad> segments = segments(random(300, 1));
    SaHeader.of(segments.get(0)).payloadLength(341);
    RmppReceiver receiver = new RmppReceiver(SETTINGS);
    receiver.onMad(segments.get(0));

    assertFailed(receiver.onMad(segments.get(1)), Rmpp.STATUS_INCONSISTENT_LENGTH, Rmpp.TYPE_ABORT);
  }

  @Test
  void shouldAbortWhenSegmentsFollowTheLastOne() {
    List<Mad> segments = segments(random(1000, 1));
    RmppReceiver receiver = new RmppReceiver(SETTINGS);
    receiver.onMad(segments.get(0));
    receiver.onMad(segments.get(3));
    Mad last = segments.get(2).copy();
    SaHeader.of(last).rmppFlags(Rmpp.ACTIVE | Rmpp.LAST).payloadLength(220);

    assertFailed(receiver.onMad(last), Rmpp.STATUS_INCONSISTENT_LENGTH, Rmpp.TYPE_ABORT);
  }

  @Test
  void shouldAbortWhenTheSenderFallsSilent() {
    RmppReceiver receiver = new RmppReceiver(SETTINGS);
    receiver.onMad(segments(random(500, 1)).get(0));

    assertFailed(receiver.onTimeout(), Rmpp.STATUS_TOTAL_TIME_TOO_LONG, Rmpp.TYPE_ABORT);
    assertThat(new RmppReceiver(SETTINGS).onTimeout())
        .isEqualTo(RmppStep.of(new RmppOutcome.Failed(118, false)));
  }

  @Test
  void shouldRefuseSettingsThatCannotWork() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RmppSettings(0, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RmppSettings(1 << 17, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RmppSettings(1, 0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RmppSettings(1, 1, -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RmppSettings(1, 1, 1, -1));
  }
}
