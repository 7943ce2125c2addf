package io.dateline.persistence.event;

import java.util.List;
import java.util.Objects;

/**
 * What is known of a subnet's partitions.
 *
 * @param lines of the partition file that counts, one definition each, as {@link
 *     SubnetEvent.PartitionsRead} has them; none where no file was ever read
 * @param digest of that file's text, empty where there is none
 * @param olderDigests of files that it came after, the last one first
 * @param atRunTime members that operators gave partitions beside the file
 * @param former what partitions were before that ports may still hold
 */
public record PartitionSnapshot(
    List<String> lines,
    String digest,
    List<String> olderDigests,
    List<RunTimePartition> atRunTime,
    FormerPartitions former) {
  public static final PartitionSnapshot NONE =
      new PartitionSnapshot(List.of(), "", List.of(), List.of(), FormerPartitions.NONE);

  public PartitionSnapshot {
    lines = List.copyOf(lines);
    Objects.requireNonNull(digest);
    olderDigests = List.copyOf(olderDigests);
    atRunTime = List.copyOf(atRunTime);
    Objects.requireNonNull(former);
  }
}
