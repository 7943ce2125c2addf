package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.PortErrorDetails;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.subnet.SubnetView;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What traps have told this node: how many there were of each number, and which ports have trouble
 * with their links (129 to 131). What they ask for is another thing ({@link TrapReaction}); wrong
 * keys are {@link Violations}. Any thread may use it.
 */
public final class TrapBook {
  /** What is wrong with a link. */
  public enum LinkTrouble {
    /** Trap 129: the threshold of local link integrity errors was reached. */
    LINK_INTEGRITY("local link integrity errors"),
    /** Trap 130: buffers overran for longer than they may. */
    BUFFER_OVERRUN("excessive buffer overruns"),
    /** Trap 131: credits stayed away for longer than the watchdog waits. */
    FLOW_CONTROL_WATCHDOG("an expired flow control watchdog");

    private final String words;

    LinkTrouble(String words) {
      this.words = words;
    }
  }

  /**
   * Trouble of one port.
   *
   * @param port description of its node, and its number
   * @param count times that this node was told
   * @param lastMs when last, ms since 1970
   * @param told the last time, in a sentence
   */
  public record Seen(LinkTrouble kind, String port, long count, long lastMs, String told) {}

  /** Counts as one of these what is no generic trap, or has a number that IBA does not have. */
  private static final String OTHER = "other";

  private static final Logger LOG = LoggerFactory.getLogger(TrapBook.class);

  private final Supplier<SubnetView> view; // null while there is none
  private final PortTallies<LinkTrouble> troubles;
  private final Map<String, Long> counts = new TreeMap<>(); // by number

  /**
   * Nothing yet.
   *
   * @param view of the subnet, for names; gives null while there is none
   */
  public TrapBook(Supplier<SubnetView> view, InstantSource clock) {
    this.view = view;
    troubles = new PortTallies<>(clock);
  }

  /** Takes a trap in. */
  public void trap(MadPacket trap) {
    Notice notice = Notice.of(Smp.data(trap.mad()));
    count(notice);
    if (!notice.isGeneric() || notice.issuerLid() != trap.remoteLid()) {
      return; // no port reports for another one
    }
    switch (notice.trapNumber()) {
      case TrapNumber.LINK_INTEGRITY -> trouble(LinkTrouble.LINK_INTEGRITY, notice);
      case TrapNumber.BUFFER_OVERRUN -> trouble(LinkTrouble.BUFFER_OVERRUN, notice);
      case TrapNumber.FLOW_CONTROL_WATCHDOG -> trouble(LinkTrouble.FLOW_CONTROL_WATCHDOG, notice);
      default -> {}
    }
  }

  private void count(Notice notice) {
    String number =
        notice.isGeneric() && isKnown(notice.trapNumber())
            ? Integer.toString(notice.trapNumber())
            : OTHER;
    synchronized (counts) {
      counts.merge(number, 1L, Long::sum);
    }
  }

  private static boolean isKnown(int number) {
    return switch (number) {
      case TrapNumber.LINK_STATE,
          TrapNumber.LINK_INTEGRITY,
          TrapNumber.BUFFER_OVERRUN,
          TrapNumber.FLOW_CONTROL_WATCHDOG,
          TrapNumber.LOCAL_CHANGES,
          TrapNumber.SYSTEM_IMAGE_GUID,
          TrapNumber.BAD_M_KEY,
          TrapNumber.BAD_P_KEY,
          TrapNumber.BAD_Q_KEY,
          TrapNumber.SWITCH_BAD_P_KEY ->
          true;
      default -> false;
    };
  }

  private void trouble(LinkTrouble kind, Notice notice) {
    PortErrorDetails details = PortErrorDetails.of(notice.dataDetails());
    troubles
        .note(kind, name(details), "reports " + kind.words)
        .ifPresent(line -> LOG.warn("Trap {}: {}", notice.trapNumber(), line));
  }

  /** The external port of a switch that the details name, or the end port that has the LID. */
  private String name(PortErrorDetails details) {
    SubnetView now = view.get();
    int port = now == null ? Fabric.NONE : now.lids().port(details.lidAddr());
    if (port == Fabric.NONE) {
      return "LID %d port %d".formatted(details.lidAddr(), details.portNo());
    }
    Fabric fabric = now.fabric();
    int node = fabric.nodeOf(port);
    boolean isOfSwitch =
        fabric.isSwitch(node)
            && details.portNo() > 0
            && details.portNo() <= fabric.externalPortCount(node);
    return PortNames.of(fabric, isOfSwitch ? fabric.port(node, details.portNo()) : port);
  }

  /** How many traps there were, by number; {@code other} for the rest. */
  public Map<String, Long> counts() {
    synchronized (counts) {
      return new TreeMap<>(counts);
    }
  }

  /** The last troubles, the newest one first. */
  public List<Seen> last() {
    return troubles.last().stream().map(TrapBook::seen).toList();
  }

  /** All of them, the most frequent one first. */
  public List<Seen> all() {
    return troubles.all().stream().map(TrapBook::seen).toList();
  }

  private static Seen seen(PortTallies.Seen<LinkTrouble> seen) {
    return new Seen(seen.kind(), seen.port(), seen.count(), seen.lastMs(), seen.told());
  }
}
