package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.mad.Mad;
import io.dateline.mad.MadNames;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.BadKeyDetails;
import io.dateline.mad.attribute.BadMKeyDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.attribute.SwitchBadPKeyDetails;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.link.ReturnPath;
import io.dateline.sm.subnet.SubnetView;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which ports broke a rule of keys, and how often, as far as this node was told. None of it causes
 * a sweep. No key is told. Any thread may use it.
 */
public final class Violations {
  /** What was wrong. */
  public enum Kind {
    /** Trap 256: a packet of subnet management with a wrong M_Key. */
    M_KEY,
    /** Traps 257 and 259: a packet with a wrong P_Key, at an end port or at a switch. */
    P_KEY,
    /** Trap 258: a packet with a wrong Q_Key. */
    Q_KEY,
    /** A request to subnet administration with a wrong SM_Key. */
    SA_KEY,
    /** A request to subnet administration from a LID that no port has. */
    SA_SOURCE,
    /** A request to subnet administration with a GID that is not of the port of its LID. */
    SA_GID,
    /** A request to subnet administration without the SM_Key, for what needs it. */
    SA_TRUST,
    /** Set(SMInfo) with a wrong SM_Key, or without one from no subnet manager that is known. */
    SM_KEY,
    /**
     * SMInfo with a GUID that is not of the port that it came from, or that {@code
     * allowed_sm_guids} does not list.
     */
    SM_GUID
  }

  /**
   * What one port did of a kind.
   *
   * @param port that did it: description of its node, and its number; or what is known of it
   * @param count times that this node was told
   * @param lastMs when last, ms since 1970
   * @param told the last time, in a sentence
   */
  public record Seen(Kind kind, String port, long count, long lastMs, String told) {}

  private static final String UNKNOWN = "an unknown port";

  private static final Logger LOG = LoggerFactory.getLogger(Violations.class);

  private final Supplier<SubnetView> view; // null while there is none
  private final PortTallies<Kind> tallies;

  /**
   * None yet.
   *
   * @param view of the subnet, for names; gives null while there is none
   */
  public Violations(Supplier<SubnetView> view, InstantSource clock) {
    this.view = view;
    tallies = new PortTallies<>(clock);
  }

  /** Takes a trap in; those of other kinds are none of this. */
  public void trap(MadPacket trap) {
    Notice notice = Notice.of(Smp.data(trap.mad()));
    byte[] details = notice.dataDetails();
    int reporter = notice.issuerLid();
    if (!notice.isGeneric() || reporter != trap.remoteLid()) {
      return; // no port reports for another
    }
    switch (notice.trapNumber()) {
      case TrapNumber.BAD_M_KEY -> badMKey(reporter, BadMKeyDetails.of(details));
      case TrapNumber.BAD_P_KEY -> badKey(Kind.P_KEY, reporter, BadKeyDetails.of(details));
      case TrapNumber.BAD_Q_KEY -> badKey(Kind.Q_KEY, reporter, BadKeyDetails.of(details));
      case TrapNumber.SWITCH_BAD_P_KEY -> {
        SwitchBadPKeyDetails bad = SwitchBadPKeyDetails.of(details);
        note(
            Kind.P_KEY,
            byLid(bad.lidAddr1()),
            "sent with a wrong P_Key to LID %d, says port %d of %s"
                .formatted(bad.lidAddr2(), bad.portNo(), byLid(reporter)));
      }
      default -> {}
    }
  }

  private void badMKey(int reporter, BadMKeyDetails bad) {
    String what =
        "showed %s a wrong M_Key: %s"
            .formatted(
                byLid(reporter),
                MadNames.kind(Mad.CLASS_SUBN_LID, bad.method(), bad.attributeId()));
    note(Kind.M_KEY, bad.drNotice() ? byReturnPath(reporter, bad) : byLid(bad.lidAddr()), what);
  }

  private void badKey(Kind kind, int reporter, BadKeyDetails bad) {
    String key = kind == Kind.P_KEY ? "P_Key" : "Q_Key";
    note(
        kind,
        byLid(bad.lidAddr1()),
        "sent with a wrong %s to LID %d, says %s".formatted(key, bad.lidAddr2(), byLid(reporter)));
  }

  /** A control with a wrong SM_Key was refused at this node. */
  public void refused(SmCommand.Controlled told) {
    note(Kind.SM_KEY, of(told), "told this subnet manager something with a wrong SM_Key");
  }

  /** A control of one that {@code allowed_sm_guids} does not list was refused at this node. */
  public void notAllowed(SmCommand.Controlled told) {
    manager(
        of(told),
        "told this subnet manager something as %s, which allowed_sm_guids does not list"
            .formatted(Guid.format(SmInfo.of(told.smInfo()).guid())));
  }

  /** Subnet administration has dropped a request. */
  public void request(Kind kind, int fromLid) {
    note(
        kind,
        byLid(fromLid),
        switch (kind) {
          case SA_KEY -> "showed subnet administration a wrong SM_Key";
          case SA_SOURCE -> "asked subnet administration from a LID that no port has";
          case SA_GID -> "asked subnet administration with a GID that it does not have";
          case SA_TRUST ->
              "asked subnet administration without the SM_Key for what needs it"
                  + " (sa_enhanced_trust_model)";
          default -> throw new IllegalArgumentException("not of a request: " + kind);
        });
  }

  /** Another one has told this subnet manager something, and is not believed. */
  void control(String port, String what) {
    note(Kind.SM_KEY, port, what);
  }

  /** A subnet manager is not heeded for its GUID. */
  void manager(String port, String what) {
    note(Kind.SM_GUID, port, what);
  }

  private String byLid(int lid) {
    return PortNames.byLid(view.get(), lid);
  }

  /** The port that has told something by Set(SMInfo). */
  String of(SmCommand.Controlled told) {
    if (told.sourceLid() != Lid.PERMISSIVE) {
      return byLid(told.sourceLid());
    }
    SubnetView now = view.get();
    int from = now == null ? Fabric.NONE : now.fabric().endPortByGuid(told.receiver());
    return from == Fabric.NONE ? UNKNOWN : end(now.fabric(), from, told.wayBack());
  }

  private String byReturnPath(int reporterLid, BadMKeyDetails bad) {
    SubnetView now = view.get();
    int from = now == null ? Fabric.NONE : now.lids().port(reporterLid);
    if (from == Fabric.NONE || bad.drPathTruncated()) {
      return UNKNOWN;
    }
    byte[] exits = new byte[Math.min(bad.drHopCount(), BadMKeyDetails.BYTES - 24)];
    for (int i = 0; i < exits.length; i++) {
      exits[i] = (byte) bad.drNoticeReturnPath(exits.length - 1 - i);
    }
    return end(now.fabric(), from, exits);
  }

  private static String end(Fabric fabric, int from, byte[] exits) {
    int port = ReturnPath.end(fabric, from, exits);
    return port == Fabric.NONE ? UNKNOWN : PortNames.of(fabric, port);
  }

  private void note(Kind kind, String port, String what) {
    tallies.note(kind, port, what).ifPresent(line -> LOG.warn("A violation: {}", line));
  }

  /** The last ones, the newest one first. */
  public List<Seen> last() {
    return tallies.last().stream().map(Violations::seen).toList();
  }

  /** All of them, the most frequent one first. */
  public List<Seen> all() {
    return tallies.all().stream().map(Violations::seen).toList();
  }

  private static Seen seen(PortTallies.Seen<Kind> seen) {
    return new Seen(seen.kind(), seen.port(), seen.count(), seen.lastMs(), seen.told());
  }
}
