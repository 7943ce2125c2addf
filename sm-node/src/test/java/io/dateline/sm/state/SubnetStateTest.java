package io.dateline.sm.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.persistence.codec.KryoEventSerializer;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SilentCable;
import io.dateline.persistence.event.SilentPort;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SubnetStateTest {
  private static SubnetEvent term(long term, long mKey) {
    return term(term, TermKeys.shared(mKey));
  }

  private static SubnetEvent term(long term, TermKeys keys) {
    return new SubnetEvent.TermStarted(term, keys, "node", "test", 1);
  }

  private static SubnetEvent lids(long guid, int lid) {
    return new SubnetEvent.LidsAssigned(
        new long[] {guid}, new int[] {lid}, new byte[] {0}, "test", 1);
  }

  private static SubnetEvent.RoutingPlanned plan(long generation) {
    return new SubnetEvent.RoutingPlanned(
        generation, 7, "minhop", "", "digest", 1, 2, "test", 1, List.of(), "");
  }

  private static SubnetState after(SubnetEvent... events) {
    SubnetState state = SubnetState.EMPTY;
    for (SubnetEvent event : events) {
      state = state.apply(event);
    }
    return state;
  }

  @Test
  void shouldRememberTheKeyOfTheTermBefore() {
    SubnetState state = after(term(1, 0xA), term(2, 0xB));

    assertThat(state.term()).isEqualTo(2);
    assertThat(state.keys()).isEqualTo(TermKeys.shared(0xB));
    assertThat(state.previousKeys()).isEqualTo(TermKeys.shared(0xA));
  }

  /** A term that ends early leaves ports behind that hold a key of a term before it. */
  @Test
  void shouldRememberKeysOfSixteenTerms() {
    SubnetState state = SubnetState.EMPTY;
    for (int term = 1; term <= 20; term++) {
      state = state.apply(term(term, term));
    }

    assertThat(state.olderKeys())
        .extracting(TermKeys::sharedKey)
        .hasSize(16)
        .startsWith(19L, 18L)
        .endsWith(4L);
  }

  @Test
  void shouldRefuseATermThatIsNotTheNext() {
    assertThatThrownBy(() -> after(term(1, 0xA), term(3, 0xB)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("term 3");
  }

  @Test
  void shouldKeepLidsUntilTheyAreReleased() {
    SubnetState state = after(term(1, 1), lids(0x10, 5), lids(0x20, 6));

    assertThat(state.lids().baseLid(0x10)).isEqualTo(5);
    SubnetState released = state.apply(new SubnetEvent.LidsReleased(new long[] {0x10}, "test", 1));
    assertThat(released.lids().baseLid(0x10)).isZero();
    assertThat(released.lids().baseLid(0x20)).isEqualTo(6);
  }

  @Test
  void shouldRefuseToActivateWhatWasNotPlanned() {
    assertThatThrownBy(() -> after(term(1, 1), new SubnetEvent.RoutingActivated(4, "test", 1)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> after(term(1, 1), plan(3), new SubnetEvent.RoutingActivated(4, "test", 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("generation 4");
  }

  @Test
  void shouldRefuseAGenerationThatIsNotNewer() {
    assertThatThrownBy(() -> after(term(1, 1), plan(3), plan(3)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldKnowOfASweepUntilOneHasEnded() {
    SubnetState began = after(term(1, 1), plan(3), new SubnetEvent.SweepBegan(4, "test", 1));

    assertThat(began.unfinished()).isEqualTo(4);
    assertThat(began.lastGeneration()).isEqualTo(4);
    assertThat(SubnetState.of(began.toSnapshot()).unfinished()).isEqualTo(4);
    SubnetState next = began.apply(term(2, 2)).apply(plan(5));
    assertThat(next.unfinished()).isEqualTo(4);
    assertThat(next.apply(new SubnetEvent.RoutingActivated(5, "test", 1)).unfinished()).isZero();
  }

  private static final TorusShape SHAPE =
      new TorusShape(List.of(6, 5, 1), List.of(true, false, true));

  private static SubnetEvent placed(long guid, int place) {
    return new SubnetEvent.SwitchesPlaced(new long[] {guid}, new int[] {place}, "test", 1);
  }

  private static int place(SubnetState state, long guid) {
    return state.memory().torus().orElseThrow().place(guid);
  }

  /** Through the bytes, as a successor reads them; GUIDs need all 64 bits. */
  @Test
  void shouldKnowWhereSwitchesAreAfterASnapshot() throws Exception {
    SubnetState state =
        after(
            term(1, 1),
            new SubnetEvent.DatelineFixed(SHAPE, "test", 1),
            placed(-7L, 29),
            placed(8, 0));
    KryoEventSerializer serializer = new KryoEventSerializer();
    SubnetSnapshot snapshot = state.toSnapshot();

    SubnetState restored =
        SubnetState.of(
            (SubnetSnapshot)
                serializer.fromBinary(
                    serializer.toBinary(snapshot), serializer.manifest(snapshot)));

    assertThat(restored.memory()).isEqualTo(state.memory());
    assertThat(restored.memory().digest()).isEqualTo(state.memory().digest()).hasSize(64);
    assertThat(place(restored, -7)).isEqualTo(29);
    assertThat(place(restored, 8)).isZero();
    assertThat(place(restored.apply(term(2, 2)).apply(placed(9, 1)), 9)).isEqualTo(1);
  }

  @Test
  void shouldKeepTheFrameThroughTermsAndRoutings() {
    SubnetState state =
        after(
            term(1, 1),
            new SubnetEvent.DatelineFixed(SHAPE, "test", 1),
            placed(7, 3),
            new SubnetEvent.SweepBegan(4, "test", 1),
            plan(4),
            new SubnetEvent.RoutingActivated(4, "test", 1),
            new SubnetEvent.LidsReleased(new long[] {7}, "test", 1),
            new SubnetEvent.NodesSeen(
                4,
                new long[] {7},
                PackedNodes.EMPTY,
                List.of(),
                "test",
                1,
                Optional.empty(),
                false),
            lids(7, 5),
            term(2, 2));

    assertThat(place(state, 7)).isEqualTo(3);
  }

  @Test
  void shouldGiveThePlaceOfAReplacedSwitchToTheNewOne() {
    SubnetState state =
        after(new SubnetEvent.DatelineFixed(SHAPE, "test", 1), placed(7, 3), placed(8, 3));

    assertThat(place(state, 7)).isEqualTo(Fabric.NONE);
    assertThat(place(state, 8)).isEqualTo(3);
  }

  @Test
  void shouldForgetTheFrameWhenItIsResetOrLaidOutAnew() {
    SubnetState state = after(new SubnetEvent.DatelineFixed(SHAPE, "test", 1), placed(7, 3));

    assertThat(state.apply(new SubnetEvent.FrameReset("test", 1)).memory())
        .isEqualTo(EngineMemory.NONE);
    assertThat(place(state.apply(new SubnetEvent.DatelineFixed(SHAPE, "test", 1)), 7))
        .isEqualTo(Fabric.NONE);
  }

  @Test
  void shouldForgetTheTreeWhenTheOperatorWantsIt() {
    SubnetState state =
        after(
            new SubnetEvent.TreeLearnt(
                new long[] {7, 8}, new int[] {1, 0}, new long[] {7}, new long[0], "test", 1),
            new SubnetEvent.TreeLearnt(
                new long[] {8},
                new int[] {Fabric.NONE},
                new long[] {9},
                new long[] {7},
                "test",
                1));

    assertThat(state.memory().tree().levelGuids()).containsExactly(7);
    assertThat(state.memory().tree().level(7)).isEqualTo(1);
    assertThat(state.memory().tree().rootGuids()).containsExactly(9);
    assertThat(state.apply(new SubnetEvent.FrameReset("test", 1)).memory())
        .isEqualTo(EngineMemory.NONE);
  }

  @Test
  void shouldForgetLayersWhenTheOperatorWantsIt() {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    LidMap lids = LidAssigner.plan(fabric, LidBook.EMPTY, fabric.endPorts()[0], 0, false).lids();
    LayerMemory layers = LayerMemory.of(fabric, lids, new byte[lids.maxLid() + 1][]);
    SubnetState state = after(new SubnetEvent.LayersGranted(layers.toBytes(), 0, "test", 1));

    assertThat(state.memory()).isEqualTo(EngineMemory.NONE.with(layers));
    assertThat(state.apply(new SubnetEvent.FrameReset("test", 1)).memory())
        .isEqualTo(EngineMemory.NONE);
    assertThatThrownBy(() -> after(new SubnetEvent.LayersGranted(new byte[3], 0, "test", 1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldRefuseToPlaceSwitchesInNoTorus() {
    assertThatThrownBy(() -> after(placed(7, 3))).isInstanceOf(IllegalStateException.class);
  }

  /** Through the bytes, as a successor reads them; terms of an earlier release among them. */
  @Test
  void shouldStillKnowAllKeysAfterASnapshot() throws Exception {
    TermKeys first = TermKeys.random();
    TermKeys last = TermKeys.random();
    SubnetState state =
        after(term(1, 0xA), term(2, first), term(3, -0xBL), term(4, last), term(5, 0xD));
    KryoEventSerializer serializer = new KryoEventSerializer();
    SubnetSnapshot snapshot = state.toSnapshot();

    Object read =
        serializer.fromBinary(serializer.toBinary(snapshot), serializer.manifest(snapshot));
    SubnetState restored = SubnetState.of((SubnetSnapshot) read);

    TermKeys[] older = {last, TermKeys.shared(-0xBL), first, TermKeys.shared(0xA)};
    assertThat(restored.keys()).isEqualTo(TermKeys.shared(0xD));
    assertThat(restored.olderKeys()).containsExactly(older);
    assertThat(restored.apply(term(6, 0xE)).allKeys())
        .startsWith(TermKeys.shared(0xE), TermKeys.shared(0xD))
        .endsWith(older);
  }

  @Test
  void shouldTellNoKeyWhenPrinted() {
    TermKeys keys = TermKeys.random();
    SubnetState state = after(term(1, 0x1234_5678_9ABCL), term(2, keys));

    for (String hex : List.of("123456789abc", Long.toHexString(keys.of(7)))) {
      assertThat(state.toString().toLowerCase(Locale.ROOT)).doesNotContain(hex);
      assertThat(state.toSnapshot().toString().toLowerCase(Locale.ROOT)).doesNotContain(hex);
      assertThat(term(2, keys).toString().toLowerCase(Locale.ROOT)).doesNotContain(hex);
    }
    assertThat(state.toString()).doesNotContain(Long.toString(0x1234_5678_9ABCL));
  }

  @Test
  void shouldGoOnFromASnapshotAsFromTheEvents() {
    SubnetState state =
        after(
            term(1, 0xA),
            lids(0x10, 5),
            lids(-1L, 9),
            plan(3),
            new SubnetEvent.RoutingActivated(3, "test", 8),
            plan(4));

    SubnetState restored = SubnetState.of(state.toSnapshot());

    assertThat(restored.term()).isEqualTo(1);
    assertThat(restored.keys()).isEqualTo(TermKeys.shared(0xA));
    assertThat(restored.lids().portGuids()).containsExactly(0x10, -1L);
    assertThat(restored.lids().baseLid(-1L)).isEqualTo(9);
    assertThat(restored.lastGeneration()).isEqualTo(4);
    assertThat(restored.active()).isEqualTo(plan(3));
    assertThat(restored.apply(term(2, 0xB)).previousKeys()).isEqualTo(TermKeys.shared(0xA));
  }

  @Test
  void shouldKnowWhatPortsMayHoldUntilTheJournalSaysThatTheyAnswered() throws Exception {
    Silence silence =
        new Silence(
            List.of(new SilentPort(7, NodeType.CA, 1, 3, List.of(0x8010))),
            List.of(new SilentCable(1, 2, 3, 4)));
    SubnetState doubted =
        after(
            partition(5, RunTimePartition.FULL),
            partition(5, RunTimePartition.OUT),
            seen(Optional.of(silence), false),
            seen(Optional.empty(), false));
    assertThat(doubted.partitions().isInDoubt()).isTrue();
    assertThat(doubted.nodes().silent()).as("an old build tells nothing").isEqualTo(silence);
    SubnetState again = SubnetState.of(doubted.toSnapshot());
    assertThat(again).usingRecursiveComparison().isEqualTo(doubted);
    assertThat(again.apply(seen(Optional.of(Silence.NONE), true)).partitions().isInDoubt())
        .isFalse();
  }

  private static SubnetEvent partition(long guid, byte membership) {
    return new SubnetEvent.PartitionChanged(
        new RunTimePartition(
            0x10, "", new long[] {guid}, new byte[] {membership}, Optional.empty()),
        "test",
        1);
  }

  private static SubnetEvent seen(Optional<Silence> silent, boolean keysKnown) {
    return new SubnetEvent.NodesSeen(
        4, new long[0], PackedNodes.EMPTY, List.of(), "test", 1, silent, keysKnown);
  }
}
