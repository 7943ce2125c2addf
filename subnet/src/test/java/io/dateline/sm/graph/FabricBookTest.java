package io.dateline.sm.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Fabric.NodeDraft;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.Sha256;
import io.dateline.fabric.TopologyId;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.persistence.codec.KryoEventSerializer;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.SubnetEvent.FabricFound;
import io.dateline.sm.SwitchCables;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Fabrics through the journal's form and back. */
class FabricBookTest {
  private static final List<String> TOPOLOGIES =
      List.of("torus:3x3", "mesh:2x3", "ftree:4,4:1,2", "hypercube:3", "torus:2x2x2:2");

  private static Fabric anyFabric(Random random) {
    return TopologySpec.parse(TOPOLOGIES.get(random.nextInt(TOPOLOGIES.size()))).generate();
  }

  /** In all that engines read, nodes' and ports' numbers with it. */
  private static void assertSame(Fabric actual, Fabric expected) {
    assertThat(actual)
        .usingRecursiveComparison()
        .ignoringFields("lids", "lmcs")
        .isEqualTo(expected);
    assertThat(TopologyId.of(actual)).isEqualTo(TopologyId.of(expected));
  }

  private static FabricBook bookOf(Fabric fabric) {
    return FabricBook.EMPTY.with(change(FabricBook.EMPTY, fabric, 1));
  }

  private static FabricChange change(FabricBook book, Fabric fabric, long generation) {
    return book.changeTo(fabric, generation, new long[0]).orElseThrow();
  }

  private static boolean isOf(FabricBook book, Fabric fabric) {
    return book.changeTo(fabric, 9, new long[0]).isEmpty();
  }

  @Property(tries = 50)
  void shouldGiveBackWhatWasFoundAfterAnyChanges(@ForAll long seed) {
    Random random = new Random(seed);
    Fabric whole = anyFabric(random);
    FabricBook book = FabricBook.EMPTY;
    for (int generation = 1; generation <= 5; generation++) {
      Fabric found = AlteredFabric.of(whole, random);
      book = book.with(change(book, found, generation));

      assertSame(book.fabric(), found);
      assertThat(book.generation()).isEqualTo(generation);
      assertThat(isOf(book, found)).isTrue();
      assertThat(FabricBook.of(book.toChange()).digest()).isEqualTo(book.digest());
      assertSame(FabricBook.of(book.toChange()).fabric(), found);
      assertThat(bookOf(found).digest()).as("of the fabric alone").isEqualTo(book.digest());
    }
  }

  @Property(tries = 20)
  void shouldNotChangeWithLids(@ForAll long seed) {
    Random random = new Random(seed);
    Fabric fabric = AlteredFabric.of(anyFabric(random), random);

    assertThat(isOf(bookOf(fabric), AlteredFabric.withOtherLids(fabric, random))).isTrue();
  }

  @Test
  void shouldTellOnlyNodesThatDiffer() {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    FabricBook book = bookOf(fabric);
    int cable = SwitchCables.first(fabric, 4);

    FabricChange change = change(book, AlteredFabric.without(fabric, cable, Fabric.NONE), 2);

    assertThat(change.isWhole()).isFalse();
    assertThat(change.goneGuids()).isEmpty();
    assertThat(change.nodes().guids())
        .hasSize(1)
        .containsAnyOf(
            fabric.nodeGuid(fabric.nodeOf(cable)),
            fabric.nodeGuid(fabric.nodeOf(fabric.peer(cable))));
  }

  @Test
  void shouldTellNodesThatAreGone() {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    FabricBook book = bookOf(fabric);
    int host = fabric.nodeCount() - 1;

    FabricChange change = change(book, AlteredFabric.without(fabric, Fabric.NONE, host), 2);

    assertThat(change.goneGuids()).containsExactly(fabric.nodeGuid(host));
    assertThat(change.nodes().count()).as("the switch that it hung on, at the most").isLessThan(2);
    assertThat(book.with(change).fabric().nodeCount()).isEqualTo(host);
  }

  @Test
  void shouldChangeWithPortsThatGetNoLid() {
    FabricBook book = bookOf(TopologySpec.parse("torus:3x3").generate());
    Fabric fabric = book.fabric();

    FabricChange change = book.changeTo(fabric, 2, new long[] {7}).orElseThrow();
    FabricBook next = book.with(change);

    assertThat(change.nodes().count()).isZero();
    assertThat(next.withoutLids()).containsExactly(7);
    assertThat(next.changeTo(fabric, 3, new long[] {7})).isEmpty();
    assertThat(FabricBook.of(next.toChange()).withoutLids()).containsExactly(7);
    assertSame(next.fabric(), fabric);
  }

  // ---- Bytes that are none

  /** By the book's own rule, written a second time. */
  private static String digest(long[] guids, byte[][] nodes) {
    Sha256 digest = new Sha256();
    for (int i = 0; i < guids.length; i++) {
      digest.add(guids[i]).add((long) nodes[i].length).add(nodes[i]);
    }
    return digest.hex();
  }

  private static FabricChange whole(long[] guids, byte[][] nodes) {
    return new FabricChange(
        3, true, new long[0], PackedNodes.pack(guids, nodes), new long[0], digest(guids, nodes));
  }

  /**
   * Bytes that a fabric is read of are those that it is written as; any others are refused with a
   * sentence.
   */
  @Property(tries = 1000)
  void shouldReadNothingThatItDoesNotWrite(@ForAll long seed) {
    Random random = new Random(seed);
    FabricChange written = bookOf(AlteredFabric.of(anyFabric(random), random)).toChange();
    long[] guids = written.nodes().guids();
    byte[][] nodes = written.nodes().unpack();
    for (int errors = random.nextInt(3); errors >= 0; errors--) {
      int node = random.nextInt(nodes.length);
      nodes[node] = damaged(nodes[node], random);
    }
    FabricChange broken = whole(guids, nodes);
    FabricBook book = FabricBook.of(broken);
    Fabric read;
    try {
      read = book.fabric();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageMatching(".* .* .*");
      return;
    }
    FabricChange again = change(FabricBook.EMPTY, read, 3);
    assertThat(again.digest()).isEqualTo(broken.digest());
    assertThat(again.nodes().unpack()).isEqualTo(nodes);
  }

  private static byte[] damaged(byte[] node, Random random) {
    if (node.length == 0) {
      return new byte[1]; // cut off before
    }
    byte[] bytes = node.clone();
    int at = random.nextInt(bytes.length + 1);
    switch (random.nextInt(5)) {
      case 0 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 1 -> {
        return Arrays.copyOf(bytes, bytes.length + random.nextInt(15));
      }
      case 2 -> {
        byte[] longer = new byte[bytes.length + 1];
        System.arraycopy(bytes, 0, longer, 0, at);
        longer[at] = (byte) random.nextInt();
        System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
        return longer;
      }
      case 3 -> bytes[at % bytes.length] = (byte) random.nextInt();
      default -> bytes[at % bytes.length] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  @Test
  void shouldRefuseAFabricThatIsNotTheOneThatWasFound() {
    FabricChange torus = bookOf(TopologySpec.parse("torus:3x3").generate()).toChange();
    FabricChange mesh = bookOf(TopologySpec.parse("mesh:3x3").generate()).toChange();
    FabricBook mixed =
        FabricBook.of(
            new FabricChange(4, true, new long[0], mesh.nodes(), new long[0], torus.digest()));

    assertThatThrownBy(mixed::fabric)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("generation 4");
  }

  @Test
  void shouldRefuseChangesOfAnotherFabric() {
    FabricBook book = bookOf(TopologySpec.parse("torus:3x3").generate());
    FabricChange none = book.changeTo(book.fabric(), 2, new long[] {7}).orElseThrow();
    FabricChange gone =
        new FabricChange(2, false, new long[] {5}, PackedNodes.EMPTY, new long[0], "0a");
    FabricChange disordered =
        new FabricChange(
            2,
            false,
            new long[0],
            PackedNodes.pack(new long[] {-1, 1}, new byte[2][1]),
            new long[0],
            "0a");

    assertThat(FabricBook.EMPTY.with(none)).isSameAs(FabricBook.EMPTY);
    assertThatThrownBy(() -> book.with(gone)).hasMessageContaining("0x0000000000000005 is gone");
    assertThatThrownBy(() -> book.with(disordered)).hasMessageContaining("not in its place");
  }

  @Test
  void shouldRefuseACableThatLeadsNowhere() {
    Fabric.Builder builder = new Fabric.Builder();
    NodeDraft one = builder.node(NodeType.SWITCH, 1, 2);
    NodeDraft other = builder.node(NodeType.SWITCH, -1, 2);
    builder.link(one, 1, other, 2, LinkWidth.X4, LinkSpeed.NDR);
    FabricChange both = bookOf(builder.build()).toChange();
    byte[][] half = {both.nodes().unpack()[0]};

    assertThatThrownBy(() -> FabricBook.of(whole(new long[] {1}, half)).fabric())
        .hasMessageContaining("to 0xffffffffffffffff, which is not there");
  }

  // ---- Sizes

  private static int journaled(FabricChange change) {
    return new KryoEventSerializer()
        .toBinary(new FabricFound(change, "trap 128 from LID 4711: a link came or went", 1))
        .length;
  }

  @Test
  void shouldTakeFewBytesForACable() {
    for (String topology : List.of("ftree:12,12,24:1,12,12", "ftree:32,32,44:1,32,32")) {
      Fabric fabric = TopologySpec.parse(topology).generate();
      Fabric less =
          AlteredFabric.without(
              fabric, SwitchCables.first(fabric, fabric.switchCount() / 2), Fabric.NONE);
      for (int round = 0; round < 2; round++) {
        long beganNs = System.nanoTime();
        FabricChange all = change(FabricBook.EMPTY, fabric, 1);
        long packedNs = System.nanoTime();
        FabricBook book = FabricBook.EMPTY.with(all);
        long readNs = System.nanoTime();
        boolean isSame = isOf(book, fabric);
        long comparedNs = System.nanoTime();
        Fabric rebuilt = book.fabric();
        long rebuiltNs = System.nanoTime();
        FabricChange cable = change(book, less, 3);
        System.out.printf(
            "%s: %d nodes, whole %d bytes, without a cable %d bytes, in memory %d bytes;"
                + " compare and pack %d ms, unpack %d ms, compare %d ms, build %d ms%n",
            topology,
            fabric.nodeCount(),
            journaled(all),
            journaled(cable),
            book.nodeBytes() + 28L * fabric.nodeCount(),
            (packedNs - beganNs) / 1_000_000,
            (readNs - packedNs) / 1_000_000,
            (comparedNs - readNs) / 1_000_000,
            (rebuiltNs - comparedNs) / 1_000_000);
        assertThat(isSame).isTrue();
        assertThat(TopologyId.of(rebuilt)).isEqualTo(TopologyId.of(fabric));
        assertThat(TopologyId.of(book.with(cable).fabric())).isEqualTo(TopologyId.of(less));
        assertThat(journaled(cable)).isLessThan(700);
        assertThat(book.nodeBytes() + 28L * fabric.nodeCount()).isLessThan(8_000_000);
      }
    }
  }
}
