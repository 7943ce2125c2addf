package io.dateline.persistence.event;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What partitions were before they became what they are, since all ports that answer were last
 * known to hold what they should. A port that has fallen silent may have been told it. Immutable.
 *
 * @param files lines of the partition files that counted, the oldest first, each as {@link
 *     SubnetEvent.PartitionsRead} has them; none for what held before any file was read
 * @param members what ports were at run time
 */
public record FormerPartitions(List<List<String>> files, List<Members> members) {
  public static final FormerPartitions NONE = new FormerPartitions(List.of(), List.of());

  public FormerPartitions {
    files = files.stream().map(List::copyOf).toList();
    members = List.copyOf(members);
  }

  /** Whether partitions were nothing else. */
  public boolean isEmpty() {
    return files.isEmpty() && members.isEmpty();
  }

  /**
   * What ports were of one partition. The arrays are parallel.
   *
   * @param key lower 15 bits of the P_Key
   * @param guids of end ports, ascending
   * @param were for each a bit {@code 1 << membership} for all that it was, with the memberships of
   *     {@link RunTimePartition}
   */
  public record Members(int key, long[] guids, byte[] were) {
    public Members {
      Parallel.check(guids.length, were.length);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Members that
          && key == that.key
          && Arrays.equals(guids, that.guids)
          && Arrays.equals(were, that.were);
    }

    @Override
    public int hashCode() {
      return Objects.hash(key, Arrays.hashCode(guids), Arrays.hashCode(were));
    }
  }
}
