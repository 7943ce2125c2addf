package io.dateline.sm.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.sm.sa.SubnetViewBuilder;
import io.dateline.sm.subnet.SubnetView;
import org.junit.jupiter.api.Test;

class DisabledPortsTest {
  private final DisabledPorts ports = new DisabledPorts();
  private final SubnetView with = SubnetViewBuilder.row(1, 2).build();
  private final SubnetView without = SubnetViewBuilder.row(1, 1).build();
  private final DisabledPort second = new DisabledPort(guid(), 0x10, 4);

  /** Of the second host's port. */
  private long guid() {
    Fabric fabric = with.fabric();
    return fabric.portGuid(fabric.port(fabric.nodeCount() - 1, 1));
  }

  private void know(long generation, SubnetView view) {
    ports.know(
        new SubnetView(
            generation,
            view.fabric(),
            view.lids(),
            view.routing(),
            view.attributes(),
            view.subnetPrefix(),
            view.subnetTimeoutCode(),
            view.policy(),
            view.partitionSls(),
            view.managers(),
            view.multicast()));
  }

  @Test
  void shouldTellOfAPortUntilASweepFindsItAgain() {
    ports.add(second, 7);
    know(8, without);
    know(9, without);
    assertThat(ports.all()).containsExactly(second);
    know(10, with);
    assertThat(ports.all()).isEmpty();
    assertThat(ports.contains(second.portGuid())).isFalse();
  }

  @Test
  void shouldNotBelieveASweepThatHadBegunBefore() {
    ports.add(second, 7);
    know(7, with);
    know(8, with);
    assertThat(ports.contains(second.portGuid())).isTrue();
  }

  @Test
  void shouldBeFull() {
    for (int i = 0; i < DisabledPorts.PORTS_MAX; i++) {
      assertThat(ports.isFull()).isFalse();
      ports.add(new DisabledPort(0x5000 + i, 0x10, 4), 7);
    }
    assertThat(ports.isFull()).isTrue();
  }
}
