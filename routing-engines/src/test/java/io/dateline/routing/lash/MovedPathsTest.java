package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.Net;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two switches with an adapter each: four LIDs, and a path from the other switch to each. */
class MovedPathsTest {
  private final Fabric fabric = TopologySpec.parse("mesh:2:1").generate();
  private final LidMap lids = Net.lids(fabric, 0);
  private final ForwardingTables tables = new ForwardingTables(2, lids.maxLid());

  private byte[][] levels(int level) {
    byte[][] levels = new byte[lids.maxLid() + 1][];
    for (int lid = 1; lid < levels.length; lid++) {
      levels[lid] = new byte[] {(byte) level, (byte) level};
      tables.set(0, lid, 1);
      tables.set(1, lid, 1);
    }
    return levels;
  }

  private Optional<String> warning(byte[][] now) {
    return MovedPaths.warning(fabric, lids, tables, LayerMemory.of(fabric, lids, levels(1)), now);
  }

  @Test
  void shouldSayNothingWhereAllHaveWhatTheyWereGranted() {
    assertThat(warning(levels(1))).isEmpty();
    assertThat(MovedPaths.warning(fabric, lids, tables, EngineMemory.NONE.layers(), levels(2)))
        .isEmpty();
  }

  @Test
  void shouldCountPathsWithAnotherSl() {
    byte[][] now = levels(1);
    int lid = lids.baseLid(fabric.port(0, 0)); // of the first switch
    now[lid][1] = 2;

    assertThat(warning(now).orElseThrow())
        .startsWith("1 of 4 paths have another SL than was granted")
        .contains("to LID " + lid + ", on SL 1 before");
  }

  @Test
  void shouldLeaveOutWhoHasNoPathNow() {
    byte[][] now = levels(1);
    int lid = lids.baseLid(fabric.port(0, 0));
    now[lid][1] = 2;
    byte[][] granted = levels(1);
    tables.set(1, lid, ForwardingTables.NO_PORT);

    LayerMemory memory = LayerMemory.of(fabric, lids, granted);
    assertThat(MovedPaths.warning(fabric, lids, tables, memory, now)).isEmpty();
  }
}
