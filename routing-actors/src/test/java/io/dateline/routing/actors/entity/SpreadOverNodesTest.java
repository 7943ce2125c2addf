package io.dateline.routing.actors.entity;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.IndexedSeq;
import scala.jdk.javaapi.CollectionConverters;

/** Twenty shards over the regions of a few nodes; port N belongs to the node at TCP port N. */
final class SpreadOverNodesTest {
  private static final int SHARDS = 20;

  private static final Regions REGIONS = new Regions();

  private final HomePorts homes =
      new HomePorts(
          address ->
              address.hasLocalScope()
                  ? OptionalLong.of(1)
                  : OptionalLong.of((Integer) address.port().get()));
  private final SpreadOverNodes strategy = new SpreadOverNodes(homes, SHARDS);
  private final Map<ActorRef, List<String>> held = new HashMap<>();
  private final ActorRef here = REGIONS.here();
  private final ActorRef second = REGIONS.at(2);
  private final ActorRef third = REGIONS.at(3);

  @AfterAll
  static void shutDown() {
    REGIONS.close();
  }

  private Map<ActorRef, IndexedSeq<String>> allocations() {
    Map<ActorRef, IndexedSeq<String>> all = new HashMap<>();
    held.forEach(
        (region, shards) -> all.put(region, CollectionConverters.asScala(shards).toIndexedSeq()));
    return all;
  }

  private void regions(ActorRef... all) {
    for (ActorRef region : all) {
      held.putIfAbsent(region, new ArrayList<>());
    }
  }

  private void allocate(String shard) {
    ActorRef chosen = strategy.allocateShard(here, shard, allocations()).value().get().get();
    held.get(chosen).add(shard);
  }

  private void allocateAll() {
    for (int shard = 0; shard < SHARDS; shard++) {
      allocate(Integer.toString(shard));
    }
  }

  /** Moves what is to be moved; returns how many. */
  private int rebalance() {
    Set<String> moving = strategy.rebalance(allocations(), Set.of()).value().get().get();
    held.values().forEach(shards -> shards.removeAll(moving));
    moving.stream().sorted().forEach(this::allocate);
    return moving.size();
  }

  @Test
  void spreadsEvenlyAndMovesNothingThatStands() {
    regions(here, second, third);
    homes.choose(Set.of(1L, 2L, 3L));
    allocateAll();

    assertThat(held.values()).allSatisfy(shards -> assertThat(shards).hasSizeBetween(6, 7));
    assertThat(rebalance()).isZero();
  }

  @Test
  void staysBesideTheMasterWhereNoHomesAreChosen() {
    regions(here, second, third);
    homes.choose(Set.of());
    allocateAll();

    assertThat(held.get(here)).hasSize(SHARDS);
    assertThat(rebalance()).isZero();
  }

  @Test
  void leavesShardsWhereTheyAreUntilTheManagerHasChosen() {
    regions(here, second);
    held.get(second).add("1");

    assertThat(rebalance()).isZero();
    allocate("2");
    assertThat(held.get(here)).containsExactly("2");
  }

  @Test
  void movesToANewHomeItsShareAndNoMore() {
    regions(here, second);
    homes.choose(Set.of(1L, 2L));
    allocateAll();
    regions(third);
    homes.choose(Set.of(1L, 2L, 3L));

    assertThat(rebalance()).isEqualTo(6);
    assertThat(held.get(third)).hasSize(6);
    assertThat(rebalance()).isZero();
  }

  @Test
  void takesShardsFromANodeThatIsNoHomeAnyMore() {
    regions(here, second, third);
    homes.choose(Set.of(1L, 2L, 3L));
    allocateAll();
    int ofThird = held.get(third).size();
    homes.choose(Set.of(1L, 2L));

    assertThat(rebalance()).isEqualTo(ofThird);
    assertThat(held.get(third)).isEmpty();
    assertThat(rebalance()).isZero();
  }

  @Test
  void doesNotMoveWhatIsMoving() {
    regions(here, second);
    homes.choose(Set.of(1L));
    held.get(second).addAll(List.of("1", "2"));

    assertThat(strategy.rebalance(allocations(), Set.of("1")).value().get().get())
        .containsExactly("2");
  }
}
