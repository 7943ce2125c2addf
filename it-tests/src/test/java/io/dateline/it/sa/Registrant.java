package io.dateline.it.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.InformInfoRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.NoticeReport;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.Simulator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A program on a host that registers services and hears of notices, at a queue pair of its own. */
final class Registrant implements AutoCloseable {
  /** As srp_daemon has one that is not 1. */
  static final int QUEUE_PAIR = 0x1234;

  private static final int PATIENCE_MS = 1000;
  private static final int RETRIES = 20;

  private final Simulator simulator;
  private final int port;
  private final MadExchange exchange;
  private final List<NoticeReport> reports = new CopyOnWriteArrayList<>();

  /** At a channel adapter's port that no other program is attached to. */
  Registrant(Simulator simulator, int port) {
    this.simulator = simulator;
    this.port = port;
    exchange = Transactor.open(simulator.attach(port), ExchangeSettings.DEFAULT);
    exchange.onUnsolicited(this::answerReport);
  }

  private void answerReport(MadPacket packet) {
    Mad mad = packet.mad();
    if (mad.method() == Mad.REPORT && packet.queuePair() == QUEUE_PAIR) {
      reports.add(NoticeReport.of(Sa.data(mad)));
      exchange.send(packet.reply(mad.copy().method(Mad.REPORT_RESP)));
    }
  }

  /** What it has been told, in order. */
  List<NoticeReport> reports() {
    return reports;
  }

  long guid() {
    return exchange.port().portGuid();
  }

  /** Registers a service of this port. */
  int register(long serviceId, long leaseSeconds) throws Exception {
    ServiceRecord record =
        new ServiceRecord()
            .serviceId(serviceId)
            .serviceGid(new Gid(Gid.DEFAULT_PREFIX, guid()))
            .serviceLease(leaseSeconds);
    long mask =
        ServiceRecord.SERVICE_ID.mask()
            | ServiceRecord.SERVICE_GID.mask()
            | ServiceRecord.SERVICE_LEASE.mask();
    return ask(Mad.SET, AttributeId.SERVICE_RECORD, mask, record.bytes()).status();
  }

  /** The service of an ID; 0xFFFFFFFF where it stays, what is left in seconds, or -1 if none. */
  long leaseLeft(long serviceId) throws Exception {
    Mad answer =
        ask(
            Mad.GET,
            AttributeId.SERVICE_RECORD,
            ServiceRecord.SERVICE_ID.mask(),
            new ServiceRecord().serviceId(serviceId).bytes());
    return answer.status() == 0 ? ServiceRecord.of(Sa.data(answer)).serviceLease() : -1;
  }

  /** Subscribes to every notice. */
  int subscribe() throws Exception {
    InformInfo all =
        new InformInfo()
            .lidRangeBegin(0xFFFF)
            .isGeneric(1)
            .subscribe(1)
            .type(0xFFFF)
            .trapNumber(0xFFFF)
            .respTimeValue(18)
            .producerType(0xFFFFFF);
    return ask(Mad.SET, AttributeId.INFORM_INFO, 0, all.bytes()).status();
  }

  /** The status of the question for its one subscription. */
  int subscriptionStatus() throws Exception {
    InformInfoRecord own =
        new InformInfoRecord().subscriberGid(new Gid(Gid.DEFAULT_PREFIX, guid()));
    return ask(
            Mad.GET,
            AttributeId.INFORM_INFO_RECORD,
            InformInfoRecord.SUBSCRIBER_GID.mask(),
            own.bytes())
        .status();
  }

  /** Makes a group. */
  int makeGroup(Gid mgid) throws Exception {
    McMemberRecord record =
        new McMemberRecord()
            .mgid(mgid)
            .portGid(new Gid(Gid.DEFAULT_PREFIX, guid()))
            .joinState(McMemberRecord.JOIN_FULL)
            .qKey(0xB1B)
            .pKey(0xFFFF);
    long mask =
        McMemberRecord.MGID.mask()
            | McMemberRecord.PORT_GID.mask()
            | McMemberRecord.JOIN_STATE.mask()
            | McMemberRecord.Q_KEY.mask()
            | McMemberRecord.P_KEY.mask()
            | McMemberRecord.SL.mask()
            | McMemberRecord.FLOW_LABEL.mask()
            | McMemberRecord.T_CLASS.mask();
    return ask(Mad.SET, AttributeId.MC_MEMBER_RECORD, mask, record.bytes()).status();
  }

  private Mad ask(int method, int attributeId, long mask, byte[] record) throws Exception {
    int master = simulator.call(simulated -> simulated.portInfo(port).masterSmLid());
    Mad question = Sa.request(method, attributeId, 0, mask, 0, record);
    CompletableFuture<MadOutcome> answer = new CompletableFuture<>();
    exchange.request(
        new MadRequest(
            new MadPacket(question, QUEUE_PAIR, master, 1, 0), master, PATIENCE_MS, RETRIES),
        answer::complete);
    return switch (answer.get(60, TimeUnit.SECONDS)) {
      case MadOutcome.Answered answered -> answered.reply();
      case MadOutcome.Refused refused -> refused.reply();
      case MadOutcome other -> throw new IllegalStateException("no answer: " + other);
    };
  }

  @Override
  public void close() {
    exchange.close();
  }
}
