package io.dateline.sm.partition;

import io.dateline.persistence.event.RunTimePartition.Broadcast;
import io.dateline.sm.partition.Member.Kind;
import io.dateline.sm.partition.Member.Membership;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The partitions of a subnet. Immutable.
 *
 * @param all in order of definition, the default one first; no two with the same key
 */
public record Partitions(List<Partition> all) {
  /**
   * What holds where no file says otherwise: all end ports talk to all, and there is the broadcast
   * group of IPv4.
   */
  public static final Partitions DEFAULT = withoutFile();

  private static final ReadLines LAST = new ReadLines();

  private static final Comparator<Membership> STRONGER_LAST =
      Comparator.comparing(membership -> membership != Membership.LIMITED);

  public Partitions {
    all = List.copyOf(all);
    if (all.isEmpty() || !all.getFirst().isDefault()) {
      throw new IllegalArgumentException("the default partition is the first one");
    }
    if (all.stream().mapToInt(Partition::key).distinct().count() != all.size()) {
      throw new IllegalArgumentException("two partitions have the same key");
    }
  }

  private static Partitions withoutFile() {
    PartitionGroup broadcast =
        PartitionGroup.broadcast(Partition.DEFAULT_KEY | Partition.FULL_BIT, Broadcast.USUAL);
    return new Partitions(
        List.of(
            new Partition(
                PartitionsDraft.DEFAULT_NAME,
                Partition.DEFAULT_KEY,
                0,
                List.of(broadcast),
                List.of(Member.of(Kind.ALL, Membership.FULL)))));
  }

  /**
   * What {@link #lines} has written.
   *
   * @throws PartitionFileException if it is anything else
   */
  public static Partitions read(List<String> lines) {
    return LAST.partitions(lines);
  }

  /** The partition of a P_Key, whose top bit does not count. */
  public Optional<Partition> find(int key) {
    int base = key & Partition.DEFAULT_KEY;
    return all.stream().filter(partition -> partition.key() == base).findFirst();
  }

  /**
   * By the lower 15 bits of a P_Key, the SL of that partition's paths; those with SL 0 are not in.
   */
  public Map<Integer, Integer> serviceLevels() {
    return all.stream()
        .filter(partition -> partition.sl() != 0)
        .collect(Collectors.toUnmodifiableMap(Partition::key, Partition::sl));
  }

  /** The lower 15 bits of the P_Key of the first partition with a name. */
  public OptionalInt keyOf(String name) {
    return all.stream()
        .filter(partition -> partition.name().equals(name))
        .mapToInt(Partition::key)
        .findFirst();
  }

  /**
   * The partitions in the grammar of the file, a definition a line, with nothing left to a default:
   * {@link #read} makes the same of them for ever.
   */
  public List<String> lines() {
    return PartitionWriter.lines(all);
  }

  /**
   * Partitions that give each end port the P_Keys that these and others give it, or the one of full
   * members in place of that of limited ones; they may give it more.
   */
  Partitions union(Partitions other) {
    Map<Integer, Partition> byKey = new LinkedHashMap<>();
    all.forEach(partition -> byKey.put(partition.key(), partition));
    other.all.forEach(partition -> byKey.merge(partition.key(), partition, Partitions::union));
    return new Partitions(List.copyOf(byKey.values()));
  }

  private static Partition union(Partition one, Partition other) {
    // The later member counts: full ones come last.
    List<Member> members =
        Stream.concat(one.members().stream(), other.members().stream())
            .distinct()
            .sorted(Comparator.comparing(Member::membership, STRONGER_LAST))
            .toList();
    return new Partition(one.name(), one.key(), one.sl(), one.groups(), members);
  }

  /** What is different in others, as sentences for an operator; none where they are equal. */
  public List<String> changesTo(Partitions next) {
    return PartitionChanges.between(all, next.all);
  }

  /** All of it, in the same way, where nothing was said of partitions before. */
  public List<String> asNew() {
    return PartitionChanges.between(List.of(), all);
  }
}
