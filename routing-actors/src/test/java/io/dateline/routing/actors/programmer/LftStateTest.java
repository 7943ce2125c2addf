package io.dateline.routing.actors.programmer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftEvent.BlocksConfirmed;
import io.dateline.persistence.event.LftEvent.TablesForgotten;
import io.dateline.persistence.event.LftEvent.TablesTargeted;
import io.dateline.persistence.event.LftEvent.TopConfirmed;
import io.dateline.routing.actors.programmer.LftState.Decision;
import io.dateline.routing.actors.programmer.LftState.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class LftStateTest {
  private static final int CAPACITY = 49152;

  private static byte[] row(int... valuePerBlock) {
    byte[] row = new byte[valuePerBlock.length * 64];
    for (int lid = 0; lid < row.length; lid++) {
      row[lid] = (byte) valuePerBlock[lid / 64];
    }
    return row;
  }

  private static Request request(long generation, int... valuePerBlock) {
    return new Request(generation, valuePerBlock.length * 64 - 1, row(valuePerBlock), false);
  }

  private static Decision.Tell tell(LftState state, Request request) {
    return (Decision.Tell) state.decide(request, state.confirmedTop(), CAPACITY, 0);
  }

  private static LftState applied(LftState state, List<? extends LftEvent> events) {
    LftState after = state;
    for (LftEvent event : events) {
      after = after.apply(event);
    }
    return after;
  }

  private static LftState programmed(LftState state, Request request) {
    Decision.Tell tell = tell(state, request);
    return applied(state, tell.events())
        .apply(new TopConfirmed(request.generation(), request.linearFdbTop(), 0))
        .apply(new BlocksConfirmed(request.generation(), tell.blocks(), 0));
  }

  @Test
  void shouldTellEverythingAtFirst() {
    Decision.Tell tell = tell(LftState.EMPTY, request(1, 5, 6, 7));

    assertThat(tell.sendTop()).isTrue();
    assertThat(tell.blocks()).containsExactly(0, 1, 2);
    assertThat(tell.skipped()).isZero();
    assertThat(tell.events()).hasSize(1).first().isInstanceOf(TablesTargeted.class);
  }

  @Test
  void shouldTellOnlyBlocksThatDiffer() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6, 7));
    Decision.Tell tell = tell(state, request(2, 5, 9, 7));

    assertThat(tell.sendTop()).isFalse();
    assertThat(tell.blocks()).containsExactly(1);
    assertThat(tell.skipped()).isEqualTo(2);
    TablesTargeted event = (TablesTargeted) tell.events().getFirst();
    assertThat(event.blocks()).containsExactly(1);
  }

  @Test
  void shouldPersistAndTellNothingWhenNothingDiffers() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6, 7));
    Decision.Tell tell = tell(state, request(2, 5, 6, 7));

    assertThat(tell.events()).isEmpty();
    assertThat(tell.sendTop()).isFalse();
    assertThat(tell.blocks()).isEmpty();
  }

  /** The Set of the new entries may have arrived though its answer was lost. */
  @Test
  void shouldTellABlockAgainThatGoesBackToWhatWasConfirmedBefore() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6));
    state = applied(state, tell(state, request(2, 5, 9)).events());

    assertThat(tell(state, request(3, 5, 6)).blocks()).containsExactly(1);
  }

  @Test
  void shouldTellTheTopAgainWhenItsLastSetWasNotConfirmed() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6));
    state = applied(state, tell(state, request(2, 5)).events());

    assertThat(((Decision.Tell) state.decide(request(3, 5), 63, CAPACITY, 0)).sendTop()).isTrue();
  }

  @Test
  void shouldTellTheTopAgainWhenTheSwitchWasSeenWithAnother() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6));

    assertThat(((Decision.Tell) state.decide(request(2, 5, 6), 0, CAPACITY, 0)).sendTop()).isTrue();
  }

  /** A restarted switch shows a top that nobody here gave it. */
  @Test
  void shouldTellEverythingAgainWhenTheSwitchWasSeenWithAForeignTop() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6));
    Decision.Tell tell = (Decision.Tell) state.decide(request(2, 5, 6), 0, CAPACITY, 0);

    assertThat(tell.events()).hasSize(1).first().isInstanceOf(TablesForgotten.class);
    assertThat(tell.blocks()).containsExactly(0, 1);
  }

  @Test
  void shouldKnowATopThatWasSentThoughItsAnswerWasLost() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6));
    Decision.Tell grown = tell(state, request(2, 5, 6, 7));
    state = applied(state, grown.events()).apply(new BlocksConfirmed(2, grown.blocks(), 0));
    Decision.Tell tell = (Decision.Tell) state.decide(request(3, 5, 6, 7), 191, CAPACITY, 0);

    assertThat(tell.blocks()).isEmpty();
    assertThat(tell.events()).isEmpty();
    assertThat(tell.sendTop()).isTrue();
  }

  @Test
  void shouldKeepBlocksBeyondAShorterRow() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6, 7));
    state = programmed(state, request(2, 5));

    assertThat(tell(state, request(3, 5, 6, 8)).blocks()).containsExactly(2);
  }

  @Test
  void shouldForgetOnDemandAndOnlyOnce() {
    LftState state = programmed(LftState.EMPTY, request(1, 5, 6));
    Request forgetting = new Request(2, 127, row(5, 6), true);
    Decision.Tell tell = tell(state, forgetting);

    assertThat(tell.events()).hasSize(1).first().isInstanceOf(TablesForgotten.class);
    assertThat(tell.blocks()).containsExactly(0, 1);
    assertThat(tell.sendTop()).isTrue();
    assertThat(tell(applied(state, tell.events()), forgetting).events()).isEmpty();
  }

  @Test
  void shouldRefuseWhatMakesNoSense() {
    LftState state = programmed(LftState.EMPTY, request(5, 5, 6));

    assertThat(state.decide(request(4, 5, 6), 127, CAPACITY, 0))
        .isEqualTo(new Decision.Refuse("generation 4 is older than 5"));
    assertThat(state.decide(new Request(5, 0xC000, new byte[49216], false), 0, 65535, 0))
        .isEqualTo(new Decision.Refuse("LinearFDBTop 49152 is not a unicast LID"));
    assertThat(state.decide(new Request(5, 64, new byte[64], false), 0, CAPACITY, 0))
        .isEqualTo(new Decision.Refuse("64 entries are not whole blocks up to LID 64"));
    assertThat(state.decide(new Request(5, 60, new byte[63], false), 0, CAPACITY, 0))
        .isEqualTo(new Decision.Refuse("63 entries are not whole blocks up to LID 60"));
    assertThat(state.decide(new Request(5, 64, new byte[128], false), 0, 64, 0))
        .isEqualTo(new Decision.Refuse("the switch has room for 64 entries, not for LID 64"));
  }

  @Test
  void shouldFailLoudlyOnImpossibleEvents() {
    LftState state = programmed(LftState.EMPTY, request(5, 5, 6));

    assertThatThrownBy(() -> state.apply(new BlocksConfirmed(5, new int[] {2}, 0)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> state.apply(new BlocksConfirmed(4, new int[] {0}, 0)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> state.apply(new TopConfirmed(5, 63, 0)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> state.apply(new TablesTargeted(6, 63, new int[] {0}, new byte[] {1}, 0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * A switch that takes some Sets, and whose answers sometimes get lost: whatever is skipped, it
   * holds already. Restarts from events, and from a snapshot, change nothing.
   */
  @Property(tries = 200)
  void shouldNeverSkipABlockThatTheSwitchDoesNotHold(@ForAll long seed) {
    Random random = new Random(seed);
    LftState state = LftState.EMPTY;
    List<LftEvent> history = new ArrayList<>();
    byte[] held = new byte[8 * 64];
    Arrays.fill(held, (byte) 0xEE);
    for (int generation = 1; generation <= 12; generation++) {
      int[] values = random.ints(1 + random.nextInt(8), 0, 2).toArray();
      boolean restarted = random.nextInt(6) == 0;
      if (restarted) {
        Arrays.fill(held, (byte) 0xEE);
      }
      byte[] row = row(values);
      Request request = new Request(generation, row.length - 1, row, restarted);
      Decision.Tell tell = tell(state, request);
      List<LftEvent> events = new ArrayList<>(tell.events());
      List<Integer> acknowledged = new ArrayList<>();
      for (int block : tell.blocks()) {
        boolean arrives = random.nextInt(4) > 0;
        if (arrives) {
          System.arraycopy(row, block * 64, held, block * 64, 64);
        }
        if (arrives && random.nextInt(4) > 0) {
          acknowledged.add(block);
        }
      }
      if (!acknowledged.isEmpty()) {
        int[] blocks = acknowledged.stream().mapToInt(block -> block).toArray();
        events.add(new BlocksConfirmed(generation, blocks, 0));
      }
      state = applied(state, events);
      history.addAll(events);
      List<Integer> told = Arrays.stream(tell.blocks()).boxed().toList();
      for (int block = 0; block < values.length; block++) {
        if (!told.contains(block) || acknowledged.contains(block)) {
          assertThat(Arrays.copyOfRange(held, block * 64, block * 64 + 64))
              .isEqualTo(Arrays.copyOfRange(row, block * 64, block * 64 + 64));
          assertThat(state.isConfirmed(block)).isTrue();
        }
      }
    }
    assertThat(applied(LftState.EMPTY, history)).usingRecursiveComparison().isEqualTo(state);
    assertThat(LftState.of(state.toSnapshot())).usingRecursiveComparison().isEqualTo(state);
  }
}
