package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.TreeFrame;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.DatelineFixed;
import io.dateline.persistence.event.SubnetEvent.LayersGranted;
import io.dateline.persistence.event.SubnetEvent.SwitchesPlaced;
import io.dateline.persistence.event.SubnetEvent.TreeLearnt;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MemoryFactsTest {
  private static final TorusShape SHAPE =
      new TorusShape(List.of(4, 3, 1), List.of(true, true, true));
  private static final TorusShape OTHER =
      new TorusShape(List.of(4, 3, 1), List.of(true, false, true));

  private static EngineMemory memory(TorusShape shape, Map<Long, Integer> places) {
    long[] guids = places.keySet().stream().mapToLong(Long::longValue).toArray();
    int[] at = places.values().stream().mapToInt(Integer::intValue).toArray();
    return EngineMemory.NONE.with(Optional.of(TorusFrame.empty(shape).with(guids, at)));
  }

  private static List<SubnetEvent> between(EngineMemory before, EngineMemory after) {
    return MemoryFacts.between(before, after, "test", 1);
  }

  private static SubnetState after(EngineMemory memory) {
    return apply(SubnetState.EMPTY, between(EngineMemory.NONE, memory));
  }

  private static SubnetState apply(SubnetState state, List<SubnetEvent> facts) {
    SubnetState next = state;
    for (SubnetEvent fact : facts) {
      next = next.apply(fact);
    }
    return next;
  }

  @Test
  void shouldTellTheGridAndAllSwitchesFirst() {
    List<SubnetEvent> facts = between(EngineMemory.NONE, memory(SHAPE, Map.of(5L, 2, -1L, 0)));

    assertThat(facts).hasSize(2);
    assertThat(((DatelineFixed) facts.getFirst()).shape()).isEqualTo(SHAPE);
    assertThat(((SwitchesPlaced) facts.get(1)).nodeGuids()).containsExactly(5, -1);
    assertThat(((SwitchesPlaced) facts.get(1)).places()).containsExactly(2, 0);
  }

  @Test
  void shouldTellOnlyWhatIsNew() {
    EngineMemory before = memory(SHAPE, Map.of(5L, 2, 6L, 0));

    assertThat(between(before, before)).isEmpty();
    List<SubnetEvent> facts = between(before, memory(SHAPE, Map.of(5L, 2, 6L, 0, 7L, 3)));
    assertThat(facts).hasSize(1);
    assertThat(((SwitchesPlaced) facts.getFirst()).nodeGuids()).containsExactly(7);
  }

  @Test
  void shouldKeepTheFrameWhereAnotherEngineHasRouted() {
    assertThat(between(memory(SHAPE, Map.of(5L, 2)), EngineMemory.NONE)).isEmpty();
  }

  /**
   * Whatever the engine says: its frame is the one that is remembered, and nothing is left over.
   */
  @Test
  void shouldLeadFromAnyFrameToAnyOther() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      EngineMemory before = atRandom(random);
      EngineMemory wanted = atRandom(random);

      SubnetState state = apply(after(before), between(before, wanted));

      assertThat(state.memory()).as("seed %d, round %d", seed, round).isEqualTo(wanted);
    }
  }

  private static EngineMemory atRandom(Random random) {
    Map<Long, Integer> places = new HashMap<>();
    for (int place = 0; place < SHAPE.places(); place++) {
      if (random.nextInt(3) > 0) {
        places.putIfAbsent((long) random.nextInt(20), place);
      }
    }
    return memory(random.nextInt(5) > 0 ? SHAPE : OTHER, places);
  }

  /** Layers that are as they were are not told again. */
  @Test
  void shouldTellTheLayersThatAreNew() {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    LidMap lids = LidAssigner.plan(fabric, LidBook.EMPTY, fabric.endPorts()[0], 0, false).lids();
    byte[][] layers = new byte[lids.maxLid() + 1][9];
    EngineMemory first = EngineMemory.NONE.with(LayerMemory.of(fabric, lids, layers));
    layers[4][2] = 1;
    EngineMemory second = EngineMemory.NONE.with(LayerMemory.of(fabric, lids, layers));

    SubnetState state = after(first);
    assertThat(state.memory()).isEqualTo(first);
    assertThat(between(first, first)).isEmpty();
    assertThat(between(first, EngineMemory.NONE)).isEmpty();
    List<SubnetEvent> facts = between(first, second);
    assertThat(((LayersGranted) facts.getFirst()).moved()).isEqualTo(1);
    SubnetState changed = apply(state, facts);
    assertThat(changed.memory()).isEqualTo(second);
    assertThat(SubnetState.of(changed.toSnapshot()).memory()).isEqualTo(second);
  }

  private static EngineMemory tree(Random random) {
    Map<Long, Integer> levels = new HashMap<>();
    Set<Long> roots = new HashSet<>();
    for (long guid = -5; guid < 15; guid++) {
      if (random.nextBoolean()) {
        levels.put(guid, random.nextInt(3));
      }
      if (random.nextInt(4) == 0) {
        roots.add(guid);
      }
    }
    return EngineMemory.NONE.with(
        new TreeFrame(new Long2IntOpenHashMap(levels), new LongOpenHashSet(roots)));
  }

  /** What engines say of a tree is what is remembered, and no more than the difference is told. */
  @Test
  void shouldLeadFromAnyTreeToAnyOther() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      EngineMemory before = tree(random);
      EngineMemory wanted = tree(random);

      List<SubnetEvent> facts = between(before, wanted);
      SubnetState state = apply(after(before), facts);

      assertThat(state.memory()).as("seed %d, round %d", seed, round).isEqualTo(wanted);
      assertThat(SubnetState.of(state.toSnapshot()).memory()).isEqualTo(wanted);
      assertThat(LongStream.of(((TreeLearnt) facts.getFirst()).nodeGuids()))
          .as("seed %d, round %d", seed, round)
          .doesNotHaveDuplicates()
          .allMatch(guid -> before.tree().level(guid) != wanted.tree().level(guid));
      assertThat(between(wanted, wanted)).isEmpty();
      assertThat(between(wanted, EngineMemory.NONE)).as("another engine's turn").isEmpty();
    }
  }
}
