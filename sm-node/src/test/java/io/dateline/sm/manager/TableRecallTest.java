package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TableRecallTest {
  private final Fabric fabric = TopologySpec.parse("torus:3").generate();
  private final TableRecall recall = new TableRecall(fabric, "minhop");

  @Test
  void isCompleteWhenEveryProgrammerHasAnswered() {
    for (int node = 0; node < fabric.switchCount(); node++) {
      assertThat(recall.isComplete()).isFalse();
      recall.take(node, new byte[0]);
      recall.take(0, new byte[0]); // a second answer of the same one counts no more
    }
    assertThat(recall.isComplete()).isTrue();
    assertThat(recall.tables(lids())).as("of what nobody was told").isEmpty();
  }

  @Test
  void keepsEntriesByPortsThatTheSwitchHas() {
    byte[] row = new byte[128];
    Arrays.fill(row, (byte) 0xff);
    row[1] = 2;
    row[2] = (byte) 200; // no switch here has so many ports
    row[100] = 1; // a LID that nobody has any more
    recall.take(0, row);
    for (int node = 1; node < fabric.switchCount(); node++) {
      recall.take(node, new byte[0]);
    }

    ForwardingTables tables = recall.tables(lids()).orElseThrow();

    assertThat(tables.maxLid()).isEqualTo(lids().maxLid()).isLessThan(100);
    assertThat(tables.port(0, 1)).isEqualTo(2);
    assertThat(tables.port(0, 2)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(tables.port(1, 1)).isEqualTo(ForwardingTables.NO_PORT);
  }

  @Test
  void forgetsWhatASwitchWasToldBeforeAndAfterItsProgrammerAnswers() {
    byte[] row = new byte[128];
    row[1] = 2;
    recall.take(0, row);
    recall.forget(0);
    recall.forget(1);
    recall.take(1, row);
    recall.take(2, row);

    assertThat(recall.isComplete()).isTrue();
    ForwardingTables tables = recall.tables(lids()).orElseThrow();
    assertThat(tables.port(0, 1)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(tables.port(1, 1)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(tables.port(2, 1)).isEqualTo(2);
  }

  private LidMap lids() {
    LidMap.Builder lids = new LidMap.Builder(fabric);
    int next = 1;
    for (int port : fabric.endPorts()) {
      lids.assign(port, next++, 0);
    }
    return lids.build();
  }
}
