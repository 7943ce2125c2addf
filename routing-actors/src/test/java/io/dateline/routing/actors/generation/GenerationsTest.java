package io.dateline.routing.actors.generation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GenerationsTest {
  private final Generations generations = new Generations();

  private static FabricGeneration generation(long number) {
    Fabric fabric = Topologies.chain(10, 20, 30);
    return FabricGeneration.of(number, fabric, Topologies.lids(fabric, 1, 2, 3));
  }

  private static ComputedRouting routing(long generation) {
    return new ComputedRouting(
        generation,
        Routing.singleLane("minhop", new ForwardingTables(3, 3)),
        false,
        "digest",
        1,
        List.of(),
        EngineMemory.NONE,
        List.of(),
        List.of(),
        false,
        Map.of(),
        Map.of());
  }

  @Test
  void shouldKeepTheNewestFabricsAndRoutings() {
    for (int number = 1; number <= 6; number++) {
      generations.add(generation(number));
      generations.add(routing(number));
    }

    assertThat(generations.find(2)).isEmpty();
    assertThat(generations.find(3)).isPresent();
    assertThat(generations.lastNumber()).isEqualTo(6);
    assertThat(generations.routing(4, "minhop")).isEmpty();
    assertThat(generations.routing(5, "minhop")).isPresent();
    assertThat(generations.routing(6, "updn")).isEmpty();
  }

  @Test
  void shouldNotKeepARoutingOfADroppedGeneration() {
    for (int number = 1; number <= 6; number++) {
      generations.add(generation(number));
    }

    assertThat(generations.add(routing(2))).isFalse();
    assertThat(generations.add(routing(6))).isTrue();
    assertThat(generations.add(routing(5))).isTrue();
    assertThat(generations.add(routing(4))).isFalse();
    assertThat(generations.routing(4, "minhop")).isEmpty();
  }

  @Test
  void shouldComputeNothingForAGenerationThatIsPast() {
    generations.add(generation(6));
    generations.add(generation(7));
    generations.add(routing(6));
    generations.add(routing(7));
    assertThat(generations.isPast(6)).isTrue();
    assertThat(generations.isPast(7)).isFalse();
    generations.abandon(7);

    assertThat(generations.isPast(7)).isTrue();
    assertThat(generations.isPast(8)).isFalse();
    assertThat(generations.isAbandoned(7)).isTrue();
    assertThat(generations.isAbandoned(6)).as("it was programmed").isFalse();
    assertThat(generations.find(7)).isEmpty();
    assertThat(generations.routing(7, "minhop")).isEmpty();
    assertThat(generations.add(routing(7))).isFalse();
    assertThat(generations.routing(6, "minhop")).isPresent();
    assertThat(generations.lastNumber()).isEqualTo(7);
  }

  @Test
  void shouldGiveNoPreviousTablesBeforeAnActivation() {
    assertThat(generations.request(generation(1), "minhop", RoutingOptions.DEFAULTS).previous())
        .isNull();
  }

  @Test
  void shouldGiveThePreviousTablesOfTheActivatedRoutingThoughItIsLongGone() {
    ForwardingTables tables = new ForwardingTables(3, 3);
    tables.set(1, 3, 2);
    generations.activated(new ActivatedTables(generation(1), "minhop", tables, ChainMemory.EMPTY));
    for (int number = 2; number <= 8; number++) {
      generations.add(generation(number));
    }

    assertThat(generations.request(generation(9), "minhop", RoutingOptions.DEFAULTS).previous())
        .isEqualTo(tables);
  }

  @ParameterizedTest
  @CsvSource({
    "minhop, updn, true",
    "lash, lash, true",
    "lash, minhop, false",
    "dor, dfsssp, false",
    "file, minhop, false",
    "'', minhop, true"
  })
  void shouldKeepNoTablesOfEnginesThatDoNotBalance(String maker, String engine, boolean kept) {
    generations.activated(
        new ActivatedTables(generation(1), maker, new ForwardingTables(3, 3), ChainMemory.EMPTY));

    assertThat(
            generations.request(generation(2), engine, RoutingOptions.DEFAULTS).previous() != null)
        .isEqualTo(kept);
  }
}
