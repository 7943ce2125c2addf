package io.dateline.routing.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.judge.Lane;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A ring of four switches: port 1 goes on clockwise, port 2 back. */
class LayerProofTest {
  private static final int COUNT = 4;
  private static final int CLOCKWISE = 1;
  private static final int BACK = 2;

  private final Fabric ring = ring();
  private final LidMap lids = lids(ring);

  private static Fabric ring() {
    Fabric.Builder builder = new Fabric.Builder();
    for (int i = 0; i < COUNT; i++) {
      builder.node(NodeType.SWITCH, 10 + i, 2).description("s" + i);
    }
    for (int i = 0; i < COUNT; i++) {
      builder.link(
          builder.find(10 + i),
          CLOCKWISE,
          builder.find(10 + (i + 1) % COUNT),
          BACK,
          LinkWidth.X4,
          LinkSpeed.EDR);
    }
    return builder.build();
  }

  /** Switch {@code i} has LID {@code i + 1}. */
  private static LidMap lids(Fabric fabric) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    for (int node = 0; node < COUNT; node++) {
      builder.assign(fabric.port(node, 0), node + 1, 0);
    }
    return builder.build();
  }

  /** Clockwise, unless the dateline between the last switch and the first would be crossed. */
  private ForwardingTables tables(boolean aroundTheRing) {
    ForwardingTables tables = new ForwardingTables(COUNT, COUNT);
    for (int node = 0; node < COUNT; node++) {
      for (int to = 0; to < COUNT; to++) {
        int number = aroundTheRing || to > node ? CLOCKWISE : BACK;
        tables.set(node, to + 1, node == to ? 0 : number);
      }
    }
    return tables;
  }

  private LayerProof prove(Routing routing) {
    return LayerProof.of(ring, lids, routing, 1);
  }

  @Test
  void shouldFindTheCycleOfARing() {
    LayerProof proof = prove(Routing.singleLane("hand", tables(true)));

    assertThat(proof.acyclic()).isFalse();
    assertThat(proof.layers()).isEqualTo(1);
    assertThat(proof.channels()).isEqualTo(COUNT);
    assertThat(proof.dependencies()).isEqualTo(COUNT);
    assertThat(proof.cycle())
        .containsExactly(
            new Lane(ring.port(0, CLOCKWISE), 0),
            new Lane(ring.port(1, CLOCKWISE), 0),
            new Lane(ring.port(2, CLOCKWISE), 0),
            new Lane(ring.port(3, CLOCKWISE), 0));
    assertThat(proof.cycle().getFirst().describe(ring))
        .contains("\"s0\"", "port 1", "\"s1\"", "port 2");
  }

  @Test
  void shouldProveARingThatIsNotClosed() {
    LayerProof proof = prove(Routing.singleLane("hand", tables(false)));

    assertThat(proof.acyclic()).isTrue();
    assertThat(proof.cycle()).isEmpty();
    assertThat(proof.channels()).isEqualTo(2 * (COUNT - 1));
    assertThat(proof.dependencies()).isEqualTo(2 * (COUNT - 2));
  }

  /**
   * W. J. Dally and C. L. Seitz (1987), section 4: another lane before the dateline than behind.
   */
  @Test
  void shouldProveARingWithADateline() {
    PathSl destination = (source, to) -> to - 1;
    SlToVl dateline = (node, in, out, sl) -> node > sl ? 1 : 0;

    LayerProof proof = prove(new Routing("hand", tables(true), dateline, destination, 2));

    assertThat(proof.layers()).isEqualTo(2);
    assertThat(proof.acyclic()).isTrue();
    assertThat(proof.channels()).isEqualTo(COUNT - 1 + COUNT - 1);
    assertThat(proof.dependencies()).isEqualTo(COUNT - 2 + COUNT - 2 + 1);
  }

  /** The lane is another one where the dateline is crossed, and the old one behind it. */
  @Test
  void shouldFindACycleOverTwoLanes() {
    SlToVl onlyThere = (node, in, out, sl) -> node == COUNT - 1 ? 1 : 0;

    LayerProof proof = prove(new Routing("hand", tables(true), onlyThere, PathSl.ZERO, 2));

    assertThat(proof.layers()).isEqualTo(2);
    assertThat(proof.cycle())
        .hasSize(COUNT)
        .contains(new Lane(ring.port(0, CLOCKWISE), 0), new Lane(ring.port(3, CLOCKWISE), 1));
  }

  @Test
  void shouldRefuseAnSlThatThereIsNot() {
    PathSl negative = (source, to) -> -1;

    assertThatThrownBy(() -> prove(new Routing("hand", tables(true), SlToVl.IDENTITY, negative, 2)))
        .hasMessage("there is no SL -1");
  }

  @Test
  void shouldRefuseTablesOfAnotherFabric() {
    assertThatThrownBy(
            () -> prove(Routing.singleLane("hand", new ForwardingTables(COUNT + 1, COUNT))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tables of 5 switches for a fabric of 4");
  }

  @Test
  void shouldTellOneLayerWhereThereAreNoChannels() {
    Fabric alone = new Fabric.Builder().build();
    LidMap none = new LidMap.Builder(alone).build();

    assertThat(
            LayerProof.of(alone, none, Routing.singleLane("hand", new ForwardingTables(0, 0)), 2))
        .isEqualTo(new LayerProof(1, 0, 0, List.of()));
  }
}
