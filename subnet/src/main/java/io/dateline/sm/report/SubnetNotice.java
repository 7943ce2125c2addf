package io.dateline.sm.report;

import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.GidDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.sa.NoticeReport;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.EventSubscription.Topic;
import java.util.Objects;

/**
 * Something that has happened in the subnet, as subscribers are told of it (IBA Vol 1, 13.4.8.2 and
 * 13.4.11). Immutable: the bytes are never written to.
 *
 * @param report what they are sent
 * @param pKeys P_Keys of what it is about, 16 bits each; subscribers in one of these partitions are
 *     told. Null where they were never read.
 */
public record SubnetNotice(NoticeReport report, short[] pKeys) {
  private static final int FULL_MEMBER = 0x8000;
  private static final int ANY = 0xFFFF;
  private static final int ANY_PRODUCER = 0xFF_FFFF;

  public SubnetNotice {
    Objects.requireNonNull(report);
  }

  /** The end port of the subnet manager, where notices of the manager itself come from. */
  public record Issuer(int lid, Gid gid) {}

  /** An end port has come (trap 64). */
  public static SubnetNotice portInService(Issuer issuer, Gid port, short[] pKeys) {
    return own(issuer, TrapNumber.PORT_IN_SERVICE, port, pKeys);
  }

  /** An end port is gone (trap 65). */
  public static SubnetNotice portOutOfService(Issuer issuer, Gid port, short[] pKeys) {
    return own(issuer, TrapNumber.PORT_OUT_OF_SERVICE, port, pKeys);
  }

  /** A multicast group was made (trap 66). */
  public static SubnetNotice groupCreated(Issuer issuer, Gid mgid, int pKey) {
    return own(issuer, TrapNumber.GROUP_CREATED, mgid, everyMember(pKey));
  }

  /** A multicast group has ended (trap 67). */
  public static SubnetNotice groupDeleted(Issuer issuer, Gid mgid, int pKey) {
    return own(issuer, TrapNumber.GROUP_DELETED, mgid, everyMember(pKey));
  }

  /** With the full member's bit limited members are told, too. */
  private static short[] everyMember(int pKey) {
    return new short[] {(short) (pKey | FULL_MEMBER)};
  }

  private static SubnetNotice own(Issuer issuer, int trapNumber, Gid subject, short[] pKeys) {
    Notice notice =
        new Notice()
            .isGeneric(true)
            .type(Notice.TYPE_SUBNET_MANAGEMENT) // as OpenSM's; srp_daemon asks for that type
            .producerType(Notice.PRODUCER_CLASS_MANAGER)
            .trapNumber(trapNumber)
            .issuerLid(issuer.lid())
            .dataDetails(new GidDetails().gidAddr(subject).bytes());
    return new SubnetNotice(new NoticeReport().notice(notice).issuerGid(issuer.gid()), pKeys);
  }

  /**
   * A port has sent a trap.
   *
   * @param trap as it came in
   * @param issuer the port
   * @param pKeys of that port
   */
  public static SubnetNotice ofTrap(Notice trap, Issuer issuer, short[] pKeys) {
    NoticeReport report = new NoticeReport().notice(trap).issuerGid(issuer.gid());
    report.notice().issuerLid(issuer.lid());
    return new SubnetNotice(report, pKeys);
  }

  /** Whether a subscription is for such notices; partitions are not looked at. */
  public boolean isFor(EventSubscription subscription) {
    Notice notice = report.notice();
    Topic topic = subscription.topic();
    return isFrom(topic)
        && topic.isGeneric() == notice.isGeneric()
        && (topic.type() == ANY || topic.type() == notice.type())
        && (topic.trapNumber() == ANY || topic.trapNumber() == notice.trapNumber())
        && (topic.producer() == ANY_PRODUCER || topic.producer() == notice.producerType())
        && (subscription.isTrusted() || !isOfKeys());
  }

  private boolean isFrom(Topic topic) {
    if (topic.gidHigh() != 0 || topic.gidLow() != 0) {
      return topic.gidLow() == report.issuerGid().interfaceId(); // a port has one prefix here
    }
    int lid = report.notice().issuerLid();
    int end = topic.lidEnd() == Lid.NONE ? topic.lidBegin() : topic.lidEnd();
    return topic.lidBegin() == ANY || (topic.lidBegin() <= lid && lid <= end);
  }

  /** Traps 256 to 259 tell of keys: only trusted subscribers hear of them. */
  private boolean isOfKeys() {
    int number = report.notice().trapNumber();
    return report.notice().isGeneric()
        && number >= TrapNumber.BAD_M_KEY
        && number <= TrapNumber.SWITCH_BAD_P_KEY;
  }
}
