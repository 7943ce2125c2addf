package io.dateline.sm.simulation;

import akka.persistence.typed.SnapshotAdapter;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.routing.actors.programmer.LftState;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.state.SubnetState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.assertj.core.internal.ConfigurableRecursiveFieldByFieldComparator;

/**
 * The journal that nodes share. Its guarantee: of two that write the same number under one name,
 * one succeeds, as the key of the real tables has it. It may be slow, away, or take events without
 * saying so.
 */
final class SimulatedJournal {
  /** What it does with what it is given. */
  enum Mood {
    WELL,
    SLOW,
    /** Writes and reads fail. */
    AWAY,
    /** Writes are done and reported as failed, some of them. */
    MUMBLING
  }

  private static final SnapshotAdapter<SubnetState> SNAPSHOTS = SubnetState.SNAPSHOTS.adapter();
  private static final ConfigurableRecursiveFieldByFieldComparator COMPARISON =
      new ConfigurableRecursiveFieldByFieldComparator(new RecursiveComparisonConfiguration());

  private final World world;
  private final List<SubnetEvent> subnetEvents = new ArrayList<>();
  private final Map<Long, List<LftEvent>> tableEvents = new TreeMap<>();
  private final Map<Long, LftState> tableStates = new TreeMap<>();
  private final TableReplica tables = new TableReplica();
  private SubnetState subnet = SubnetState.EMPTY;
  private final List<Object> beginners = new ArrayList<>(); // of terms, in their order
  private BiConsumer<Object, SubnetEvent> observer = (writer, event) -> {};
  private Mood mood = Mood.WELL;

  SimulatedJournal(World world) {
    this.world = world;
  }

  void become(Mood next) {
    mood = next;
  }

  /** Has each event of the manager told when it is in the state, with its writer. */
  void onEvent(BiConsumer<Object, SubnetEvent> given) {
    observer = given;
  }

  boolean isAway() {
    return mood == Mood.AWAY;
  }

  /** Until it answers. */
  long delay() {
    return mood == Mood.SLOW
        ? world.between(50 * World.MS, 800 * World.MS)
        : world.between(World.MS / 5, 3 * World.MS);
  }

  long subnetNumber() {
    return subnetEvents.size();
  }

  SubnetState subnet() {
    return subnet;
  }

  ReplicaView view() {
    return new ReplicaView(subnetEvents.size(), subnet, tables.freeze());
  }

  /** Writes events of the manager that follow a number; tells whether they were written. */
  void writeSubnet(Object writer, long after, List<SubnetEvent> events, Consumer<Boolean> onEnd) {
    world.in(
        delay(),
        () -> {
          boolean fits = mood != Mood.AWAY && after == subnetEvents.size();
          if (fits) {
            for (SubnetEvent event : events) {
              subnetEvents.add(event);
              subnet = subnet.apply(event);
              if (event instanceof SubnetEvent.TermStarted) {
                beginners.add(writer);
              }
              if (event instanceof SubnetEvent.RoutingActivated) {
                tables.settle(subnet.memory().chain());
              }
              observer.accept(writer, event);
            }
          }
          onEnd.accept(fits && !isMumbled());
        });
  }

  private boolean isMumbled() {
    return mood == Mood.MUMBLING && world.chance(0.2);
  }

  /** Whether a process has begun a term again after another one had begun one. */
  boolean hasReturned() {
    return IntStream.range(2, beginners.size())
        .anyMatch(
            term ->
                beginners.get(term) != beginners.get(term - 1)
                    && beginners.subList(0, term).contains(beginners.get(term)));
  }

  long tableNumber(long switchGuid) {
    return tableEvents.getOrDefault(switchGuid, List.of()).size();
  }

  LftState tables(long switchGuid) {
    return tableStates.getOrDefault(switchGuid, LftState.EMPTY);
  }

  /** As {@link #writeSubnet}, of a switch's programmer. */
  void writeTables(long switchGuid, long after, List<LftEvent> events, Consumer<Boolean> onEnd) {
    world.in(
        delay(),
        () -> {
          boolean fits = mood != Mood.AWAY && after == tableNumber(switchGuid);
          if (fits) {
            List<LftEvent> all =
                tableEvents.computeIfAbsent(switchGuid, unused -> new ArrayList<>());
            for (LftEvent event : events) {
              all.add(event);
              tables.apply(switchGuid, all.size(), event);
              tableStates.put(switchGuid, tables(switchGuid).apply(event));
            }
          }
          onEnd.accept(fits && !isMumbled());
        });
  }

  /**
   * Whether a snapshot after so many events, and the events after it, give the state that there is.
   */
  boolean isReadAnew(int events) {
    SubnetState read = SubnetState.EMPTY;
    for (int number = 0; number < subnetEvents.size(); number++) {
      if (number == events) {
        read = SNAPSHOTS.fromJournal(SNAPSHOTS.toJournal(read));
      }
      read = read.apply(subnetEvents.get(number));
    }
    return COMPARISON.compare(SNAPSHOTS.toJournal(read), SNAPSHOTS.toJournal(subnet)) == 0;
  }
}
