package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.InformInfoRecord;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.EventSubscription.Topic;
import io.dateline.sm.registration.Register;
import java.util.Collection;

/**
 * InformInfoRecord (IBA Vol 1, 15.2.5.12): subscriptions of ports that the requester may know of;
 * their queue pairs are shown to trusted requesters.
 */
final class InformInfoRecords implements RecordSource {
  @Override
  public int attributeId() {
    return AttributeId.INFORM_INFO_RECORD;
  }

  @Override
  public int recordBytes() {
    return InformInfoRecord.BYTES;
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return (componentMask & InformInfoRecord.SUBSCRIBER_GID.mask()) != 0;
  }

  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    return register.registrations().subscriptions().size();
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {
    for (EventSubscription subscription : candidates(query)) {
      if (answer.isExceeded()) {
        return;
      }
      int subscriber = query.fabric().endPortByGuid(subscription.id().portGuid());
      if (subscriber != Fabric.NONE && query.maySee(subscriber)) {
        add(query, subscription, answer);
      }
    }
  }

  private static Collection<EventSubscription> candidates(SaQuery query) {
    return query.has(InformInfoRecord.SUBSCRIBER_GID)
        ? query.registrations().subscriptions(query.half(InformInfoRecord.SUBSCRIBER_GID, 8))
        : query.registrations().subscriptions();
  }

  private static void add(SaQuery query, EventSubscription subscription, RecordTable answer) {
    int offset = answer.next();
    EventSubscription.Id id = subscription.id();
    InformInfoRecord record =
        InformInfoRecord.in(answer.bytes(), offset)
            .subscriberGid(new Gid(query.view().subnetPrefix(), id.portGuid()))
            .enumeration(id.enumeration());
    write(record.informInfo(), subscription, query.isTrusted());
    if (query.matches(InformInfoRecord.LAYOUT, answer.bytes(), offset, 0)) {
      answer.keep();
    }
  }

  private static void write(InformInfo to, EventSubscription subscription, boolean isTrusted) {
    Topic topic = subscription.topic();
    to.gid(new Gid(topic.gidHigh(), topic.gidLow()))
        .lidRangeBegin(topic.lidBegin())
        .lidRangeEnd(topic.lidEnd())
        .isGeneric(topic.isGeneric() ? 1 : 0)
        .subscribe(1)
        .type(topic.type())
        .trapNumber(topic.trapNumber())
        .qpn(isTrusted ? subscription.queuePair() : 0)
        .respTimeValue(subscription.respTimeCode())
        .producerType(topic.producer());
  }
}
