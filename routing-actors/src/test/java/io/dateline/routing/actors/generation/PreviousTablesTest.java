package io.dateline.routing.actors.generation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.NodeType;
import org.junit.jupiter.api.Test;

final class PreviousTablesTest {
  private static final Fabric OLD = Topologies.chain(10, 20, 30);
  private static final FabricGeneration THEN =
      FabricGeneration.of(1, OLD, Topologies.lids(OLD, 1, 2, 3));

  /** Entry of switch {@code i} for LID {@code l}: {@code i + l}, 1 to 5. */
  private static ForwardingTables tables() {
    ForwardingTables tables = new ForwardingTables(3, 3);
    for (int node = 0; node < 3; node++) {
      for (int lid = 1; lid <= 3; lid++) {
        tables.set(node, lid, node + lid);
      }
    }
    return tables;
  }

  @Test
  void shouldFollowSwitchesToTheirNewIndices() {
    Fabric fabric = Topologies.chain(5, 10, 20, 30);
    ForwardingTables carried =
        PreviousTables.carry(
            THEN, tables(), FabricGeneration.of(2, fabric, Topologies.lids(fabric, 7, 1, 2, 3)));

    assertThat(carried.switchCount()).isEqualTo(4);
    assertThat(carried.maxLid()).isEqualTo(7);
    assertThat(carried.port(0, 1)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(carried.port(1, 1)).isEqualTo(1);
    assertThat(carried.port(3, 2)).isEqualTo(4);
    assertThat(carried.port(1, 7)).isEqualTo(ForwardingTables.NO_PORT);
  }

  @Test
  void shouldDropEntriesOfLidsThatChangedHands() {
    Fabric fabric = Topologies.chain(10, 20, 30);
    ForwardingTables carried =
        PreviousTables.carry(
            THEN, tables(), FabricGeneration.of(2, fabric, Topologies.lids(fabric, 2, 1, 3)));

    assertThat(carried.port(0, 1)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(carried.port(0, 2)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(carried.port(0, 3)).isEqualTo(3);
  }

  @Test
  void shouldDropPortsThatTheSwitchDoesNotHave() {
    Fabric.Builder builder = new Fabric.Builder();
    for (long guid : new long[] {10, 20, 30}) {
      builder.node(NodeType.SWITCH, guid, 3);
    }
    Fabric now = builder.build();

    ForwardingTables carried =
        PreviousTables.carry(
            THEN, tables(), FabricGeneration.of(2, now, Topologies.lids(now, 1, 2, 3)));

    assertThat(carried.port(2, 1)).isEqualTo(3);
    assertThat(carried.port(2, 2)).isEqualTo(ForwardingTables.NO_PORT); // 4 of 3 ports
  }

  @Test
  void shouldCopyNothingWhereSwitchesAndLidsAreTheSame() {
    ForwardingTables tables = tables();
    Fabric ring = Topologies.ring(10, 20, 30);
    FabricGeneration now = FabricGeneration.of(2, ring, Topologies.lids(ring, 1, 2, 3));

    assertThat(PreviousTables.carry(THEN, tables, now)).isSameAs(tables);
  }

  @Test
  void shouldIgnoreANodeThatWasNoSwitch() {
    Fabric.Builder builder = new Fabric.Builder();
    builder.node(NodeType.SWITCH, 40, 4);
    builder.node(NodeType.CA, 10, 1);
    Fabric before = builder.build();
    FabricGeneration then = FabricGeneration.of(1, before, Topologies.lids(before, 1));

    ForwardingTables carried = PreviousTables.carry(then, new ForwardingTables(1, 1), THEN);

    assertThat(carried).isEqualTo(new ForwardingTables(3, 3));
  }
}
