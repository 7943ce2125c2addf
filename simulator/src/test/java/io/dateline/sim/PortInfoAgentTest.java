package io.dateline.sim;

import static io.dateline.sim.Bench.TO_HOST2;
import static io.dateline.sim.Bench.TO_HOST3;
import static io.dateline.sim.Bench.TO_SWITCH1;
import static io.dateline.sim.Bench.TO_SWITCH2;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.LinkSpeeds;
import io.dateline.mad.attribute.MlnxExtendedPortInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortPhysicalState;
import io.dateline.mad.attribute.PortState;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IBA Vol 1, 14.2.5.6, and the link state machine of 7.2.7. */
class PortInfoAgentTest {
  private final Bench bench = new Bench();

  @Test
  void shouldBeginInInitWhereThereIsALinkAndDownElsewhere() {
    assertThat(bench.portInfo(TO_SWITCH1, 1).portState()).isEqualTo(PortState.INIT);
    assertThat(bench.portInfo(TO_SWITCH2, 2).portState()).isEqualTo(PortState.DOWN);
    assertThat(bench.portInfo(TO_SWITCH2, 2).portPhysicalState())
        .isEqualTo(PortPhysicalState.POLLING);
    assertThat(bench.portInfo(TO_SWITCH1, 0).portState()).isEqualTo(PortState.ACTIVE);
    assertThat(bench.portInfo(TO_SWITCH1, 0).lid()).isZero();
  }

  @Test
  void shouldRunAtTheWidthAndSpeedOfTheTopology() {
    PortInfo hdr = bench.portInfo(TO_SWITCH1, 3);
    PortInfo edr = bench.portInfo(TO_HOST3, 1);
    PortInfo fdr10 = bench.portInfo(TO_SWITCH2, 4);
    Mad extended = bench.get(TO_SWITCH2, AttributeId.MLNX_EXT_PORT_INFO, 4);

    assertThat(LinkSpeeds.speed(hdr)).isEqualTo(LinkSpeed.HDR);
    assertThat(LinkSpeeds.speed(edr)).isEqualTo(LinkSpeed.EDR);
    assertThat(LinkSpeeds.width(edr)).isEqualTo(LinkWidth.X4);
    assertThat(LinkSpeeds.width(fdr10)).isEqualTo(LinkWidth.X2);
    assertThat(LinkSpeeds.speed(fdr10, MlnxExtendedPortInfo.of(Smp.data(extended))))
        .isEqualTo(LinkSpeed.FDR10);
  }

  /** shared/cases/35. */
  @Test
  void shouldHaveNoExtendedSpeedsForWhoeverDoesNotKnowThem() {
    PortInfo before = bench.portInfo(TO_SWITCH1, 3);
    PortInfo wanted =
        bench.portInfo(TO_SWITCH1, 3).linkSpeedExtEnabled(1).portState(0).portPhysicalState(0);
    Mad reply = bench.set(TO_SWITCH1, AttributeId.PORT_INFO, 3, wanted.bytes());
    assertThat(reply.status()).isZero();
    assertThat(PortInfo.of(Smp.data(reply)).linkSpeedExtActive()).isZero();
    assertThat(bench.portInfo(TO_SWITCH1, 3).linkSpeedExtEnabled())
        .isEqualTo(before.linkSpeedExtEnabled());
  }

  @Test
  void shouldMoveFromInitToArmedToActive() {
    bench.move(TO_SWITCH1, 3, PortState.ARMED);
    assertThat(bench.portInfo(TO_SWITCH1, 3).portState()).isEqualTo(PortState.ARMED);
    assertThat(bench.portInfo(TO_SWITCH2, 3).portState()).isEqualTo(PortState.INIT);
    bench.move(TO_SWITCH1, 3, PortState.ACTIVE);
    assertThat(bench.portInfo(TO_SWITCH1, 3).portState()).isEqualTo(PortState.ACTIVE);
  }

  @ParameterizedTest
  @CsvSource({"1,2", "1,4", "1,5", "1,15", "2,3", "2,4"})
  void shouldRefuseStatesThatCannotFollow(int numberAtSwitch2, int wanted) {
    PortInfo before = bench.portInfo(TO_SWITCH2, numberAtSwitch2);

    int status = bench.setPortInfo(TO_SWITCH2, numberAtSwitch2, i -> i.portState(wanted));

    assertThat(status).isEqualTo(Mad.STATUS_INVALID_FIELD);
    assertThat(bench.portInfo(TO_SWITCH2, numberAtSwitch2)).isEqualTo(before);
  }

  @Test
  void shouldRefuseToArmAnActivePort() {
    bench.bringUp();

    assertThat(bench.setPortInfo(TO_SWITCH1, 3, i -> i.portState(PortState.ARMED)))
        .isEqualTo(Mad.STATUS_INVALID_FIELD);
    assertThat(bench.setPortInfo(TO_SWITCH1, 3, i -> i.portState(PortState.ACTIVE)))
        .isEqualTo(Mad.STATUS_INVALID_FIELD);
  }

  @Test
  void shouldTrainAgainWhenSetDown() {
    bench.bringUp();

    bench.move(TO_SWITCH1, 4, PortState.DOWN);

    assertThat(bench.portInfo(TO_SWITCH1, 4).portState()).isEqualTo(PortState.INIT);
    assertThat(bench.portInfo(TO_SWITCH2, 4).portState()).isEqualTo(PortState.INIT);
    assertThat(bench.simulated.switchInfo(bench.switch2).portStateChange()).isTrue();
  }

  @Test
  void shouldKeepALinkDownWhileOneEndIsDisabled() {
    bench.bringUp();
    int status =
        bench.setPortInfo(TO_SWITCH1, 4, i -> i.portState(PortState.DOWN).portPhysicalState(3));

    assertThat(status).isZero();
    assertThat(bench.portInfo(TO_SWITCH1, 4).portPhysicalState())
        .isEqualTo(PortPhysicalState.DISABLED);
    assertThat(bench.portInfo(TO_SWITCH2, 4).portState()).isEqualTo(PortState.DOWN);
    bench.move(TO_SWITCH2, 4, PortState.DOWN); // the far end cannot bring it back

    assertThat(bench.portInfo(TO_SWITCH2, 4).portState()).isEqualTo(PortState.DOWN);
    assertThat(bench.setPortInfo(TO_SWITCH1, 4, i -> i.portPhysicalState(2))).isZero();
    assertThat(bench.portInfo(TO_SWITCH1, 4).portState()).isEqualTo(PortState.INIT);
    assertThat(bench.portInfo(TO_SWITCH2, 4).portState()).isEqualTo(PortState.INIT);
  }

  @Test
  void shouldTrainAtWhatBothEndsHaveEnabled() {
    assertThat(bench.setPortInfo(TO_SWITCH1, 3, i -> i.linkSpeedExtEnabled(1))).isZero();
    assertThat(LinkSpeeds.speed(bench.portInfo(TO_SWITCH2, 3))).isEqualTo(LinkSpeed.HDR);

    bench.move(TO_SWITCH1, 3, PortState.DOWN);

    assertThat(LinkSpeeds.speed(bench.portInfo(TO_SWITCH2, 3))).isEqualTo(LinkSpeed.FDR);
  }

  @Test
  void shouldTakeAddressesOfAnEndPort() {
    int status =
        bench.setPortInfo(
            TO_HOST2,
            0,
            i -> i.lid(16).lmc(3).masterSmLid(7).masterSmSl(2).gidPrefix(5).subnetTimeout(9));

    PortInfo now = bench.portInfo(TO_HOST2, 0);
    assertThat(status).isZero();
    assertThat(now.lid()).isEqualTo(16);
    assertThat(now.lmc()).isEqualTo(3);
    assertThat(now.masterSmLid()).isEqualTo(7);
    assertThat(now.masterSmSl()).isEqualTo(2);
    assertThat(now.gidPrefix()).isEqualTo(5);
    assertThat(now.subnetTimeout()).isEqualTo(9);
  }

  @Test
  void shouldIgnoreWhatIsReadOnlyOrNotUsedThere() {
    PortInfo before = bench.portInfo(TO_SWITCH1, 3);

    int status =
        bench.setPortInfo(
            TO_SWITCH1,
            3,
            i ->
                i.lid(77)
                    .masterSmLid(78)
                    .mKey(79)
                    .lmc(1)
                    .capabilityMask(-1)
                    .vlCap(1)
                    .operationalVls(0)
                    .mtuCap(1)
                    .linkWidthSupported(255)
                    .guidCap(9)
                    .localPortNum(200));

    assertThat(status).isZero();
    assertThat(bench.portInfo(TO_SWITCH1, 3)).isEqualTo(before);
  }

  @Test
  void shouldIgnoreTheLmcOfABaseSwitchPort0() {
    assertThat(bench.setPortInfo(TO_SWITCH1, 0, i -> i.lid(3).masterSmLid(1).lmc(2))).isZero();
    assertThat(bench.portInfo(TO_SWITCH1, 0).lid()).isEqualTo(3);
    assertThat(bench.portInfo(TO_SWITCH1, 0).lmc()).isZero();
  }

  @Test
  void shouldRefuseWhatMakesNoSense() {
    refuses(i -> i.lid(0xC000));
    refuses(i -> i.lid(0xFFFF));
    refuses(i -> i.lid(5).lmc(1));
    refuses(i -> i.masterSmLid(0xD000));
    refuses(i -> i.neighborMtu(6));
    refuses(i -> i.neighborMtu(0));
    refuses(i -> i.operationalVls(5));
    refuses(i -> i.linkDownDefaultState(3));
    refuses(i -> i.linkWidthEnabled(8));
    refuses(i -> i.portPhysicalState(5));
    refuses(i -> i.portState(PortState.ARMED).portPhysicalState(2));
  }

  private void refuses(Consumer<PortInfo> change) {
    PortInfo before = bench.portInfo(TO_HOST2, 0);
    assertThat(bench.setPortInfo(TO_HOST2, 0, change)).isEqualTo(Mad.STATUS_INVALID_FIELD);
    assertThat(bench.portInfo(TO_HOST2, 0)).isEqualTo(before);
  }

  @Test
  void shouldSayByWhichPortItWasAsked() {
    assertThat(bench.portInfo(TO_SWITCH2, 1).localPortNum()).isEqualTo(3);
    assertThat(bench.portInfo(TO_SWITCH1, 2).localPortNum()).isEqualTo(1);
    assertThat(bench.portInfo(DirectedRoute.LOCAL, 0).localPortNum()).isEqualTo(1);
  }

  @Test
  void shouldLetOtherPortsOfAnAdapterOnlyBeRead() {
    assertThat(bench.portInfo(TO_HOST3, 2).portState()).isEqualTo(PortState.DOWN);
    assertThat(bench.setPortInfo(TO_HOST3, 2, i -> {})).isEqualTo(Mad.STATUS_INVALID_FIELD);
    assertThat(bench.get(TO_HOST3, AttributeId.PORT_INFO, 3).status())
        .isEqualTo(Mad.STATUS_INVALID_FIELD);
    assertThat(bench.get(TO_SWITCH1, AttributeId.PORT_INFO, 5).status())
        .isEqualTo(Mad.STATUS_INVALID_FIELD);
  }
}
