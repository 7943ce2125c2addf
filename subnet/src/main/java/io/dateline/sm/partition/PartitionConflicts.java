package io.dateline.sm.partition;

import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where an order and the partition file, or two partitions, do not say the same. Each of it holds
 * by a rule, which an operator may not have had in mind.
 */
final class PartitionConflicts {
  private PartitionConflicts() {}

  /**
   * Of one partition that has members of an order.
   *
   * @param inForce all partitions, with that one
   * @return sentences for an operator
   */
  static List<String> of(RunTimePartition given, Partitions ofFile, Partitions inForce) {
    List<String> told = new ArrayList<>();
    if (given.guids().length == 0) {
      return told;
    }
    Optional<Partition> file = ofFile.find(given.key());
    String name = file.map(Partition::name).orElse(given.name());
    if (!given.name().isEmpty() && !given.name().equalsIgnoreCase(name)) {
      told.add(
          "partition 0x%04x is '%s' in the partition file, and '%s' of an order: they are one, and their members share it"
              .formatted(given.key(), name, given.name()));
    }
    inForce.all().stream()
        .filter(other -> other.key() != given.key() && other.name().equals(name))
        .findFirst()
        .ifPresent(
            other ->
                told.add(
                    "two partitions have the name '%s', 0x%04x and 0x%04x; where a name stands for one, it is the first of GET /partitions"
                        .formatted(name, other.key(), given.key())));
    if (file.isPresent() && given.isIpoib()) {
      told.addAll(terms(given.broadcast().get(), file.get()));
    }
    return told;
  }

  /** What the file says of a partition's group and paths goes first. */
  private static List<String> terms(Broadcast asked, Partition file) {
    PartitionGroup wanted = PartitionGroup.broadcast(file.key() | Partition.FULL_BIT, asked);
    List<String> told = new ArrayList<>();
    file.groups().stream()
        .filter(group -> group.mgid().equals(wanted.mgid()) && differs(asked, wanted, group))
        .findFirst()
        .ifPresent(
            group ->
                told.add(
                    "the partition file has the broadcast group of %s with mtu=%d, rate=%d and sl=%d: these count, and not those of an order"
                        .formatted(file.words(), group.mtu(), group.rate(), group.sl().value())));
    if (asked.sl() != 0 && asked.sl() != file.sl()) {
      told.add(
          "paths in %s have SL %d, as the partition file says, and not SL %d of an order"
              .formatted(file.words(), file.sl(), asked.sl()));
    }
    return told;
  }

  private static boolean differs(Broadcast asked, PartitionGroup wanted, PartitionGroup group) {
    return (asked.mtu() != 0 && wanted.mtu() != group.mtu())
        || (asked.rate() != 0 && wanted.rate() != group.rate())
        || (asked.sl() != 0 && asked.sl() != group.sl().value());
  }
}
