package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.MadPacket;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.report.ReportQueue.Subscriber;
import io.dateline.sm.report.SubnetNotice;
import io.dateline.sm.subnet.SubnetView;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Which subscribers are told of a notice, and how (IBA Vol 1, 13.4.11 and 15.4.3). Pure. */
public final class Reports {
  private static final int QUEUE_PAIR = 1; // of subnet administration

  private Reports() {}

  /**
   * The notice of a trap that a port has sent; nothing where no port has its LID.
   *
   * @param trap as it came in
   */
  public static Optional<SubnetNotice> notice(SubnetView view, MadPacket trap) {
    int port = view.lids().port(trap.remoteLid());
    if (port == Fabric.NONE) {
      return Optional.empty();
    }
    SubnetNotice.Issuer issuer =
        new SubnetNotice.Issuer(
            trap.remoteLid(), new Gid(view.subnetPrefix(), view.fabric().portGuid(port)));
    return Optional.of(
        SubnetNotice.ofTrap(
            Notice.of(Smp.data(trap.mad())), issuer, view.attributes().pKeys()[port]));
  }

  /**
   * Those that have subscribed to such notices and are in one of its partitions, each once, however
   * many of its subscriptions are for it.
   */
  public static Set<Subscriber> audience(
      SubnetView view, RegistrationBook book, SubnetNotice notice) {
    PartitionKeys subject = PartitionKeys.of(notice.pKeys());
    Set<Subscriber> audience = new LinkedHashSet<>();
    for (EventSubscription subscription : book.subscriptions()) {
      int port = view.fabric().endPortByGuid(subscription.id().portGuid());
      if (port != Fabric.NONE
          && notice.isFor(subscription)
          && PartitionKeys.of(view.attributes().pKeys()[port]).shares(subject)) {
        audience.add(new Subscriber(subscription.id().portGuid(), subscription.queuePair()));
      }
    }
    return audience;
  }

  /** The packet that tells a subscriber; nothing where its port is gone. */
  public static Optional<MadPacket> packet(
      SubnetView view, Subscriber subscriber, SubnetNotice notice) {
    int port = view.fabric().endPortByGuid(subscriber.portGuid());
    int lid = port == Fabric.NONE ? Lid.NONE : view.lids().baseLid(port);
    if (lid == Lid.NONE || view.managers().isEmpty()) {
      return Optional.empty();
    }
    int ownLid = view.lids().baseLid(view.managers().getFirst().port());
    int sl = view.routing().pathSl().sl(ownLid, lid, 0);
    Mad mad = Sa.request(Mad.REPORT, AttributeId.NOTICE, 0, 0, 0, notice.report().bytes());
    return Optional.of(new MadPacket(mad, QUEUE_PAIR, lid, subscriber.queuePair(), sl));
  }
}
