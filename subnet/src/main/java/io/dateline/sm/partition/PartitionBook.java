package io.dateline.sm.partition;

import io.dateline.persistence.event.PartitionSnapshot;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import io.dateline.persistence.event.SubnetEvent.PartitionChanged;
import io.dateline.persistence.event.SubnetEvent.PartitionsRead;
import io.dateline.sm.partition.Member.Membership;
import it.unimi.dsi.fastutil.longs.Long2ByteMap;
import it.unimi.dsi.fastutil.longs.Long2ByteRBTreeMap;
import it.unimi.dsi.fastutil.longs.Long2ByteSortedMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The partitions that the journal has: those of the partition file that counts, and beside them the
 * members that operators gave partitions at run time. A port that has both is what it was told at
 * run time. Immutable.
 */
public final class PartitionBook {
  /** Nothing was ever said of partitions: ports keep the P_Keys that they have. */
  public static final PartitionBook EMPTY =
      new PartitionBook(
          Partitions.DEFAULT, List.of(), "", List.of(), new TreeMap<>(), MaybeTold.NOTHING);

  /** Files that are known to be older than the one that counts. */
  private static final int OLDER_MAX = 32;

  private final Partitions ofFile;
  private final List<String> lines;
  private final String digest;
  private final List<String> olderDigests;
  private final NavigableMap<Integer, RunTimePartition> atRunTime; // by key
  private final Partitions inForce;
  private final MaybeTold maybeTold;

  private PartitionBook(
      Partitions ofFile,
      List<String> lines,
      String digest,
      List<String> olderDigests,
      NavigableMap<Integer, RunTimePartition> atRunTime,
      MaybeTold maybeTold) {
    this.ofFile = ofFile;
    this.lines = List.copyOf(lines);
    this.digest = digest;
    this.olderDigests = List.copyOf(olderDigests);
    this.atRunTime = Collections.unmodifiableNavigableMap(atRunTime);
    this.maybeTold = maybeTold;
    inForce = together(ofFile, atRunTime.values());
  }

  public static PartitionBook of(PartitionSnapshot snapshot) {
    NavigableMap<Integer, RunTimePartition> atRunTime = new TreeMap<>();
    snapshot.atRunTime().forEach(one -> atRunTime.put(one.key(), one));
    return new PartitionBook(
        snapshot.lines().isEmpty() ? Partitions.DEFAULT : Partitions.read(snapshot.lines()),
        snapshot.lines(),
        snapshot.digest(),
        snapshot.olderDigests(),
        atRunTime,
        MaybeTold.of(snapshot.former()));
  }

  public PartitionSnapshot pack() {
    return new PartitionSnapshot(
        lines, digest, olderDigests, List.copyOf(atRunTime.values()), maybeTold.former());
  }

  /** Whether nothing was ever said of partitions. */
  public boolean isEmpty() {
    return digest.isEmpty() && atRunTime.isEmpty();
  }

  /** What a file changes, as sentences for an operator. */
  public List<String> changesTo(Partitions next) {
    return isEmpty() ? next.asNew() : ofFile.changesTo(next);
  }

  /** Whether a partition file was ever read. */
  public boolean hasFile() {
    return !digest.isEmpty();
  }

  /** SHA-256 of the file that counts, hex; empty where none was ever read. */
  public String digest() {
    return digest;
  }

  /** Whether a file with this digest counted before the one that counts now. */
  public boolean isOlder(String other) {
    return olderDigests.contains(other);
  }

  /** Those of the file that counts; the default one alone where none was ever read. */
  public Partitions ofFile() {
    return ofFile;
  }

  /** What was changed at run time, by key. */
  public List<RunTimePartition> atRunTime() {
    return List.copyOf(atRunTime.values());
  }

  /** Where orders and the partition file do not say the same, as sentences for an operator. */
  public List<String> conflicts() {
    return atRunTime.keySet().stream().flatMap(key -> conflicts(key).stream()).toList();
  }

  /** The same of one partition, by the lower 15 bits of its P_Key. */
  public List<String> conflicts(int key) {
    return Optional.ofNullable(atRunTime.get(key)).stream()
        .flatMap(given -> PartitionConflicts.of(given, ofFile, inForce).stream())
        .toList();
  }

  /** All that is in force. */
  public Partitions inForce() {
    return inForce;
  }

  /**
   * Those in force, and what partitions were before since all ports that answer were last known to
   * hold what they should. A port may have been told each P_Key that one of them gives it, and no
   * other.
   */
  public List<Partitions> maybeTold() {
    return maybeTold.all(ofFile, atRunTime);
  }

  /** Whether a port may have been told anything else than what is in force. */
  public boolean isInDoubt() {
    return !maybeTold.former().isEmpty();
  }

  /** All ports that answer hold what they should. */
  public PartitionBook withoutDoubt() {
    return new PartitionBook(ofFile, lines, digest, olderDigests, atRunTime, MaybeTold.NOTHING);
  }

  /** After a file was read. */
  public PartitionBook with(PartitionsRead read) {
    List<String> older = new ArrayList<>(olderDigests);
    older.remove(read.digest());
    if (hasFile() && !digest.equals(read.digest())) {
      older.addFirst(digest);
    }
    return new PartitionBook(
        Partitions.read(read.lines()),
        read.lines(),
        read.digest(),
        older.subList(0, Math.min(older.size(), OLDER_MAX)),
        atRunTime,
        isEmpty() || lines.equals(read.lines()) ? maybeTold : maybeTold.withFile(lines));
  }

  /** After members were given or taken back at run time. */
  public PartitionBook with(PartitionChanged changed) {
    RunTimePartition changes = changed.changes();
    RunTimePartition before = atRunTime.get(changes.key());
    MaybeTold told = maybeTold.withMembers(members(before), changes);
    Long2ByteSortedMap members = members(before);
    put(members, changes);
    NavigableMap<Integer, RunTimePartition> next = new TreeMap<>(atRunTime);
    if (members.isEmpty() && hasFile()) {
      next.remove(changes.key());
    } else {
      // Without a file one without members stays: it tells that partitions are managed.
      String name = before == null || !changes.name().isEmpty() ? changes.name() : before.name();
      Optional<Broadcast> had = before == null ? Optional.empty() : before.broadcast();
      next.put(
          changes.key(),
          new RunTimePartition(
              changes.key(),
              name,
              members.keySet().toLongArray(),
              members.values().toByteArray(),
              members.isEmpty() ? Optional.empty() : changes.broadcast().or(() -> had)));
    }
    return new PartitionBook(ofFile, lines, digest, olderDigests, next, told);
  }

  /**
   * Ports, and what they are.
   *
   * @param partition null where nothing was given
   */
  static Long2ByteSortedMap members(RunTimePartition partition) {
    Long2ByteSortedMap members = new Long2ByteRBTreeMap();
    if (partition != null) {
      put(members, partition);
    }
    return members;
  }

  private static void put(Long2ByteMap members, RunTimePartition changes) {
    for (int i = 0; i < changes.guids().length; i++) {
      if (changes.memberships()[i] == RunTimePartition.OUT) {
        members.remove(changes.guids()[i]);
      } else {
        members.put(changes.guids()[i], changes.memberships()[i]);
      }
    }
  }

  /** Those of a file, and what was given beside it. */
  static Partitions together(Partitions ofFile, Collection<RunTimePartition> given) {
    NavigableMap<Integer, RunTimePartition> atRunTime = new TreeMap<>();
    given.forEach(one -> atRunTime.put(one.key(), one));
    if (atRunTime.isEmpty()) {
      return ofFile;
    }
    List<Partition> all = new ArrayList<>();
    for (Partition partition : ofFile.all()) {
      RunTimePartition more = atRunTime.get(partition.key());
      all.add(
          more == null
              ? partition
              : new Partition(
                  partition.name(),
                  partition.key(),
                  partition.sl(),
                  withGroup(partition.groups(), more),
                  withMembers(partition.members(), more)));
    }
    for (RunTimePartition more : atRunTime.values()) {
      if (more.guids().length > 0 && ofFile.find(more.key()).isEmpty()) {
        all.add(
            new Partition(
                more.name(),
                more.key(),
                more.broadcast().map(Broadcast::sl).orElse(0),
                withGroup(List.of(), more),
                withMembers(List.of(), more)));
      }
    }
    return new Partitions(all);
  }

  /** The group of the file goes first, which may be another one than IPv4's hosts expect. */
  private static List<PartitionGroup> withGroup(
      List<PartitionGroup> groups, RunTimePartition more) {
    if (!more.isIpoib()) {
      return groups;
    }
    PartitionGroup broadcast =
        PartitionGroup.broadcast(more.key() | Partition.FULL_BIT, more.broadcast().get());
    if (groups.stream().anyMatch(group -> group.mgid().equals(broadcast.mgid()))) {
      return groups;
    }
    List<PartitionGroup> all = new ArrayList<>(groups);
    all.add(broadcast);
    return all;
  }

  /** The later of two that name the same port counts. */
  private static List<Member> withMembers(List<Member> members, RunTimePartition more) {
    List<Member> all = new ArrayList<>(members);
    for (int i = 0; i < more.guids().length; i++) {
      all.add(Member.port(more.guids()[i], membership(more.memberships()[i])));
    }
    return all;
  }

  private static Membership membership(byte code) {
    return switch (code) {
      case RunTimePartition.FULL -> Membership.FULL;
      case RunTimePartition.LIMITED -> Membership.LIMITED;
      case RunTimePartition.BOTH -> Membership.BOTH;
      default -> throw new IllegalStateException("no membership: " + code);
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionBook that && pack().equals(that.pack());
  }

  @Override
  public int hashCode() {
    return Objects.hash(digest, atRunTime.keySet());
  }
}
