package io.dateline.sm.partition;

import io.dateline.persistence.event.FormerPartitions;
import io.dateline.persistence.event.RunTimePartition;
import it.unimi.dsi.fastutil.longs.Long2ByteRBTreeMap;
import it.unimi.dsi.fastutil.longs.Long2ByteSortedMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What partitions were before they became what they are, for ports that may still hold it. What a
 * port was at run time in a partition is kept as a set, so that any number of orders needs one
 * entry a port. Immutable.
 */
final class MaybeTold {
  static final MaybeTold NOTHING = new MaybeTold(FormerPartitions.NONE);

  /** A port may refuse its P_Keys for ever, while the file is changed again and again. */
  private static final int FILES_MAX = 16;

  private static final int OUT = 1 << RunTimePartition.OUT;
  private static final int LIMITED = 1 << RunTimePartition.LIMITED;

  private final FormerPartitions former;

  private MaybeTold(FormerPartitions former) {
    this.former = former;
  }

  static MaybeTold of(FormerPartitions former) {
    return former.isEmpty() ? NOTHING : new MaybeTold(former);
  }

  FormerPartitions former() {
    return former;
  }

  /**
   * After another file was read.
   *
   * @param before lines of the one that counted; none where no file was ever read
   */
  MaybeTold withFile(List<String> before) {
    List<List<String>> files = new ArrayList<>(former.files());
    files.remove(before);
    files.add(before);
    if (files.size() > FILES_MAX) {
      Partitions oldest = file(files.removeFirst());
      files.set(0, oldest.union(file(files.getFirst())).lines());
    }
    return new MaybeTold(new FormerPartitions(files, former.members()));
  }

  /**
   * After members were given or taken back at run time.
   *
   * @param before what was given of that partition
   * @param changes to it
   */
  MaybeTold withMembers(Long2ByteSortedMap before, RunTimePartition changes) {
    NavigableMap<Integer, FormerPartitions.Members> byKey = new TreeMap<>();
    former.members().forEach(members -> byKey.put(members.key(), members));
    Long2ByteSortedMap were = new Long2ByteRBTreeMap();
    if (byKey.containsKey(changes.key())) {
      put(were, byKey.get(changes.key()));
    }
    for (int i = 0; i < changes.guids().length; i++) {
      long guid = changes.guids()[i];
      byte was = before.getOrDefault(guid, RunTimePartition.OUT);
      if (was != changes.memberships()[i]) {
        were.put(guid, (byte) (were.getOrDefault(guid, (byte) 0) | 1 << was));
      }
    }
    if (were.isEmpty()) {
      return this;
    }
    byKey.put(
        changes.key(),
        new FormerPartitions.Members(
            changes.key(), were.keySet().toLongArray(), were.values().toByteArray()));
    return new MaybeTold(new FormerPartitions(former.files(), List.copyOf(byKey.values())));
  }

  private static void put(Long2ByteSortedMap were, FormerPartitions.Members members) {
    for (int i = 0; i < members.guids().length; i++) {
      were.put(members.guids()[i], members.were()[i]);
    }
  }

  private static Partitions file(List<String> lines) {
    return lines.isEmpty() ? Partitions.DEFAULT : Partitions.read(lines);
  }

  /**
   * Partitions of which one at least gives a port each P_Key that it may have been told, or the one
   * of full members in place of that of limited ones.
   *
   * @param ofFile those of the file that counts
   * @param atRunTime what was given at run time, by key
   */
  List<Partitions> all(Partitions ofFile, NavigableMap<Integer, RunTimePartition> atRunTime) {
    Set<Partitions> all = new LinkedHashSet<>();
    all.add(PartitionBook.together(ofFile, atRunTime.values()));
    if (former.isEmpty()) {
      return List.copyOf(all);
    }
    List<Partitions> files = new ArrayList<>(former.files().stream().map(MaybeTold::file).toList());
    files.add(ofFile);
    NavigableMap<Integer, Long2ByteSortedMap> sets = sets(atRunTime);
    Collection<RunTimePartition> given = strongest(sets, /* isLeft= */ false);
    // A port that was given nothing for a while was what the file says.
    Collection<RunTimePartition> left = strongest(sets, /* isLeft= */ true);
    for (Partitions file : files) {
      all.add(PartitionBook.together(file, given));
      all.add(PartitionBook.together(file, left));
    }
    return List.copyOf(all);
  }

  /** By key and port, all that it was and is. */
  private NavigableMap<Integer, Long2ByteSortedMap> sets(
      NavigableMap<Integer, RunTimePartition> atRunTime) {
    NavigableMap<Integer, Long2ByteSortedMap> sets = new TreeMap<>();
    for (FormerPartitions.Members members : former.members()) {
      Long2ByteSortedMap now = PartitionBook.members(atRunTime.get(members.key()));
      Long2ByteSortedMap set = new Long2ByteRBTreeMap();
      for (int i = 0; i < members.guids().length; i++) {
        long guid = members.guids()[i];
        byte is = now.getOrDefault(guid, RunTimePartition.OUT);
        set.put(guid, (byte) (members.were()[i] | 1 << is));
      }
      sets.put(members.key(), set);
    }
    for (RunTimePartition one : atRunTime.values()) {
      Long2ByteSortedMap set = sets.computeIfAbsent(one.key(), key -> new Long2ByteRBTreeMap());
      for (int i = 0; i < one.guids().length; i++) {
        set.putIfAbsent(one.guids()[i], (byte) (1 << one.memberships()[i]));
      }
    }
    return sets;
  }

  /**
   * The strongest membership of each port.
   *
   * @param isLeft whether ports that were given nothing for a while are left out
   */
  private static Collection<RunTimePartition> strongest(
      NavigableMap<Integer, Long2ByteSortedMap> sets, boolean isLeft) {
    List<RunTimePartition> all = new ArrayList<>();
    sets.forEach(
        (key, set) -> {
          Long2ByteSortedMap members = new Long2ByteRBTreeMap();
          set.forEach(
              (guid, were) -> {
                int given = were & ~OUT;
                boolean isLeftOut = given == 0 || (isLeft && given != were);
                if (!isLeftOut) {
                  members.put(
                      guid, given == LIMITED ? RunTimePartition.LIMITED : RunTimePartition.FULL);
                }
              });
          all.add(
              new RunTimePartition(
                  key,
                  "",
                  members.keySet().toLongArray(),
                  members.values().toByteArray(),
                  Optional.empty()));
        });
    return all;
  }
}
