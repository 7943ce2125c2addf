package io.dateline.sm.node;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.link.ReturnPath;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SmControl;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SmStanding.Proof;
import io.dateline.sm.manager.Violations;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * Sorts what arrives unasked at the local port: traps are acknowledged and handed on where the
 * manager is, questions about this subnet manager are answered on the spot, what others tell it is
 * answered and handed on, subnet administration gets its requests unless another one manages the
 * subnet, and the rest is counted and dropped. Runs on the exchange's thread, requests to subnet
 * administration on any.
 */
public final class FabricInbox implements Consumer<MadPacket> {
  private final MadExchange exchange;
  private final SmStanding standing;
  private final Violations violations;
  private final LongPredicate allowedManagers;
  private final Consumer<MadPacket> onTrap;
  private final Consumer<SmCommand.Controlled> onControl;
  private final Consumer<MadPacket> onSubnAdm;
  private final AtomicLong dropped = new AtomicLong();

  /**
   * An inbox.
   *
   * @param allowedManagers whether the subnet manager at the port of a GUID may tell this one
   *     anything
   */
  public FabricInbox(
      MadExchange exchange,
      SmStanding standing,
      Violations violations,
      LongPredicate allowedManagers,
      Consumer<MadPacket> onTrap,
      Consumer<SmCommand.Controlled> onControl,
      Consumer<MadPacket> onSubnAdm) {
    this.exchange = exchange;
    this.standing = standing;
    this.violations = violations;
    this.allowedManagers = allowedManagers;
    this.onTrap = onTrap;
    this.onControl = onControl;
    this.onSubnAdm = onSubnAdm;
  }

  /** Packets that nothing here has a use for. */
  public long dropped() {
    return dropped.get();
  }

  @Override
  public void accept(MadPacket packet) {
    Mad mad = packet.mad();
    switch (mad.managementClass()) {
      case Mad.CLASS_SUBN_LID, Mad.CLASS_SUBN_DIRECTED -> subnetManagement(packet);
      case Mad.CLASS_SUBN_ADM -> subnetAdministration(packet);
      default -> dropped.incrementAndGet();
    }
  }

  private void subnetManagement(MadPacket packet) {
    Mad mad = packet.mad();
    if (mad.method() == Mad.TRAP && mad.attributeId() == AttributeId.NOTICE) {
      trap(packet);
    } else if (mad.method() == Mad.GET && mad.attributeId() == AttributeId.SM_INFO) {
      exchange.send(packet.reply(smInfo(mad, 0)));
    } else if (mad.method() == Mad.SET && mad.attributeId() == AttributeId.SM_INFO) {
      control(packet);
    } else {
      dropped.incrementAndGet();
    }
  }

  /**
   * A port that could not be told of a new master may still name this node, which was master once,
   * and one that leaves begins no sweep any more. Their traps are left unacknowledged: they come
   * again, and to the right one once that has been there.
   */
  private void trap(MadPacket packet) {
    if (standing.isInCharge() && !standing.isLeaving()) {
      exchange.send(packet.reply(repress(packet.mad())));
      violations.trap(packet);
      onTrap.accept(packet);
    } else {
      dropped.incrementAndGet();
    }
  }

  /** TrapRepress echoes the notice and its transaction ID (IBA Vol 1, 13.4.9). */
  private static Mad repress(Mad trap) {
    return trap.copy().method(Mad.TRAP_REPRESS).status(0);
  }

  /** Takes what is of the class of subnet administration; from any thread. */
  void subnetAdministration(MadPacket packet) {
    if (standing.answersQuestions()) {
      onSubnAdm.accept(packet);
    } else {
      dropped.incrementAndGet(); // the master's is another one
    }
  }

  private void control(MadPacket packet) {
    Mad mad = packet.mad();
    SmInfo from = SmInfo.of(Smp.data(mad));
    Proof proof = standing.proofOf(from);
    boolean isAllowed = allowedManagers.test(from.guid());
    boolean accepted =
        isAllowed
            && SmControl.of(mad.attributeModifier())
                .filter(control -> standing.accepts(control, from))
                .isPresent();
    exchange.send(packet.reply(smInfo(mad, accepted ? 0 : Mad.STATUS_INVALID_FIELD)));
    SmCommand.Controlled told =
        new SmCommand.Controlled(
            mad.attributeModifier(),
            Smp.data(mad),
            proof == Proof.RIGHT,
            exchange.port().portGuid(),
            packet.remoteLid(),
            mad.isDirectedRoute() ? ReturnPath.of(mad) : new byte[0]);
    if (accepted) {
      onControl.accept(told);
    } else if (!isAllowed) {
      violations.notAllowed(told);
    } else if (proof == Proof.WRONG) {
      violations.refused(told);
    }
  }

  private Mad smInfo(Mad request, int status) {
    Mad answer = request.copy().method(Mad.GET_RESP).status(status);
    if (answer.isDirectedRoute()) {
      answer.u16(4, Mad.DIRECTION_BIT | status);
    }
    standing.shownTo(SmInfo.of(Smp.data(request))).copyTo(answer.bytes(), Mad.SMP_DATA);
    return answer;
  }
}
