package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.BadKeyDetails;
import io.dateline.mad.attribute.BadMKeyDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.SwitchBadPKeyDetails;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.link.ReturnPath;
import io.dateline.sm.subnet.SubnetView;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who broke a rule of keys, as far as this node was told: by the port that did it, and how often.
 * None of it causes a sweep. No key is told. Any thread may use it.
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
    /** Set(SMInfo) with a wrong SM_Key, or without one from no subnet manager that is known. */
    SM_KEY
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

  /** Ports kept apart for each kind; the others count as {@link #OTHERS}. */
  private static final int PORTS_MAX = 32;

  private static final String OTHERS = "others";
  private static final String UNKNOWN = "an unknown port";
  private static final int LAST_MAX = 10;
  private static final long LOG_GAP_MS = 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(Violations.class);

  private record Key(Kind kind, String port) {}

  private static final class Tally {
    private long count;
    private long lastMs;
    private long loggedMs = Long.MIN_VALUE;
    private String told;
  }

  private final Supplier<SubnetView> view; // null while there is none
  private final InstantSource clock;
  private final Map<Key, Tally> tallies = new LinkedHashMap<>();
  private final ArrayDeque<Key> last = new ArrayDeque<>(); // the newest one first

  /**
   * None yet.
   *
   * @param view of the subnet, for names; gives null while there is none
   */
  public Violations(Supplier<SubnetView> view, InstantSource clock) {
    this.view = view;
    this.clock = clock;
  }

  /** Takes a trap in; those of other kinds are none of this. */
  public void trap(MadPacket trap) {
    Notice notice = Notice.of(Smp.data(trap.mad()));
    byte[] details = notice.dataDetails();
    int reporter = notice.issuerLid();
    if (!notice.isGeneric() || reporter != trap.remoteLid()) {
      return; // nobody reports for another port
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
        "showed %s a wrong M_Key: method 0x%02x, attribute 0x%04x"
            .formatted(byLid(reporter), bad.method(), bad.attributeId());
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
  public void refused(SubnetManager.Controlled told) {
    note(Kind.SM_KEY, of(told), "told this subnet manager something with a wrong SM_Key");
  }

  /** Subnet administration has dropped a request. */
  public void request(Kind kind, int fromLid) {
    String what =
        kind == Kind.SA_KEY
            ? "showed subnet administration a wrong SM_Key"
            : "asked subnet administration from a LID that is nobody's";
    note(kind, byLid(fromLid), what);
  }

  /** Another one has told this subnet manager something, and is not believed. */
  void control(String port, String what) {
    note(Kind.SM_KEY, port, what);
  }

  /** A port by a LID that it has. */
  private String byLid(int lid) {
    SubnetView now = view.get();
    int port = now == null ? Fabric.NONE : now.lids().port(lid);
    return port == Fabric.NONE ? "LID " + lid : name(now.fabric(), port) + ", LID " + lid;
  }

  /** The port that has told something by Set(SMInfo). */
  String of(SubnetManager.Controlled told) {
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
    return port == Fabric.NONE ? UNKNOWN : name(fabric, port);
  }

  private static String name(Fabric fabric, int port) {
    int node = fabric.nodeOf(port);
    String description = fabric.description(node);
    return "%s port %d"
        .formatted(
            description.isEmpty() ? Guid.format(fabric.nodeGuid(node)) : description,
            fabric.portNumber(port));
  }

  private void note(Kind kind, String port, String what) {
    String line;
    synchronized (this) {
      Key key = new Key(kind, port);
      if (!tallies.containsKey(key) && ports(kind) >= PORTS_MAX) {
        key = new Key(kind, OTHERS);
      }
      Tally tally = tallies.computeIfAbsent(key, unused -> new Tally());
      tally.count++;
      tally.lastMs = clock.millis();
      tally.told = port + " " + what;
      last.remove(key);
      last.addFirst(key);
      if (last.size() > LAST_MAX) {
        last.removeLast();
      }
      if (tally.count > 1 && tally.lastMs - tally.loggedMs < LOG_GAP_MS) {
        return;
      }
      tally.loggedMs = tally.lastMs;
      line = tally.told + " (" + tally.count + " of these so far)";
    }
    LOG.warn("{} violation: {}", kind, line);
  }

  private long ports(Kind kind) {
    return tallies.keySet().stream().filter(key -> key.kind() == kind).count();
  }

  /** The last ones, the newest one first. */
  public synchronized List<Seen> last() {
    return last.stream().map(this::seen).toList();
  }

  /** All of them, the most frequent one first. */
  public synchronized List<Seen> all() {
    List<Seen> all = new ArrayList<>();
    tallies.keySet().forEach(key -> all.add(seen(key)));
    all.sort(Comparator.comparingLong(seen -> -seen.count()));
    return all;
  }

  private Seen seen(Key key) {
    Tally tally = tallies.get(key);
    return new Seen(key.kind(), key.port(), tally.count, tally.lastMs, tally.told);
  }
}
