package io.dateline.routing.actors.programmer;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TableDigest;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftEvent.TablesTargeted;
import io.dateline.persistence.event.LftEvent.TopConfirmed;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.actors.programmer.TableReplica.Taken;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TableReplicaTest {
  private static final long GUID = 0xf452_1403_0000_0001L;
  private static final LftEvent TOP = new TopConfirmed(1, 63, 2);

  private final TableReplica replica = new TableReplica();

  private static LftEvent targeted(int entry) {
    return targeted(1, entry);
  }

  private static LftEvent targeted(long generation, int entry) {
    byte[] entries = new byte[64];
    entries[5] = (byte) entry;
    return new TablesTargeted(generation, 63, new int[] {0}, BlockCompression.deflate(entries), 1);
  }

  private byte[] row() {
    return LftState.of(replica.freeze().snapshot(GUID).orElseThrow()).row();
  }

  @Test
  void shouldTakeEveryEventOnce() {
    assertThat(replica.apply(GUID, 1, targeted(7))).isEqualTo(Taken.APPLIED);
    assertThat(replica.apply(GUID, 2, targeted(9))).isEqualTo(Taken.APPLIED);
    assertThat(replica.apply(GUID, 1, targeted(7))).isEqualTo(Taken.KNOWN);

    assertThat(row()[5]).isEqualTo((byte) 9);
  }

  @Test
  void shouldNoticeAGapAndGoOnFromWhatWasRead() {
    LftState read = LftState.EMPTY.apply(targeted(7));

    assertThat(replica.apply(GUID, 2, TOP)).isEqualTo(Taken.GAP);
    assertThat(replica.freeze().switchCount()).isZero();
    replica.restore(GUID, 1, read);
    assertThat(replica.apply(GUID, 2, TOP)).isEqualTo(Taken.APPLIED);
    replica.restore(GUID, 1, LftState.EMPTY); // read before that

    assertThat(row()[5]).isEqualTo((byte) 7);
    assertThat(replica.freeze().snapshot(GUID).orElseThrow().confirmedTop()).isEqualTo(63);
  }

  @Test
  void shouldFreezeWhatItKnowsNow() {
    replica.apply(GUID, 1, targeted(7));
    ReplicatedTables frozen = replica.freeze();
    replica.apply(GUID, 2, targeted(9));

    assertThat(LftState.of(frozen.snapshot(GUID).orElseThrow()).row()[5]).isEqualTo((byte) 7);
  }

  /** A master may end between two plans: its successor goes on from what was activated. */
  @Test
  void shouldKnowWhatWasActivatedUntilMoreIs() {
    Fabric.Builder builder = new Fabric.Builder();
    builder.node(NodeType.SWITCH, GUID, 4);
    Fabric fabric = builder.build();
    ForwardingTables tables = new ForwardingTables(1, 63);
    Arrays.fill(tables.row(0), (byte) 0);
    tables.set(0, 5, 7);
    String digest = TableDigest.of(tables);
    replica.apply(GUID, 1, targeted(7));
    replica.settle(ChainMemory.EMPTY);

    replica.apply(GUID, 2, targeted(2, 9));
    assertThat(replica.freeze().proven(fabric, digest)).isEmpty();
    assertThat(replica.freeze().activated(fabric, digest)).contains(tables);
    replica.apply(GUID, 3, targeted(3, 8)); // another plan, which is not activated either
    assertThat(replica.freeze().activated(fabric, digest)).contains(tables);

    replica.settle(ChainMemory.EMPTY);
    assertThat(replica.freeze().activated(fabric, digest)).isEmpty();
  }
}
