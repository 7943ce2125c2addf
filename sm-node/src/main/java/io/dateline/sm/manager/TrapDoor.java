package io.dateline.sm.manager;

import io.dateline.fabric.Guid;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.PortErrorDetails;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.fair.Babblers;
import io.dateline.sm.fair.Babblers.Endless;
import io.dateline.sm.fair.Babblers.Verdict;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.Quota;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * Hands on what traps ask for, so many of each port. A port that sends more is named, and its traps
 * cause nothing but a look around now and then, which finds what they may have been about. Traps of
 * the same moment are one ({@link TrapGate}). Runs on the exchange's thread.
 */
public final class TrapDoor implements Consumer<MadPacket> {
  private final Fairness fairness;
  private final Babblers babblers;
  private final BooleanSupplier sweepOnTrap;
  private final TrapGate gate;
  private final Consumer<MadPacket> onActedOn;
  private final Consumer<Endless> onEndless;
  private final Logger log;

  /**
   * Of a node.
   *
   * @param sweepOnTrap whether traps cause heavy sweeps, as of now
   * @param onActedOn is given traps that are not too many of their port
   * @param onEndless is told of ports that babble without end
   */
  public TrapDoor(
      Fairness fairness,
      Babblers babblers,
      BooleanSupplier sweepOnTrap,
      TrapGate gate,
      Consumer<MadPacket> onActedOn,
      Consumer<Endless> onEndless,
      Logger log) {
    this.fairness = fairness;
    this.babblers = babblers;
    this.sweepOnTrap = sweepOnTrap;
    this.gate = gate;
    this.onActedOn = onActedOn;
    this.onEndless = onEndless;
    this.log = log;
  }

  @Override
  public void accept(MadPacket trap) {
    int lid = trap.remoteLid();
    long port = fairness.owners().owner(lid);
    Notice notice = Notice.of(Smp.data(trap.mad()));
    Verdict verdict = babblers.trap(port, lid, portNumber(notice, lid), System.nanoTime());
    if (verdict.isActedOn()) {
      long sender = fairness.owners().portGuid(lid); // what traps are counted by may be a LID
      TrapReaction.to(trap, sender, sweepOnTrap.getAsBoolean()).ifPresent(gate::offer);
      onActedOn.accept(trap);
      return;
    }
    fairness.ledger().refused(Quota.TRAPS, port);
    verdict
        .named()
        .ifPresent(
            babbler ->
                log.warn(
                    "Port {} (LID {}) babbles: {} traps too many, the last one is {}",
                    Guid.format(babbler.port()),
                    lid,
                    babbler.ignored(),
                    notice.trapNumber()));
    verdict.endless().ifPresent(onEndless);
    if (verdict.isLookDue()) {
      gate.offer(new SmCommand.LookAround());
    }
  }

  /** The external port that a trap is about; 0 where it names none of its own sender. */
  private static int portNumber(Notice notice, int senderLid) {
    return notice.details() instanceof PortErrorDetails error && error.lidAddr() == senderLid
        ? error.portNo()
        : 0;
  }
}
