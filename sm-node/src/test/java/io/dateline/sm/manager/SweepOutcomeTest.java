package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A torus of nine switches with a host each: 18 end ports, the own one at the first host. */
class SweepOutcomeTest {
  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final int own = fabric.port(fabric.switchCount(), 1);
  private final HeavySweep sweep = new HeavySweep(1, "test", 0);

  @BeforeEach
  void setUp() {
    int ports = fabric.portCount();
    Attributes attributes = Attributes.unread(fabric);
    sweep.found = new Discovered(fabric, attributes, own, new int[0], List.of());
    for (int port = 0; port < ports; port++) {
      read(port, new PortInfo().portState(PortState.ACTIVE).mKey(0xA));
    }
  }

  private void read(int port, PortInfo info) {
    sweep.found.attributes().portInfo()[port] = info.bytes();
  }

  /** End ports that hide their key and took nothing, but for the own one. */
  private void lock(int count) {
    int locked = 0;
    for (int port : fabric.endPorts()) {
      if (port != own && locked < count) {
        read(port, new PortInfo().portState(PortState.ACTIVE).mKeyProtectBits(1));
        sweep.unaddressed.add(port);
        sweep.setsFailed++;
        locked++;
      }
    }
  }

  @Test
  void shouldFindNothingWrongWhereAllIsDone() {
    SweepOutcome outcome = SweepOutcome.of(sweep);

    assertThat(outcome.errors()).isEmpty();
    assertThat(outcome.notUp()).isEmpty();
  }

  @Test
  void shouldNotBeUpWhereMostPortsRefuse() {
    lock(10);

    SweepOutcome outcome = SweepOutcome.ofAddressing(sweep);

    assertThat(outcome.errors()).hasSize(1).first().asString().contains("10 of 18 end ports");
    assertThat(outcome.notUp())
        .get()
        .asString()
        .startsWith("10 of 18 end ports cannot be used: 10 of 18 end ports refused: wrong M_Key");
  }

  @Test
  void shouldNotBeUpWhereHalfOfThePortsRefuse() {
    lock(9);

    assertThat(SweepOutcome.ofAddressing(sweep).notUp()).isPresent();
  }

  @Test
  void shouldBeUpWithErrorsWhereLessThanHalfOfThePortsRefuse() {
    lock(8);

    assertThat(SweepOutcome.ofAddressing(sweep).notUp()).isEmpty();
    SweepOutcome outcome = SweepOutcome.of(sweep);
    assertThat(outcome.notUp()).isEmpty();
    assertThat(outcome.errors()).hasSize(1).first().asString().contains("wrong M_Key");
  }

  @Test
  void shouldNotBeUpWithoutTheOwnPort() {
    sweep.unaddressed.add(own);
    sweep.setsFailed = 1;

    assertThat(SweepOutcome.ofAddressing(sweep).notUp())
        .get()
        .asString()
        .contains("the own one among them")
        .contains("1 of 18 end ports did not take their addresses");
  }

  @Test
  void shouldShowOneDeadSwitchAndStayUp() {
    sweep.unprogrammed.add(fabric.nodeGuid(4));

    SweepOutcome outcome = SweepOutcome.of(sweep);

    assertThat(outcome.notUp()).isEmpty();
    assertThat(outcome.errors())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("1 of 9 switches not programmed");
  }

  @Test
  void shouldNotBeUpWhereNoSwitchWasProgrammed() {
    for (int node = 0; node < fabric.switchCount(); node++) {
      sweep.unprogrammed.add(fabric.nodeGuid(node));
    }

    assertThat(SweepOutcome.of(sweep).notUp()).get().asString().startsWith("18 of 18");
  }

  @Test
  void shouldNotBeUpWhereTheOwnLinkIsNotActive() {
    read(fabric.peer(own), new PortInfo().portState(PortState.ARMED).mKey(0xA));

    SweepOutcome outcome = SweepOutcome.of(sweep);

    assertThat(outcome.errors()).containsExactly("1 linked ports not Active");
    assertThat(outcome.notUp()).isPresent();
  }

  @Test
  void shouldTellSetsThatFailedBesideAddresses() {
    lock(2);
    sweep.setsFailed += 3;

    assertThat(SweepOutcome.of(sweep).errors()).hasSize(2).contains("3 other Sets failed");
  }
}
