package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.sa.NoticeReport;
import io.dateline.mad.transport.MadPacket;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.EventSubscription.Topic;
import io.dateline.persistence.event.Registered;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.report.ReportQueue.Subscriber;
import io.dateline.sm.report.SubnetNotice;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Host 3 is in partition 5 alone, host 2 in both. */
class ReportsTest {
  private static final int QUEUE_PAIR = 0x1234;
  private static final Topic EVERYTHING =
      new Topic(0, 0, 0xFFFF, 0, true, 0xFFFF, 0xFFFF, 0xFFFFFF);
  private static final SubnetNotice.Issuer MANAGER =
      new SubnetNotice.Issuer(1, new Gid(Gid.DEFAULT_PREFIX, 1));

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);
  private final SubnetView view =
      builder
          .pKeys(builder.host(3), 0x8005)
          .pKeys(builder.host(2), 0xFFFF, 0x8005)
          .manager(builder.host(1), new byte[64])
          .build();

  private long guid(int host) {
    return builder.fabric.portGuid(builder.host(host));
  }

  private EventSubscription subscription(int host, int enumeration, Topic topic) {
    return new EventSubscription(
        new EventSubscription.Id(guid(host), enumeration), QUEUE_PAIR, topic, 18, false);
  }

  private static RegistrationBook book(EventSubscription... subscriptions) {
    return RegistrationBook.of(new Registered(List.of(), List.of(subscriptions)));
  }

  private Subscriber subscriber(int host) {
    return new Subscriber(guid(host), QUEUE_PAIR);
  }

  @Test
  void shouldReachSubscribersOfThePartitionOnceEach() {
    RegistrationBook all =
        book(
            subscription(0, 0, EVERYTHING),
            subscription(0, 1, new Topic(0, 0, 0xFFFF, 0, true, 0xFFFF, 64, 0xFFFFFF)),
            subscription(2, 0, EVERYTHING),
            subscription(3, 0, EVERYTHING));
    SubnetNotice ofDefault =
        SubnetNotice.portInService(MANAGER, new Gid(0, 7), new short[] {(short) 0xFFFF});
    assertThat(Reports.audience(view, all, ofDefault))
        .containsExactlyInAnyOrder(subscriber(0), subscriber(2));
    SubnetNotice ofGroup = SubnetNotice.groupCreated(MANAGER, new Gid(-1, 7), 0x0005);
    assertThat(Reports.audience(view, all, ofGroup))
        .containsExactlyInAnyOrder(subscriber(2), subscriber(3));
    RegistrationBook gone =
        book(
            new EventSubscription(
                new EventSubscription.Id(0x7777, 0), QUEUE_PAIR, EVERYTHING, 18, false));
    assertThat(Reports.audience(view, gone, ofDefault)).as("no such port").isEmpty();
  }

  @Test
  void shouldGoToTheQueuePairThatHasSubscribed() {
    SubnetNotice notice = SubnetNotice.groupDeleted(MANAGER, new Gid(-1, 7), 0xFFFF);
    MadPacket packet = Reports.packet(view, subscriber(0), notice).orElseThrow();
    assertThat(packet.remoteLid()).isEqualTo(view.lids().baseLid(builder.host(0)));
    assertThat(packet.remoteQueuePair()).isEqualTo(QUEUE_PAIR);
    assertThat(packet.queuePair()).isEqualTo(1);
    Mad mad = packet.mad();
    assertThat(mad.managementClass()).isEqualTo(Mad.CLASS_SUBN_ADM);
    assertThat(mad.method()).isEqualTo(Mad.REPORT);
    assertThat(mad.attributeId()).isEqualTo(AttributeId.NOTICE);
    assertThat(NoticeReport.in(mad.bytes(), Mad.SA_DATA)).isEqualTo(notice.report());
    assertThat(Reports.packet(view, new Subscriber(0x7777, 1), notice)).isEmpty();
  }

  @Test
  void shouldTellOfATrapWhoHasSentIt() {
    Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    new Notice()
        .isGeneric(true)
        .trapNumber(TrapNumber.LOCAL_CHANGES)
        .issuerLid(77)
        .copyTo(trap.bytes(), Mad.SMP_DATA);
    int lid = view.lids().baseLid(builder.host(3));
    SubnetNotice notice = Reports.notice(view, new MadPacket(trap, 0, lid, 0, 0)).orElseThrow();
    assertThat(notice.report().issuerGid().interfaceId()).isEqualTo(guid(3));
    assertThat(notice.report().notice().issuerLid()).isEqualTo(lid);
    RegistrationBook all = book(subscription(0, 0, EVERYTHING), subscription(3, 0, EVERYTHING));
    assertThat(Reports.audience(view, all, notice)).containsExactly(subscriber(3));
    assertThat(Reports.notice(view, new MadPacket(trap, 0, 999, 0, 0))).isEmpty();
  }
}
