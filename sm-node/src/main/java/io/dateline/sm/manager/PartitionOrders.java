package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.partition.Partition;
import io.dateline.sm.partition.PartitionBook;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Changes partitions for an operator while the subnet runs, on the node of the master and nowhere
 * else. What the partition file gives is not taken away at run time: for that the file is changed.
 */
public final class PartitionOrders {
  /** What the first order does that no partition file went before. */
  static final String FIRST =
      "no partition file was ever read, so all P_Keys are managed from now on: each port is a full"
          + " member of 0x7fff, and loses keys that no order gives it";

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private PartitionOrders() {}

  /**
   * Asks the subnet manager, which answers when ports have taken their P_Keys.
   *
   * @param whyNot why this node does not manage the subnet, if it does not
   * @param changes ports, and what they are to be from now on
   * @param reason the operator's
   */
  public static CompletionStage<PartitionAnswer> ask(
      Consumer<SmCommand> manager,
      Optional<String> whyNot,
      RunTimePartition changes,
      String reason) {
    if (whyNot.isPresent()) {
      return CompletableFuture.completedStage(new PartitionAnswer.NotChanged(whyNot.get()));
    }
    return ManagerAnswer.of(
        manager,
        answer -> new SmCommand.ChangePartition(changes, reason, answer),
        PATIENCE,
        new PartitionAnswer.NotChanged(
            "ports have not taken their P_Keys within %d minutes; the history tells whether the partition was changed"
                .formatted(PATIENCE.toMinutes())));
  }

  /** Why it cannot be done, if it cannot. */
  static Optional<String> refusal(
      SubnetState state, Situation situation, boolean isInCharge, RunTimePartition changes) {
    if (!isInCharge) {
      return Optional.of("this node does not manage the subnet: " + situation.role);
    }
    if (!situation.settings().partitions().isManaged()) {
      return Optional.of("dateline.subnet.partitions = ignore: ports are not told P_Keys");
    }
    if (changes.key() < 1 || changes.key() > Partition.DEFAULT_KEY) {
      return Optional.of("a partition has a key from 0x0001 to 0x7fff");
    }
    if (changes.guids().length == 0) {
      return Optional.of("there is no port to give it, or to take from it");
    }
    if (LongStream.of(changes.guids()).anyMatch(guid -> guid == 0)) {
      return Optional.of("no port has the GUID 0");
    }
    return notGiven(state, changes);
  }

  /** What an operator may not have meant. */
  static List<String> warnings(PartitionBook known, Fabric fabric, RunTimePartition changes) {
    List<String> warnings = new ArrayList<>();
    for (int i = 0; i < changes.guids().length; i++) {
      long guid = changes.guids()[i];
      if (changes.memberships()[i] != RunTimePartition.OUT
          && fabric.endPortByGuid(guid) == Fabric.NONE) {
        warnings.add(
            "no end port here has the GUID %s; one that comes with it gets the key"
                .formatted(Guid.format(guid)));
      }
    }
    warnings.addAll(known.conflicts(changes.key()));
    return warnings;
  }

  /** A port that is to go was not given at run time. */
  private static Optional<String> notGiven(SubnetState state, RunTimePartition changes) {
    for (int i = 0; i < changes.guids().length; i++) {
      long guid = changes.guids()[i];
      boolean isKnown =
          state.partitions().atRunTime().stream()
              .filter(one -> one.key() == changes.key())
              .anyMatch(one -> LongStream.of(one.guids()).anyMatch(given -> given == guid));
      if (changes.memberships()[i] == RunTimePartition.OUT && !isKnown) {
        return Optional.of(
            "port %s was not given to partition 0x%04x at run time; what the partition file gives is taken away there"
                .formatted(Guid.format(guid), changes.key()));
      }
    }
    return Optional.empty();
  }

  static SubnetEvent fact(SmCommand.ChangePartition asked, long nowMs) {
    return new SubnetEvent.PartitionChanged(
        asked.changes(), "the operator: " + asked.reason(), nowMs);
  }
}
