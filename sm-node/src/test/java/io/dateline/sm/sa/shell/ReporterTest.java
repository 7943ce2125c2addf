package io.dateline.sm.sa.shell;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.GidDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.sa.NoticeReport;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.EventSubscription.Topic;
import io.dateline.persistence.event.Registered;
import io.dateline.sm.UnusedExchange;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.report.SubnetNotice;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.sa.SaEvent;
import io.dateline.sm.sa.SubnetViewBuilder;
import io.dateline.sm.subnet.SubnetView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reports to host 0, of which a program has subscribed at a queue pair of its own. */
class ReporterTest {
  private static final int QUEUE_PAIR = 0x1234;
  private static final Topic EVERYTHING =
      new Topic(0, 0, 0xFFFF, 0, true, 0xFFFF, 0xFFFF, 0xFFFFFF);

  /** A report on the wire. */
  private record Asked(MadRequest request, Consumer<MadOutcome> onOutcome) {
    int trapNumber() {
      return notice().trapNumber();
    }

    /** The lower half of the GID of the group that it is about. */
    long subject() {
      return ((GidDetails) notice().details()).gidAddr().interfaceId();
    }

    private Notice notice() {
      return NoticeReport.in(request.packet().mad().bytes(), Mad.SA_DATA).notice();
    }

    void answer() {
      Mad reply = request.packet().mad().copy().method(Mad.REPORT_RESP);
      onOutcome.accept(new MadOutcome.Answered(request, reply));
    }

    void timeOut() {
      onOutcome.accept(new MadOutcome.TimedOut(request, 1 + request.retries()));
    }
  }

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  "akka { actor.provider = local, coordinated-shutdown.exit-jvm = off }")
              .withFallback(ConfigFactory.load()));
  private final TestProbe<Asked> wire = kit.createTestProbe();
  private final SaCounters counters = new SaCounters();
  private final AtomicBoolean isInCharge = new AtomicBoolean(true);
  private final AtomicInteger timesAsked = new AtomicInteger(); // whether it is
  private final SubnetView view = view();
  private final long host = view.fabric().portGuid(port(view, 0));
  private final RegistrationBook book =
      RegistrationBook.of(
          new Registered(
              List.of(),
              List.of(
                  new EventSubscription(
                      new EventSubscription.Id(host, 0), QUEUE_PAIR, EVERYTHING, 18, false))));
  private final ActorRef<Reporter.Command> reporter =
      kit.spawn(
          Reporter.create(
              new UnusedExchange() {
                @Override
                public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
                  wire.ref().tell(new Asked(request, onOutcome));
                }
              },
              () -> {
                boolean now = isInCharge.get();
                timesAsked.incrementAndGet();
                return now;
              },
              counters));

  private static SubnetView view() {
    SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);
    SubnetView built = builder.build();
    return builder.manager(port(built, 1), new byte[64]).build();
  }

  /** Of a host. */
  private static int port(SubnetView view, int index) {
    return view.fabric().port(view.fabric().switchCount() + index, 1);
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  private void tell(SubnetView now, RegistrationBook book) {
    reporter.tell(new Reporter.ViewChanged(now));
    reporter.tell(new Reporter.SubscriptionsChanged(book));
  }

  private void notice(long mgid) {
    reporter.tell(
        new Reporter.Noticed(
            SubnetNotice.groupCreated(
                new SubnetNotice.Issuer(4, new Gid(Gid.DEFAULT_PREFIX, 0x1010)),
                new Gid(-1, mgid),
                0xFFFF)));
  }

  @Test
  void shouldReportOneAfterTheOther() {
    tell(view, book);
    notice(1);
    Asked first = wire.receiveMessage();
    MadPacket packet = first.request().packet();
    assertThat(packet.remoteLid()).isEqualTo(view.lids().baseLid(port(view, 0)));
    assertThat(packet.remoteQueuePair()).isEqualTo(QUEUE_PAIR);
    assertThat(first.trapNumber()).isEqualTo(TrapNumber.GROUP_CREATED);
    assertThat(first.request().retries()).isPositive();
    notice(2);
    wire.expectNoMessage(Duration.ZERO);
    first.answer();
    Asked second = wire.receiveMessage();
    assertThat(counters.get(SaEvent.REPORT_ANSWERED)).isEqualTo(1);
    notice(3);
    second.timeOut();
    assertThat(wire.receiveMessage().request().retries()).as("it is silent").isZero();
    assertThat(counters.get(SaEvent.REPORT_LOST)).isEqualTo(1);
    assertThat(counters.get(SaEvent.REPORT_SENT)).isEqualTo(3);
  }

  @Test
  void shouldTellOfTrapsThatPortsSend() {
    tell(view, book);
    Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    new Notice()
        .isGeneric(true)
        .trapNumber(TrapNumber.LOCAL_CHANGES)
        .copyTo(trap.bytes(), Mad.SMP_DATA);
    reporter.tell(
        new Reporter.Trapped(new MadPacket(trap, 0, view.lids().baseLid(port(view, 1)), 0, 0)));
    Asked report = wire.receiveMessage();
    assertThat(report.trapNumber()).isEqualTo(TrapNumber.LOCAL_CHANGES);
    assertThat(
            NoticeReport.in(report.request().packet().mad().bytes(), Mad.SA_DATA)
                .issuerGid()
                .interfaceId())
        .isEqualTo(view.fabric().portGuid(port(view, 1)));
  }

  @Test
  void shouldTellNothingToThoseThatHaveEndedTheirSubscription() {
    tell(view, book);
    notice(1);
    Asked first = wire.receiveMessage();
    notice(2);
    reporter.tell(new Reporter.SubscriptionsChanged(RegistrationBook.EMPTY));
    first.answer();
    reporter.tell(new Reporter.SubscriptionsChanged(book));
    notice(3);
    wire.receiveMessage();
    assertThat(counters.get(SaEvent.REPORT_DROPPED)).as("the second").isEqualTo(1);
  }

  @Test
  void shouldReportOnlyWhereTheSubnetIsManaged() {
    notice(1); // there is no subnet yet
    tell(view, book);
    notice(2);
    Asked second = wire.receiveMessage();
    int before = timesAsked.get();
    isInCharge.set(false);
    notice(3);
    wire.awaitAssert(() -> assertThat(timesAsked).hasValue(before + 1));
    isInCharge.set(true);
    second.answer();
    notice(4);
    assertThat(wire.receiveMessage().subject()).isEqualTo(4);
    assertThat(counters.get(SaEvent.REPORT_SENT)).isEqualTo(2);
  }
}
