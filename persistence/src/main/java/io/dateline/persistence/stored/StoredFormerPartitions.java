package io.dateline.persistence.stored;

import io.dateline.persistence.event.FormerPartitions;
import io.dateline.persistence.event.FormerPartitions.Members;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@link FormerPartitions} as components of a {@link StoredSubnetSnapshot2}.
 *
 * @param lines of all files, one file after the other
 * @param lineCounts of each file
 * @param keys of partitions that were otherwise at run time
 * @param counts of members of each
 * @param guids of members, those of one partition after another; {@code were} likewise
 */
record StoredFormerPartitions(
    String lines, int[] lineCounts, int[] keys, int[] counts, long[] guids, byte[] were) {
  static StoredFormerPartitions of(FormerPartitions former) {
    List<Members> all = former.members();
    long[] guids = all.stream().flatMapToLong(one -> Arrays.stream(one.guids())).toArray();
    byte[] were = new byte[guids.length];
    int at = 0;
    for (Members one : all) {
      System.arraycopy(one.were(), 0, were, at, one.were().length);
      at += one.were().length;
    }
    return new StoredFormerPartitions(
        String.join("\n", former.files().stream().flatMap(List::stream).toList()),
        former.files().stream().mapToInt(List::size).toArray(),
        all.stream().mapToInt(Members::key).toArray(),
        all.stream().mapToInt(one -> one.guids().length).toArray(),
        guids,
        were);
  }

  FormerPartitions toFormer() {
    List<String> allLines = Appended.lines(lines);
    List<List<String>> files = new ArrayList<>();
    int at = 0;
    for (int count : lineCounts) {
      files.add(allLines.subList(at, at + count));
      at += count;
    }
    List<Members> members = new ArrayList<>();
    at = 0;
    for (int i = 0; i < keys.length; i++) {
      int end = at + counts[i];
      members.add(
          new Members(
              keys[i], Arrays.copyOfRange(guids, at, end), Arrays.copyOfRange(were, at, end)));
      at = end;
    }
    return new FormerPartitions(files, members);
  }
}
