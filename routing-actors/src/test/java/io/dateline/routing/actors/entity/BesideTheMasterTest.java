package io.dateline.routing.actors.entity;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorRef;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.IndexedSeq;
import scala.jdk.javaapi.CollectionConverters;

final class BesideTheMasterTest {
  private static final Regions REGIONS = new Regions();

  private final ActorRef here = REGIONS.here();
  private final ActorRef there = REGIONS.at(1);
  private final ActorRef elsewhere = REGIONS.at(2);
  private final BesideTheMaster strategy = new BesideTheMaster();

  @AfterAll
  static void shutDown() {
    REGIONS.close();
  }

  private static IndexedSeq<String> shards(String... ids) {
    return CollectionConverters.asScala(List.of(ids)).toIndexedSeq();
  }

  @Test
  void allocatesWhereTheCoordinatorIsWhoeverAsks() {
    assertThat(strategy.allocateShard(there, "7", Map.of(there, shards(), here, shards("1"))))
        .satisfies(future -> assertThat(future.value().get().get()).isEqualTo(here));
  }

  @Test
  void allocatesWithTheRequesterUntilThereIsARegionHere() {
    assertThat(strategy.allocateShard(there, "7", Map.of(there, shards(), elsewhere, shards())))
        .satisfies(future -> assertThat(future.value().get().get()).isEqualTo(there));
  }

  @Test
  void bringsBackWhatLivesElsewhereAndIsNotMovingYet() {
    Map<ActorRef, IndexedSeq<String>> allocations =
        Map.of(here, shards("1"), there, shards("2", "3"), elsewhere, shards("4"));

    assertThat(strategy.rebalance(allocations, Set.of("3")).value().get().get())
        .containsExactlyInAnyOrder("2", "4");
    assertThat(strategy.rebalance(Map.of(there, shards("2")), Set.of()).value().get().get())
        .isEmpty();
  }
}
