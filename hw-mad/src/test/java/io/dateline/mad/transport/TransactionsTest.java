package io.dateline.mad.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TransactionsTest {
  private static final long MS = 1_000_000;
  private static final int STATUS_REFUSED = Mad.STATUS_INVALID_FIELD;

  /** Close to the clock's wrap, so that every deadline in these tests is beyond it. */
  private long now = Long.MAX_VALUE - 10 * MS;

  private final RecordingWire wire = new RecordingWire();
  private final List<MadOutcome> outcomes = new ArrayList<>();
  private final List<MadPacket> unsolicited = new ArrayList<>();
  private final ExchangeCounters counters = new ExchangeCounters();
  private final AtomicInteger unfinished = new AtomicInteger();
  private Transactions transactions = with(ExchangeSettings.DEFAULT);

  @Test
  void shouldHandOverTheAnswerToItsRequest() {
    MadRequest request = request(7);
    add(request);
    MadPacket answer = RecordingWire.answerTo(wire.last(), 0);
    receive(answer);

    assertThat(outcomes).containsExactly(new MadOutcome.Answered(request, answer.mad()));
    assertThat(unfinished).hasValue(0);
    assertThat(transactions.hasDeadline()).isFalse();
    assertThat(counters.read().sent()).containsOnly(java.util.Map.entry("Get(NodeInfo)", 1L));
  }

  @Test
  void shouldTellARefusalFromAnAnswer() {
    add(request(7));
    receive(RecordingWire.answerTo(wire.last(), STATUS_REFUSED));

    assertThat(outcomes).singleElement().isInstanceOf(MadOutcome.Refused.class);
    assertThat(counters.read().refused()).isEqualTo(1);
  }

  @Test
  void shouldAcceptAnAnswerWhoseUpperTransactionIdTheDriverHasWritten() {
    add(request(7));
    MadPacket answer = RecordingWire.answerTo(wire.last(), 0);
    answer.mad().transactionId(answer.mad().transactionId() | 0x0007_1234L << 32);
    receive(answer);

    assertThat(outcomes).singleElement().isInstanceOf(MadOutcome.Answered.class);
  }

  @Test
  void shouldRetryWithANewTransactionIdAndGiveUpAfterTheLastTry() {
    MadRequest request = request(7);
    add(request);
    for (int retry = 1; retry <= 3; retry++) {
      advance(199);
      assertThat(wire.sent).hasSize(retry);
      advance(1);
      assertThat(wire.sent).hasSize(retry + 1);
    }
    assertThat(wire.sent.stream().map(sent -> sent.mad().transactionId())).doesNotHaveDuplicates();
    assertThat(outcomes).isEmpty();
    advance(200);

    assertThat(outcomes).containsExactly(new MadOutcome.TimedOut(request, 4));
    assertThat(counters.read().retries()).isEqualTo(3);
    assertThat(counters.read().timeouts()).isEqualTo(1);
  }

  @Test
  void shouldFollowARequestsOwnPatience() {
    add(new MadRequest(request(7).packet(), 7, 500, 0));
    advance(499);
    assertThat(outcomes).isEmpty();
    advance(1);
    assertThat(outcomes).singleElement().isInstanceOf(MadOutcome.TimedOut.class);
    assertThat(wire.sent).hasSize(1);
  }

  @Test
  void shouldSendNothingThatIsVoid() {
    transactions = with(ExchangeSettings.DEFAULT.withWindows(1, 1));
    AtomicBoolean isVoid = new AtomicBoolean();
    add(request(7).until(isVoid::get));
    add(request(7).until(isVoid::get));
    add(request(7));
    isVoid.set(true);
    assertThat(outcomes).isEmpty();
    advance(200);

    assertThat(outcomes)
        .extracting(Object::getClass)
        .containsExactly(MadOutcome.TimedOut.class, MadOutcome.Rejected.class);
    assertThat(wire.sent).as("the first, and what is of use").hasSize(2);
    assertThat(unfinished).hasValue(1);

    // The target is not held to be silent: what follows has all its tries.
    for (int retry = 1; retry <= 3; retry++) {
      advance(200);
      assertThat(wire.sent).hasSize(2 + retry);
    }
    receive(RecordingWire.answerTo(wire.last(), 0));
    assertThat(outcomes.getLast()).isInstanceOf(MadOutcome.Answered.class);
  }

  @Test
  void shouldAcceptALateAnswerToAnEarlierTryAndIgnoreTheSecond() {
    add(request(7));
    MadPacket firstTry = wire.last();
    advance(200);
    MadPacket secondTry = wire.last();
    receive(RecordingWire.answerTo(firstTry, 0));
    assertThat(outcomes).singleElement().isInstanceOf(MadOutcome.Answered.class);

    receive(RecordingWire.answerTo(secondTry, 0));
    receive(RecordingWire.answerTo(firstTry, 0));
    assertThat(outcomes).hasSize(1);
    assertThat(counters.read().stray()).isEqualTo(2);
  }

  @Test
  void shouldNotTakeAnAnswerFromBeforeForTheNextRequestInItsSlot() {
    transactions = with(ExchangeSettings.DEFAULT.withWindows(1, 1));
    List<MadPacket> old = new ArrayList<>();
    for (int round = 0; round < 4096; round++) { // once through all slots
      add(request(7));
      old.add(wire.last());
      receive(RecordingWire.answerTo(wire.last(), 0));
    }
    outcomes.clear();
    add(request(7));
    for (MadPacket packet : old) {
      receive(RecordingWire.answerTo(packet, 0));
    }
    assertThat(outcomes).isEmpty();
    assertThat(counters.read().stray()).isEqualTo(4096);
  }

  @Test
  void shouldIgnoreAnAnswerThatDoesNotFitItsRequest() {
    add(request(7));
    MadPacket otherAttribute = RecordingWire.answerTo(wire.last(), 0);
    otherAttribute.mad().u16(16, AttributeId.PORT_INFO);
    MadPacket otherModifier = RecordingWire.answerTo(wire.last(), 0);
    otherModifier.mad().u32(20, 1);
    MadPacket otherClass = RecordingWire.answerTo(wire.last(), 0);
    otherClass.mad().u8(1, Mad.CLASS_SUBN_LID).u16(4, 0);
    MadPacket otherMethod = RecordingWire.answerTo(wire.last(), 0);
    otherMethod.mad().method(Mad.REPORT_RESP);
    receive(otherAttribute);
    receive(otherModifier);
    receive(otherClass);
    receive(otherMethod);
    assertThat(outcomes).isEmpty();
    assertThat(counters.read().malformed()).isEqualTo(4);

    receive(RecordingWire.answerTo(wire.last(), 0));
    assertThat(outcomes).singleElement().isInstanceOf(MadOutcome.Answered.class);
  }

  @Test
  void shouldDropPacketsThatMakeNoSense() {
    add(request(7));
    MadPacket baseVersion = RecordingWire.answerTo(wire.last(), 0);
    baseVersion.mad().u8(0, 2);
    MadPacket classVersion = RecordingWire.answerTo(wire.last(), 0);
    classVersion.mad().u8(2, 2);
    MadPacket method = RecordingWire.answerTo(wire.last(), 0);
    method.mad().method(Mad.SET | Mad.RESPONSE_BIT);
    MadPacket outbound = RecordingWire.answerTo(wire.last(), 0);
    outbound.mad().u16(4, 0);
    MadPacket inboundRequest = RecordingWire.answerTo(wire.last(), 0);
    inboundRequest.mad().method(Mad.GET);
    for (MadPacket packet : List.of(baseVersion, classVersion, method, outbound, inboundRequest)) {
      receive(packet);
    }
    assertThat(counters.read().malformed()).isEqualTo(5);

    MadPacket tooFar = RecordingWire.answerTo(wire.last(), 0);
    tooFar.mad().u8(7, DirectedRoute.HOPS_MAX + 1);
    receive(tooFar);
    assertThat(counters.read().malformed()).isEqualTo(6);
    assertThat(outcomes).isEmpty();
    assertThat(unsolicited).isEmpty();
  }

  @Test
  void shouldHandRequestsTrapsAndTransferControlToTheUnsolicitedHandler() {
    MadPacket trap = lidRouted(Mad.TRAP, AttributeId.NOTICE);
    MadPacket repress = lidRouted(Mad.TRAP_REPRESS, AttributeId.NOTICE);
    MadPacket query = lidRouted(Mad.GET_TABLE, AttributeId.PATH_RECORD);
    query.mad().u8(1, Mad.CLASS_SUBN_ADM).u8(2, 2);
    MadPacket ack = lidRouted(Mad.GET_TABLE_RESP, AttributeId.PATH_RECORD);
    ack.mad().u8(1, Mad.CLASS_SUBN_ADM).u8(2, 2).u8(25, 2).u8(26, 1);
    List<MadPacket> packets = List.of(trap, repress, query, ack);
    packets.forEach(this::receive);

    assertThat(unsolicited).isEqualTo(packets);
  }

  @Test
  void shouldTakeTrapRepressAsTheAnswerToOurOwnTrap() {
    MadPacket trap = lidRouted(Mad.TRAP, AttributeId.NOTICE);
    add(MadRequest.of(trap, 5));
    Mad repress = wire.last().mad().copy().method(Mad.TRAP_REPRESS);
    receive(trap.reply(repress));

    assertThat(outcomes).singleElement().isInstanceOf(MadOutcome.Answered.class);
    assertThat(unsolicited).isEmpty();
  }

  @Test
  void shouldKeepWithinTheWindowsAndServeTargetsInTurn() {
    transactions = with(ExchangeSettings.DEFAULT.withWindows(4, 2));
    for (int i = 0; i < 5; i++) {
      add(request(1));
    }
    assertThat(wire.sent).hasSize(2);
    add(request(2));
    add(request(3));
    add(request(4));
    assertThat(wire.sent).as("full target does not block others").hasSize(4);

    receive(RecordingWire.answerTo(wire.sent.get(0), 0));
    assertThat(wire.sent).hasSize(5);
    assertThat(wire.last().mad().mKey()).as("target 4 was there first").isEqualTo(4);
    receive(RecordingWire.answerTo(wire.sent.get(1), 0));
    assertThat(wire.last().mad().mKey()).isEqualTo(1);
  }

  @Test
  void shouldPauseABusyTargetAndAskAgain() {
    transactions = with(ExchangeSettings.DEFAULT.withBusy(50, 2));
    add(request(7));
    receive(RecordingWire.answerTo(wire.last(), Mad.STATUS_BUSY));
    add(request(8));
    assertThat(wire.sent).as("others go on").hasSize(2);
    receive(RecordingWire.answerTo(wire.last(), 0));
    outcomes.clear();
    add(request(7));
    advance(49);
    assertThat(wire.sent).hasSize(2);
    advance(1);
    assertThat(wire.sent).hasSize(4);
    receive(RecordingWire.answerTo(wire.sent.get(3), 0));
    receive(RecordingWire.answerTo(wire.sent.get(2), Mad.STATUS_BUSY));
    advance(50);
    assertThat(outcomes).hasSize(1);
    receive(RecordingWire.answerTo(wire.last(), Mad.STATUS_BUSY));

    assertThat(outcomes).hasSize(2);
    assertThat(outcomes.get(1)).isInstanceOf(MadOutcome.Refused.class);
    assertThat(transactions.hasDeadline()).isFalse();
  }

  @Test
  void shouldAskASilentTargetOneThingAtATimeUntilItAnswers() {
    for (int i = 0; i < 20; i++) {
      add(request(7));
    }
    assertThat(wire.sent).hasSize(8);
    advance(800, 200);
    assertThat(outcomes).hasSize(8);
    int before = wire.sent.size();
    advance(200);
    assertThat(wire.sent).as("one try for what was waiting").hasSize(before + 1);
    assertThat(outcomes).hasSize(9);

    receive(RecordingWire.answerTo(wire.last(), 0));
    assertThat(wire.sent).as("the window is open again").hasSize(before + 1 + 8);
  }

  @Test
  void shouldGiveANewRequestToASilentTargetAllItsTries() {
    add(request(7));
    advance(800, 200);
    MadRequest later = request(7);
    add(later);
    advance(800, 200);

    assertThat(outcomes.getLast()).isEqualTo(new MadOutcome.TimedOut(later, 4));
  }

  @Test
  void shouldKeepHalfOfTheWindowForTargetsThatAnswer() {
    transactions = with(ExchangeSettings.DEFAULT.withWindows(4, 1));
    for (int target = 1; target <= 8; target++) {
      add(request(target));
    }
    advance(1600, 200);
    outcomes.clear();
    wire.sent.clear();
    for (int target = 1; target <= 8; target++) {
      add(request(target));
    }
    assertThat(wire.sent).as("silent targets share two").hasSize(2);
    add(request(100));
    add(request(101));
    add(request(102));
    assertThat(wire.sent).hasSize(4);
    receive(RecordingWire.answerTo(wire.last(), 0));
    assertThat(wire.last().mad().mKey()).isEqualTo(102);
  }

  @Test
  void shouldAskTheOwnPortAtOnceHoweverManyOthersDoNotAnswer() {
    transactions = with(ExchangeSettings.DEFAULT.withWindows(2, 2));
    for (int target = 10; target < 20; target++) {
      add(request(target));
    }
    assertThat(wire.sent).hasSize(2);
    add(request(MadRequest.OWN_PORT));
    assertThat(wire.sent).hasSize(3);
    receive(RecordingWire.answerTo(wire.last(), 0));
    assertThat(outcomes).singleElement().isInstanceOf(MadOutcome.Answered.class);
    assertThat(wire.sent).hasSize(3);
  }

  @Test
  void shouldLetSilentTargetsHaveTheirTurnUnderSteadyLoad() {
    transactions = with(ExchangeSettings.DEFAULT.withWindows(1, 1));
    add(request(7));
    advance(800, 200);
    add(request(1));
    add(request(7));
    add(request(2));
    add(request(3));
    List<Long> order = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      order.add(wire.last().mad().mKey());
      receive(RecordingWire.answerTo(wire.last(), 0));
    }
    assertThat(order).containsExactly(1L, 7L, 2L, 3L);
  }

  @Test
  void shouldRejectWhatIsWaitingAndWhatIsOnTheWire() {
    transactions = with(ExchangeSettings.DEFAULT.withWindows(2, 1));
    for (int i = 0; i < 5; i++) {
      add(request(i / 2));
    }
    transactions.rejectAll("closed");

    assertThat(outcomes).hasSize(5).allMatch(MadOutcome.Rejected.class::isInstance);
    assertThat(unfinished).hasValue(0);
    assertThat(transactions.hasDeadline()).isFalse();
  }

  @Test
  void shouldGoOnAfterACallbackThatThrows() {
    Transaction bad =
        new Transaction(
            request(7),
            outcome -> {
              throw new IllegalStateException("a callback's bug");
            });
    unfinished.incrementAndGet();
    transactions.add(bad);
    add(request(7));
    receive(RecordingWire.answerTo(wire.sent.get(0), 0));
    receive(RecordingWire.answerTo(wire.sent.get(1), 0));

    assertThat(outcomes).hasSize(1);
    assertThat(unfinished).hasValue(0);
  }

  private Transactions with(ExchangeSettings settings) {
    Transactions made = new Transactions(settings, wire, counters, unfinished, 0xFFFFF);
    made.onUnsolicited(unsolicited::add);
    return made;
  }

  private void add(MadRequest request) {
    unfinished.incrementAndGet();
    transactions.add(new Transaction(request, outcomes::add));
    transactions.sendWaiting(now);
  }

  private void receive(MadPacket packet) {
    transactions.receive(packet, now);
    transactions.sendWaiting(now);
  }

  private void advance(long ms) {
    now += ms * MS;
    transactions.expire(now);
    transactions.sendWaiting(now);
  }

  private void advance(long ms, long step) {
    for (long passed = 0; passed < ms; passed += step) {
      advance(step);
    }
  }

  /** A request whose M_Key names its target, to be recognized on the wire. */
  private static MadRequest request(long target) {
    Mad mad = Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, target);
    return MadRequest.of(MadPacket.directed(mad), target);
  }

  private static MadPacket lidRouted(int method, int attributeId) {
    return new MadPacket(Smp.lidRouted(method, attributeId, 0, 0), 0, 5, 0, 0);
  }
}
