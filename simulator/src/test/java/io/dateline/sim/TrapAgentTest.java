package io.dateline.sim;

import static io.dateline.sim.Bench.LID_HOST1;
import static io.dateline.sim.Bench.LID_HOST3;
import static io.dateline.sim.Bench.LID_SWITCH1;
import static io.dateline.sim.Bench.LID_SWITCH2;
import static io.dateline.sim.Bench.TO_SWITCH1;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.LinkStateDetails;
import io.dateline.mad.attribute.LocalChangesDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.PortErrorDetails;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** IBA Vol 1, 13.4.9 and 14.2.5.1. */
class TrapAgentTest {
  private final Bench bench = new Bench();

  private List<MadPacket> traps() {
    List<MadPacket> traps = new ArrayList<>();
    for (MadPacket packet : bench.host1.received) {
      assertThat(packet.mad().method()).isEqualTo(Mad.TRAP);
      traps.add(packet);
    }
    bench.host1.received.clear();
    return traps;
  }

  private static Notice notice(MadPacket packet) {
    return Notice.of(Smp.data(packet.mad()));
  }

  private void repress(MadPacket trap) {
    Mad repress = trap.mad().copy().method(Mad.TRAP_REPRESS);
    assertThat(bench.simulated.send(bench.host1.attachment, trap.reply(repress))).isTrue();
  }

  @Test
  void shouldTellOfAPulledCableFromBothSwitches() {
    bench.bringUp();

    bench.simulated.unlink(bench.port(Bench.SWITCH1, 4));

    List<MadPacket> traps = traps();
    assertThat(traps).extracting(MadPacket::remoteLid).containsExactly(LID_SWITCH1, LID_SWITCH2);
    for (MadPacket trap : traps) {
      assertThat(notice(trap).trapNumber()).isEqualTo(TrapNumber.LINK_STATE);
      assertThat(notice(trap).issuerLid()).isEqualTo(trap.remoteLid());
      assertThat(((LinkStateDetails) notice(trap).details()).lidAddr()).isEqualTo(trap.remoteLid());
    }
    assertThat(bench.simulated.switchInfo(bench.switch1).portStateChange()).isTrue();
  }

  @Test
  void shouldRepeatATrapUntilItIsRepressed() {
    bench.bringUp();
    bench.simulated.unlink(bench.port(Bench.HOST2, 1));
    MadPacket first = traps().getFirst();

    assertThat(bench.simulated.nextDeadlineMs()).isEqualTo(1000);
    bench.simulated.advance(999);
    assertThat(traps()).isEmpty();
    bench.simulated.advance(1000);
    MadPacket second = traps().getFirst();
    assertThat(second.mad().transactionId()).isEqualTo(first.mad().transactionId());
    repress(second);

    bench.simulated.advance(60_000);
    assertThat(traps()).isEmpty();
    assertThat(bench.simulated.nextDeadlineMs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldGiveUpATrapThatNobodyRepresses() {
    bench.bringUp();
    bench.simulated.unlink(bench.port(Bench.HOST2, 1));

    for (int second = 1; second < 100; second++) {
      bench.simulated.advance(second * 1000L);
    }

    assertThat(traps()).hasSize(SimulationOptions.DEFAULT.trapTries());
    assertThat(bench.simulated.nextDeadlineMs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldNotLetOneNodeRepressTheTrapOfAnother() {
    bench.bringUp();
    bench.simulated.unlink(bench.port(Bench.SWITCH1, 4));
    MadPacket ofSwitch1 = traps().getFirst();
    Mad repress = ofSwitch1.mad().copy().method(Mad.TRAP_REPRESS);

    bench.simulated.send(bench.host1.attachment, new MadPacket(repress, 0, LID_SWITCH2, 0, 0));
    bench.simulated.advance(1000);

    assertThat(traps()).extracting(MadPacket::remoteLid).containsExactly(LID_SWITCH1, LID_SWITCH2);
  }

  @Test
  void shouldGetThroughOnceTheTablesLeadToTheManagerAgain() {
    bench.bringUp();
    bench.simulated.unlink(bench.port(Bench.SWITCH1, 3)); // the way of switch 2 to the manager
    assertThat(traps()).extracting(MadPacket::remoteLid).containsExactly(LID_SWITCH1);

    bench.table(TO_SWITCH1, 1, 2, 4, 0, 4);
    bench.table(TO_SWITCH1.then(4), 4, 4, 1, 4, 0);
    bench.host1.received.clear();
    bench.simulated.advance(1000);

    assertThat(traps()).extracting(MadPacket::remoteLid).contains(LID_SWITCH2);
  }

  @Test
  void shouldSayNothingWhereNobodyIsTheManager() {
    bench.simulated.unlink(bench.port(Bench.SWITCH1, 4));

    assertThat(bench.simulated.stats().traps()).isZero();
    assertThat(bench.simulated.switchInfo(bench.switch1).portStateChange()).isTrue();
  }

  @Test
  void shouldTellOfAnotherManager() {
    bench.bringUp();

    bench.simulated.setSubnetManager(bench.host3.attachment, true);

    MadPacket trap = traps().getFirst();
    LocalChangesDetails details = (LocalChangesDetails) notice(trap).details();
    assertThat(notice(trap).trapNumber()).isEqualTo(TrapNumber.LOCAL_CHANGES);
    assertThat(details.lidAddr()).isEqualTo(LID_HOST3);
    assertThat(details.capabilityMask() & CapabilityMask.IS_SM).isNotZero();
    repress(trap);

    bench.simulated.detach(bench.host3.attachment); // as when its process dies
    details = (LocalChangesDetails) notice(traps().getFirst()).details();
    assertThat(details.capabilityMask() & CapabilityMask.IS_SM).isZero();
  }

  @Test
  void shouldReportPortErrorsOnRequest() {
    bench.bringUp();

    bench.simulated.portError(bench.port(Bench.SWITCH2, 3), TrapNumber.LINK_INTEGRITY);

    Notice notice = notice(traps().getFirst());
    assertThat(notice.trapNumber()).isEqualTo(TrapNumber.LINK_INTEGRITY);
    assertThat(((PortErrorDetails) notice.details()).portNo()).isEqualTo(3);
    assertThat(((PortErrorDetails) notice.details()).lidAddr()).isEqualTo(LID_SWITCH2);
  }

  @Test
  void shouldDeliverARepressToTheProgramThatSentTheTrap() {
    bench.bringUp();
    Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0).transactionId(0x77);
    assertThat(bench.host3.send(trap, LID_HOST1)).isTrue();

    repress(traps().getFirst());

    assertThat(bench.host3.received.remove().mad().transactionId()).isEqualTo(0x77);
  }
}
