package io.dateline.it.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.GidDetails;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.InformInfoRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.NoticeReport;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.sim.Simulator;
import io.dateline.sm.registration.AliasBook;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A program on a host that registers services and hears of notices, at a queue pair of its own. */
final class Registrant implements AutoCloseable {
  /** As srp_daemon has one that is not 1. */
  static final int QUEUE_PAIR = 0x1234;

  private static final long MEMBERSHIP =
      McMemberRecord.MGID.mask() | McMemberRecord.PORT_GID.mask();

  private final SaClient client;
  private final List<NoticeReport> reports = new CopyOnWriteArrayList<>();

  /** At a channel adapter's port that no other program is attached to. */
  Registrant(Simulator simulator, int port) {
    client = new SaClient(simulator, port, QUEUE_PAIR);
    client.onReport(report -> reports.add(NoticeReport.of(Sa.data(report))));
  }

  /** What it has been told, in order. */
  List<NoticeReport> reports() {
    return reports;
  }

  /** How often it was told of a group, or of a port. */
  long heard(int trapNumber, Gid subject) {
    return reports.stream()
        .map(NoticeReport::notice)
        .filter(notice -> notice.trapNumber() == trapNumber)
        .filter(notice -> ((GidDetails) notice.details()).gidAddr().equals(subject))
        .count();
  }

  /** Registers a service of this port. */
  int register(long serviceId, long leaseSeconds) throws Exception {
    return service(
        Mad.SET,
        new ServiceRecord().serviceLease(leaseSeconds),
        serviceId,
        ServiceRecord.SERVICE_LEASE.mask());
  }

  /** Withdraws a service of this port. */
  int withdraw(long serviceId) throws Exception {
    return service(Mad.DELETE, new ServiceRecord(), serviceId, 0);
  }

  private int service(int method, ServiceRecord record, long serviceId, long mask)
      throws Exception {
    record.serviceId(serviceId).serviceGid(client.gid());
    return client
        .ask(
            method,
            AttributeId.SERVICE_RECORD,
            mask | ServiceRecord.SERVICE_ID.mask() | ServiceRecord.SERVICE_GID.mask(),
            record.bytes())
        .status();
  }

  /** The service of an ID; 0xFFFFFFFF where it stays, what is left in seconds, or -1 if none. */
  long leaseLeft(long serviceId) throws Exception {
    Mad answer =
        client.ask(
            Mad.GET,
            AttributeId.SERVICE_RECORD,
            ServiceRecord.SERVICE_ID.mask(),
            new ServiceRecord().serviceId(serviceId).bytes());
    return answer.status() == 0 ? ServiceRecord.of(Sa.data(answer)).serviceLease() : -1;
  }

  /** Subscribes to every notice. */
  int subscribe() throws Exception {
    return inform(1);
  }

  /** Ends its subscription to every notice. */
  int unsubscribe() throws Exception {
    return inform(0);
  }

  private int inform(int subscribe) throws Exception {
    InformInfo all =
        new InformInfo()
            .lidRangeBegin(0xFFFF)
            .isGeneric(1)
            .subscribe(subscribe)
            .type(0xFFFF)
            .trapNumber(0xFFFF)
            .qpn(subscribe == 1 ? 0 : QUEUE_PAIR)
            .respTimeValue(18)
            .producerType(0xFFFFFF);
    return client.ask(Mad.SET, AttributeId.INFORM_INFO, 0, all.bytes()).status();
  }

  /** The status of the question for its one subscription. */
  int subscriptionStatus() throws Exception {
    InformInfoRecord own = new InformInfoRecord().subscriberGid(client.gid());
    return client
        .ask(
            Mad.GET,
            AttributeId.INFORM_INFO_RECORD,
            InformInfoRecord.SUBSCRIBER_GID.mask(),
            own.bytes())
        .status();
  }

  /** Asks for an alias GUID at an index of its table, or gives it back; the answer. */
  Mad alias(int method, int index) throws Exception {
    GuidInfoRecord record = block(index);
    long mask =
        GuidInfoRecord.LID.mask()
            | GuidInfoRecord.BLOCK_NUM.mask()
            | GuidInfoRecord.GUIDS.mask(index % AliasBook.BLOCK);
    return client.ask(method, AttributeId.GUID_INFO_RECORD, mask, record.bytes());
  }

  /** The GUID that subnet administration tells of an index of its table; 0 if none. */
  long guidAt(int index) throws Exception {
    Mad answer =
        client.ask(
            Mad.GET,
            AttributeId.GUID_INFO_RECORD,
            GuidInfoRecord.LID.mask() | GuidInfoRecord.BLOCK_NUM.mask(),
            block(index).bytes());
    return GuidInfoRecord.of(Sa.data(answer)).guidInfo().guidBlock(index % AliasBook.BLOCK);
  }

  private GuidInfoRecord block(int index) {
    return new GuidInfoRecord().lid(client.lid()).blockNum(index / AliasBook.BLOCK);
  }

  /** Makes a group, or joins it where it is there. */
  int join(Gid mgid) throws Exception {
    return join(mgid, client.gid());
  }

  /** Has a port join a group, which may be another one (ProxyJoin). */
  int join(Gid mgid, Gid portGid) throws Exception {
    McMemberRecord record =
        member(mgid, portGid).joinState(McMemberRecord.JOIN_FULL).qKey(0xB1B).pKey(0xFFFF);
    long mask =
        MEMBERSHIP
            | McMemberRecord.JOIN_STATE.mask()
            | McMemberRecord.Q_KEY.mask()
            | McMemberRecord.P_KEY.mask()
            | McMemberRecord.SL.mask()
            | McMemberRecord.FLOW_LABEL.mask()
            | McMemberRecord.T_CLASS.mask();
    return client.ask(Mad.SET, AttributeId.MC_MEMBER_RECORD, mask, record.bytes()).status();
  }

  /** Leaves a group. */
  int leave(Gid mgid) throws Exception {
    return leave(mgid, client.gid());
  }

  /** Has a port leave a group. */
  int leave(Gid mgid, Gid portGid) throws Exception {
    return client
        .ask(
            Mad.DELETE,
            AttributeId.MC_MEMBER_RECORD,
            MEMBERSHIP | McMemberRecord.JOIN_STATE.mask(),
            member(mgid, portGid).joinState(McMemberRecord.JOIN_FULL).bytes())
        .status();
  }

  /** The status of the question for its membership in a group. */
  int membershipStatus(Gid mgid) throws Exception {
    return membershipStatus(mgid, client.gid());
  }

  /** The same for a port. */
  int membershipStatus(Gid mgid, Gid portGid) throws Exception {
    return client
        .ask(Mad.GET, AttributeId.MC_MEMBER_RECORD, MEMBERSHIP, member(mgid, portGid).bytes())
        .status();
  }

  private static McMemberRecord member(Gid mgid, Gid portGid) {
    return new McMemberRecord().mgid(mgid).portGid(portGid);
  }

  @Override
  public void close() {
    client.close();
  }
}
