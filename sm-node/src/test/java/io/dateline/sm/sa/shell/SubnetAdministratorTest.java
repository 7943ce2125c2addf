package io.dateline.sm.sa.shell;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.RmppOutcome;
import io.dateline.mad.sa.RmppReceiver;
import io.dateline.mad.sa.RmppSettings;
import io.dateline.mad.sa.RmppStep;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.sa.Ask;
import io.dateline.sm.sa.GroupClients;
import io.dateline.sm.sa.RandomMads;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.sa.SaEvent;
import io.dateline.sm.sa.SaSettings;
import io.dateline.sm.sa.SubnetViewBuilder;
import io.dateline.sm.sa.TrustSettings;
import io.dateline.sm.sa.shell.SubnetAdministrator.Command;
import io.dateline.sm.sa.shell.SubnetAdministrator.RegisterChanged;
import io.dateline.sm.sa.shell.SubnetAdministrator.ViewChanged;
import io.dateline.sm.subnet.SubnetView;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Requests from the wire and answers to it; the requester is LID 4, queue pair 1.
 *
 * <p>Long because it is the one actor that the wire speaks to: each way to ask has its test.
 */
class SubnetAdministratorTest {
  /** No cluster, and the tests' JVM goes on when the system ends. */
  private static final String LONE_SYSTEM =
      "akka { actor.provider = local, coordinated-shutdown.exit-jvm = off }";

  private final ActorTestKit kit =
      ActorTestKit.create(
          ManualTime.config()
              .withFallback(ConfigFactory.parseString(LONE_SYSTEM))
              .withFallback(ConfigFactory.load()));
  private final ManualTime time = ManualTime.get(kit.system());
  private final TestProbe<MadPacket> wire = kit.createTestProbe();
  private final SaCounters counters = new SaCounters();
  private final Fairness fairness = new Fairness(QuotaSettings.NONE);
  private final SubnetView view = SubnetViewBuilder.row(3, 2).build();
  private final List<String> strange = new CopyOnWriteArrayList<>();
  private ActorRef<Command> administrator = administrator(SaSettings.DEFAULTS);
  private final SaGate gate =
      new SaGate(command -> administrator.tell(command), counters, fairness);

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldAnswerAGetInOneMad() {
    administrator.tell(new ViewChanged(view));
    MadPacket request = packet(nodeByLid(9).transaction(77));
    gate.offer(request);
    MadPacket answer = wire.receiveMessage();
    assertThat(answer.remoteLid()).isEqualTo(4);
    assertThat(answer.remoteQueuePair()).isEqualTo(1);
    Mad mad = answer.mad();
    assertThat(mad.method()).isEqualTo(Mad.GET_RESP);
    assertThat(mad.status()).isZero();
    assertThat(mad.transactionId()).isEqualTo(77);
    assertThat(mad.attributeId()).isEqualTo(AttributeId.NODE_RECORD);
    SaHeader header = SaHeader.of(mad);
    assertThat(header.isRmppActive()).isFalse();
    assertThat(header.attributeOffset()).isEqualTo(14);
    assertThat(header.componentMask()).isEqualTo(NodeRecord.LID.mask());
    assertThat(header.smKey()).isZero();
    assertThat(NodeRecord.in(mad.bytes(), Mad.SA_DATA).nodeInfo().nodeGuid()).isEqualTo(0x1050);
  }

  @Test
  void shouldKeepSilentUntilThereIsASubnet() {
    tell(nodeByLid(9));
    awaitCount(SaEvent.BEFORE_VIEW, 1);
    wire.expectNoMessage(Duration.ZERO);
    administrator.tell(new ViewChanged(view));
    tell(nodeByLid(9));
    wire.receiveMessage();
    awaitCount(SaEvent.BEFORE_VIEW, 1);
  }

  @Test
  void shouldAnswerFromTheLatestView() {
    administrator.tell(new ViewChanged(view));
    administrator.tell(new ViewChanged(SubnetViewBuilder.row(3, 1).build()));
    tell(nodeByLid(9));
    assertThat(wire.receiveMessage().mad().status()).isEqualTo(0x0300);
    awaitCount(SaEvent.REFUSED, 1);
  }

  /** A forged GID and a question that needs the key get no answer, and are told with their LID. */
  @Test
  void shouldDropAndTellWhatTrustDoesNotLetIn() {
    SaSettings defaults = SaSettings.DEFAULTS;
    administrator =
        administrator(
            new SaSettings(
                defaults.saKey(),
                defaults.respTimeCode(),
                defaults.answerBytesMax(),
                defaults.transfersMax(),
                defaults.transferBytesMax(),
                true,
                defaults.prefixRoutes(),
                defaults.hasQos(),
                () -> new TrustSettings(true, true, true, true, true)));
    administrator.tell(new ViewChanged(view));
    Mad question = Ask.get(AttributeId.CLASS_PORT_INFO).mad();
    gate.offer(new MadPacket(question, 1, 4, 1, 0, Optional.of(new Gid(0, 0x1234))));
    tell(Ask.table(AttributeId.NODE_RECORD));
    awaitCount(SaEvent.FORGED_SOURCE, 1);
    awaitCount(SaEvent.UNTRUSTED, 1);
    wire.expectNoMessage(Duration.ZERO);
    assertThat(strange).containsExactlyInAnyOrder("FORGED_SOURCE 4", "UNTRUSTED 4");
    long guid = view.fabric().portGuid(view.lids().port(4));
    gate.offer(new MadPacket(question, 1, 4, 1, 0, Optional.of(new Gid(Gid.DEFAULT_PREFIX, guid))));
    assertThat(wire.receiveMessage().mad().status()).isZero();
  }

  @Test
  void shouldSendATableByRmpp() {
    administrator.tell(new ViewChanged(view));
    tell(Ask.table(AttributeId.NODE_RECORD));
    byte[] records = receive();
    assertThat(records)
        .isEqualTo(Ask.table(AttributeId.NODE_RECORD).in(view, 4).records())
        .hasSize(9 * 112);
    awaitCount(SaEvent.TRANSFER_COMPLETED, 1);
  }

  @Test
  void shouldSendAnEmptyTableInOneSegment() {
    administrator.tell(new ViewChanged(view));
    tell(Ask.table(AttributeId.NODE_RECORD).with(NodeRecord.LID, 99));
    Mad segment = wire.receiveMessage().mad();
    assertThat(segment.status()).isZero();
    assertThat(SaHeader.of(segment).rmppFlags()).isEqualTo(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST);
    assertThat(SaHeader.of(segment).payloadLength()).isEqualTo(20);
    assertThat(SaHeader.of(segment).attributeOffset()).isZero();
  }

  @Test
  void shouldRefuseATableInOneMadWithoutRmpp() {
    administrator.tell(new ViewChanged(view));
    tell(Ask.table(0x1234));
    Mad answer = wire.receiveMessage().mad();
    assertThat(answer.method()).isEqualTo(Mad.GET_TABLE_RESP);
    assertThat(answer.status()).isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    assertThat(SaHeader.of(answer).isRmppActive()).isFalse();
  }

  @Test
  void shouldIgnoreARequestWhoseAnswerIsUnderWay() {
    administrator.tell(new ViewChanged(view));
    tell(Ask.table(AttributeId.NODE_RECORD));
    Mad first = wire.receiveMessage().mad();
    gate.offer(reply(acknowledge(first, 1, 1)));
    tell(Ask.table(AttributeId.NODE_RECORD));
    tell(nodeByLid(9));
    assertThat(wire.receiveMessage().mad().method()).isEqualTo(Mad.GET_RESP);
    awaitCount(SaEvent.REPEATED, 1);
    awaitCount(SaEvent.TRANSFER_STARTED, 1);
  }

  @Test
  void shouldSendAgainWhenTimePasses() {
    administrator.tell(new ViewChanged(view));
    tell(Ask.table(AttributeId.NODE_RECORD));
    Mad first = wire.receiveMessage().mad();
    gate.offer(reply(acknowledge(first, 1, 2)));
    Mad second = wire.receiveMessage().mad();
    time.expectNoMessageFor(Duration.ofMillis(499), wire);
    time.timePasses(Duration.ofMillis(1));
    assertThat(wire.receiveMessage().mad().bytes()).isEqualTo(second.bytes());
  }

  @Test
  void shouldSayBusyWhenTooManyAnswersAreUnderWay() {
    administrator =
        administrator(
            new SaSettings(
                () -> 1, 16, 1 << 20, 1, 1 << 20, true, () -> PrefixRoutes.NONE, () -> false));
    administrator.tell(new ViewChanged(view));
    tell(Ask.table(AttributeId.NODE_RECORD).transaction(1));
    Mad first = wire.receiveMessage().mad();
    assertThat(first.status()).isZero();
    gate.offer(reply(acknowledge(first, 1, 1)));
    tell(Ask.table(AttributeId.NODE_RECORD).transaction(2));
    Mad busy = wire.receiveMessage().mad();
    assertThat(busy.status()).isEqualTo(Mad.STATUS_BUSY);
    assertThat(busy.transactionId()).isEqualTo(2);
    assertThat(busy.method()).isEqualTo(Mad.GET_TABLE_RESP);
    tell(nodeByLid(9));
    assertThat(wire.receiveMessage().mad().status()).as("single MADs go on").isZero();
  }

  @Test
  void shouldAnswerAQueryThatLooksAtAllWithOneMadWhenItIsAGet() {
    administrator.tell(new ViewChanged(view));
    tell(
        Ask.get(AttributeId.NODE_RECORD)
            .with(NodeRecord.LAYOUT.field("nodeDescription.nodeString"), "host 5"));
    Mad answer = wire.receiveMessage().mad();
    assertThat(answer.method()).isEqualTo(Mad.GET_RESP);
    assertThat(NodeRecord.in(answer.bytes(), Mad.SA_DATA).lid()).isEqualTo(9);
  }

  @Test
  void shouldTakeARequestThatIsAWholeRmppSegment() {
    administrator.tell(new ViewChanged(view));
    Ask ask = nodeByLid(9);
    SaHeader.of(ask.mad())
        .rmppVersion(1)
        .rmppType(Rmpp.TYPE_DATA)
        .rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST)
        .segmentNumber(1);
    tell(ask);
    assertThat(wire.receiveMessage().mad().status()).isZero();
  }

  /** Where a kernel should have done so. */
  @Test
  void shouldTakeARequestWhoseRmppHeaderWasNotFilledIn() {
    administrator.tell(new ViewChanged(view));
    Ask ask = nodeByLid(9);
    SaHeader.of(ask.mad()).rmppFlags(Rmpp.ACTIVE);
    tell(ask);
    assertThat(wire.receiveMessage().mad().status()).isZero();
  }

  /** No request that is served needs a second one. */
  @Test
  void shouldStopARequestOfSeveralRmppSegments() {
    administrator.tell(new ViewChanged(view));
    Ask ask = nodeByLid(9).transaction(77);
    SaHeader.of(ask.mad())
        .rmppVersion(1)
        .rmppType(Rmpp.TYPE_DATA)
        .rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST)
        .segmentNumber(1);
    tell(ask);
    Mad stop = wire.receiveMessage().mad();
    assertThat(stop.transactionId()).isEqualTo(77);
    assertThat(stop.method()).isEqualTo(Mad.GET_RESP);
    assertThat(SaHeader.of(stop).rmppType()).isEqualTo(Rmpp.TYPE_STOP);
    assertThat(SaHeader.of(stop).rmppStatus()).isEqualTo(Rmpp.STATUS_RESOURCES_EXHAUSTED);
    awaitCount(SaEvent.MALFORMED, 1);
  }

  @Test
  void shouldSayThatAClassVersionIsNotSupported() {
    administrator.tell(new ViewChanged(view));
    Ask ask = Ask.table(AttributeId.NODE_RECORD);
    ask.mad().u8(2, 1);
    SaHeader.of(ask.mad()).rmppType(Rmpp.TYPE_ACK).rmppFlags(Rmpp.ACTIVE); // means nothing there
    tell(ask);
    Mad answer = wire.receiveMessage().mad();
    assertThat(answer.status()).isEqualTo(Mad.STATUS_BAD_VERSION);
    assertThat(answer.method()).isEqualTo(Mad.GET_TABLE_RESP);
    awaitCount(SaEvent.REFUSED, 1);
  }

  @Test
  void shouldAnswerAMultiPathRecordByATableOfPathRecords() {
    administrator.tell(new ViewChanged(view));
    Ask ask =
        Ask.method(Mad.GET_MULTI, AttributeId.MULTI_PATH_RECORD)
            .with(MultiPathRecord.SGID_COUNT, 1)
            .with(MultiPathRecord.DGID_COUNT, 5);
    SaHeader.of(ask.mad())
        .rmppVersion(1)
        .rmppType(Rmpp.TYPE_DATA)
        .rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST)
        .segmentNumber(1);
    ByteBuffer gids = ByteBuffer.wrap(ask.mad().bytes());
    for (int i = 0; i < 6; i++) {
      int at = Mad.SA_DATA + MultiPathRecord.BYTES + i * Gid.BYTES;
      long guid = view.fabric().portGuid(view.lids().port(4 + i));
      gids.putLong(at, Gid.DEFAULT_PREFIX).putLong(at + Long.BYTES, guid);
    }
    tell(ask);
    Mad first = wire.receiveMessage().mad();
    assertThat(first.method()).isEqualTo(Mad.GET_MULTI_RESP);
    assertThat(first.attributeId()).isEqualTo(AttributeId.PATH_RECORD);
    assertThat(SaHeader.of(first).attributeOffset()).isEqualTo(PathRecord.BYTES / 8);
    assertThat(SaHeader.of(first).payloadLength())
        .as("two segments, and their headers")
        .isEqualTo(5 * PathRecord.BYTES + 2 * Rmpp.SA_HEADER_BYTES);
    assertThat(PathRecord.in(first.bytes(), Mad.SA_DATA).slid()).isEqualTo(4);
  }

  @Test
  void shouldCountEveryRandomMadOnceAndAnswerAsBefore() {
    administrator.tell(new ViewChanged(view));
    int count = 20_000;
    Random random = new Random(20260921);
    for (int i = 0; i < count; i++) {
      Mad mad = RandomMads.next(random);
      // A transaction each: an answer under way would be a second thing to count.
      mad.transactionId(i);
      gate.offer(new MadPacket(mad, 1, random.nextInt(11), 1, 0));
    }
    tell(nodeByLid(9).transaction(-1));
    Mad answer =
        wire.fishForMessage(
                Duration.ofSeconds(30),
                packet ->
                    packet.mad().transactionId() == -1
                        ? FishingOutcomes.complete()
                        : FishingOutcomes.continueAndIgnore())
            .get(0)
            .mad();
    assertThat(NodeRecord.in(answer.bytes(), Mad.SA_DATA).lid()).isEqualTo(9);
    wire.awaitAssert(
        () -> {
          long counted = 0;
          for (SaEvent event : SaEvent.values()) {
            boolean isOfTransfer =
                event == SaEvent.TRANSFER_STARTED
                    || event == SaEvent.TRANSFER_COMPLETED
                    || event == SaEvent.TRANSFER_FAILED;
            counted += isOfTransfer ? 0 : counters.get(event);
          }
          assertThat(counted).isEqualTo(count + 1);
          return null;
        });
    assertThat(counters.get(SaEvent.QUERY_FAILED)).isZero();
    for (SaEvent event :
        new SaEvent[] {
          SaEvent.ANSWERED,
          SaEvent.REFUSED,
          SaEvent.MALFORMED,
          SaEvent.WRONG_SM_KEY,
          SaEvent.UNKNOWN_REQUESTER,
          SaEvent.STRAY_RMPP
        }) {
      assertThat(counters.get(event)).as(event.name()).isPositive();
    }
    assertThat(strange)
        .hasSize(
            (int) (counters.get(SaEvent.WRONG_SM_KEY) + counters.get(SaEvent.UNKNOWN_REQUESTER)));
  }

  /** The requester is host 0 of the second switch. */
  private static Ask join() {
    return GroupClients.joining(GroupClients.BROADCAST, 0x1000, 1).transaction(5);
  }

  @Test
  void shouldAskForPatienceWhereNobodyDecides() {
    administrator.tell(new ViewChanged(view));
    tell(join());
    Mad answer = wire.receiveMessage().mad();
    assertThat(answer.status()).isEqualTo(Mad.STATUS_BUSY);
    assertThat(answer.method()).isEqualTo(Mad.GET_RESP);
    awaitCount(SaEvent.BUSY, 1);
  }

  @Test
  void shouldAnswerAJoinOnceItIsDecided() {
    TestProbe<String> manager = kit.createTestProbe();
    ChangeGate groupGate = new ChangeGate(() -> manager.ref().tell("come"));
    groupGate.open();
    administrator.tell(new ViewChanged(view));
    administrator.tell(
        new RegisterChanged(new Register(GroupBook.EMPTY, RegistrationBook.EMPTY, groupGate)));
    tell(join());
    manager.receiveMessage();
    tell(join()); // a retry
    awaitCount(SaEvent.REPEATED, 1);
    wire.expectNoMessage(Duration.ZERO);

    List<ChangeGate.Waiting> waiting = groupGate.take();
    assertThat(waiting).hasSize(1);
    McMemberRecord record = new McMemberRecord().mlid(0xC000).joinState(1);
    waiting.getFirst().answer().accept(new ChangeAnswer.Done(record));
    Mad answer = wire.receiveMessage().mad();
    assertThat(answer.method()).isEqualTo(Mad.GET_RESP);
    assertThat(answer.transactionId()).isEqualTo(5);
    assertThat(answer.status()).isZero();
    assertThat(SaHeader.of(answer).attributeOffset()).isEqualTo(7);
    assertThat(McMemberRecord.in(answer.bytes(), Mad.SA_DATA)).isEqualTo(record);

    groupGate.answered();
    tell(join());
    manager.receiveMessage();
    groupGate.close();
    assertThat(wire.receiveMessage().mad().status()).isEqualTo(Mad.STATUS_BUSY);
  }

  @Test
  void shouldSayBusyToAPortThatJoinsTooOften() {
    Fairness strict =
        new Fairness(new QuotaSettings(100, 10, 1, 3, 0, 1)); // a second is long in this test
    administrator = administrator(SaSettings.DEFAULTS, strict);
    TestProbe<String> manager = kit.createTestProbe();
    ChangeGate groupGate = new ChangeGate(() -> manager.ref().tell("come"));
    groupGate.open();
    administrator.tell(new ViewChanged(view));
    administrator.tell(
        new RegisterChanged(new Register(GroupBook.EMPTY, RegistrationBook.EMPTY, groupGate)));
    for (int i = 0; i < 100; i++) {
      tell(join().transaction(100 + i));
    }
    List<ChangeGate.Waiting> waiting = new ArrayList<>();
    wire.awaitAssert(
        () -> {
          assertThat(counters.get(SaEvent.BUSY)).isPositive();
          long refused = strict.ledger().refusals().get(Quota.JOINS);
          assertThat(refused).isEqualTo(counters.get(SaEvent.BUSY));
          waiting.addAll(groupGate.take());
          assertThat(waiting.size() + refused).isEqualTo(100);
          return null;
        });
    assertThat(wire.receiveMessage().mad().status()).isEqualTo(Mad.STATUS_BUSY);
    assertThat(strict.ledger().top().getFirst().port())
        .as("port GUID")
        .isEqualTo(view.fabric().portGuid(view.lids().port(4)));
  }

  private ActorRef<Command> administrator(SaSettings settings) {
    return administrator(settings, fairness);
  }

  private ActorRef<Command> administrator(SaSettings settings, Fairness kept) {
    return kit.spawn(
        SubnetAdministrator.create(
            settings,
            wire.ref()::tell,
            counters,
            kept,
            (event, lid) -> strange.add(event + " " + lid)));
  }

  private static Ask nodeByLid(int lid) {
    return Ask.get(AttributeId.NODE_RECORD).with(NodeRecord.LID, lid);
  }

  private void tell(Ask ask) {
    gate.offer(packet(ask));
  }

  private static MadPacket packet(Ask ask) {
    return reply(ask.mad());
  }

  private static MadPacket reply(Mad mad) {
    return new MadPacket(mad.copy(), 1, 4, 1, 0);
  }

  /** Everything that an RMPP receiver gets. */
  private byte[] receive() {
    RmppReceiver receiver = new RmppReceiver(new RmppSettings(4, 4, 5, 1 << 20));
    while (true) {
      RmppStep step = receiver.onMad(wire.receiveMessage().mad());
      for (Mad mad : step.send()) {
        gate.offer(reply(mad));
      }
      if (step.outcome() instanceof RmppOutcome.Received received) {
        return received.data();
      }
    }
  }

  private static Mad acknowledge(Mad data, int segment, int windowLast) {
    Mad ack = data.copy().method(Mad.GET_TABLE);
    SaHeader.of(ack)
        .rmppType(Rmpp.TYPE_ACK)
        .rmppFlags(Rmpp.ACTIVE)
        .segmentNumber(segment)
        .newWindowLast(windowLast);
    return ack;
  }

  private void awaitCount(SaEvent event, long count) {
    wire.awaitAssert(
        () -> {
          assertThat(counters.get(event)).isEqualTo(count);
          return null;
        });
  }
}
