package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.BadKeyDetails;
import io.dateline.mad.attribute.BadMKeyDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.NoticeDetails;
import io.dateline.mad.attribute.SwitchBadPKeyDetails;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.manager.Violations.Kind;
import io.dateline.sm.sa.SubnetViewBuilder;
import io.dateline.sm.subnet.SubnetView;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ViolationsTest {
  private static final long M_KEY = 0x1234_5678_9ABC_DEF0L;

  private final SubnetView view = SubnetViewBuilder.row(2, 2).build();
  private final Fabric fabric = view.fabric();
  private final int offender = fabric.endPorts()[fabric.endPorts().length - 1];
  private final int reporter = fabric.port(0, 0);
  private final Violations violations = new Violations(() -> view, InstantSource.system());

  private int lid(int port) {
    return view.lids().baseLid(port);
  }

  private String name(int port) {
    return fabric.description(fabric.nodeOf(port)) + " port " + fabric.portNumber(port);
  }

  private void trap(int number, NoticeDetails details) {
    Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    Notice.in(trap.bytes(), Mad.SMP_DATA)
        .isGeneric(true)
        .trapNumber(number)
        .issuerLid(lid(reporter))
        .dataDetails(details.bytes());
    violations.trap(new MadPacket(trap, 0, lid(reporter), 0, 0));
  }

  private Violations.Seen only() {
    assertThat(violations.last()).hasSize(1).isEqualTo(violations.all());
    return violations.last().getFirst();
  }

  @Test
  void shouldNameThePortThatShowedAWrongMKeyAndNotTheKey() {
    trap(
        TrapNumber.BAD_M_KEY,
        new BadMKeyDetails().lidAddr(lid(offender)).method(2).attributeId(0x15).mKey(M_KEY));

    assertThat(only().kind()).isEqualTo(Kind.M_KEY);
    assertThat(only().port()).startsWith(name(offender)).endsWith("LID " + lid(offender));
    assertThat(only().told()).contains(name(reporter), "Set(PortInfo)");
    assertThat(only().toString()).doesNotContainIgnoringCase(Long.toHexString(M_KEY));
  }

  @Test
  void shouldTellWrongPKeysAndQKeysOfEndPortsAndSwitches() {
    trap(TrapNumber.BAD_P_KEY, new BadKeyDetails().lidAddr1(lid(offender)).lidAddr2(1));
    trap(TrapNumber.BAD_Q_KEY, new BadKeyDetails().lidAddr1(lid(offender)).lidAddr2(1));
    trap(
        TrapNumber.SWITCH_BAD_P_KEY,
        new SwitchBadPKeyDetails().lidAddr1(lid(offender)).lidAddr2(1));

    assertThat(violations.last())
        .extracting(Violations.Seen::kind)
        .containsExactly(Kind.P_KEY, Kind.Q_KEY);
    assertThat(violations.last().getFirst().count()).isEqualTo(2);
  }

  @Test
  void shouldPassOverOtherTraps() {
    trap(TrapNumber.LINK_STATE, new BadMKeyDetails());
    assertThat(violations.all()).isEmpty();
  }

  /** Sources can be forged, and there are 48 thousand LIDs. */
  @Test
  void shouldKeepABoundedNumberOfPortsApart() {
    violations.request(Kind.SA_KEY, lid(offender));
    for (int lid = 1000; lid < 3000; lid++) {
      violations.request(Kind.SA_SOURCE, lid);
    }

    assertThat(violations.last()).hasSize(10);
    assertThat(violations.all()).hasSizeLessThan(40);
    assertThat(violations.all().getFirst().port()).isEqualTo("others");
    assertThat(violations.all().stream().mapToLong(Violations.Seen::count).sum()).isEqualTo(2001);
    assertThat(violations.all())
        .anySatisfy(seen -> assertThat(seen.port()).startsWith(name(offender)));
  }

  @Test
  void shouldTellWhatItCanWhileThereIsNoSubnet() {
    Violations early = new Violations(() -> null, InstantSource.system());
    early.request(Kind.SA_KEY, 9);
    assertThat(early.last().getFirst().port()).isEqualTo("LID 9");
  }
}
