package io.dateline.sm.partition;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A partition whose definitions are being read. Has one owner. */
final class PartitionDraft {
  private final String name;
  private final int key;
  private final int line;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<Gid, PartitionGroup> groups = new LinkedHashMap<>();
  private final Map<Gid, Integer> groupLines = new LinkedHashMap<>();
  private int sl;
  private int limitedLine; // where all ports became limited for want of a word; 0 if nowhere

  /** A partition that a line defines, counted from 1; 0 for the default one. */
  PartitionDraft(String name, int key, int line) {
    this.name = name;
    this.key = key;
    this.line = line;
  }

  String name() {
    return name;
  }

  int key() {
    return key;
  }

  int line() {
    return line;
  }

  /** The P_Key of a full member. */
  int fullKey() {
    return key | Partition.FULL_BIT;
  }

  void sl(int value) {
    sl = value;
  }

  /** Adds a member behind all others; those that it overrides as a whole are forgotten. */
  void add(Member member) {
    if (member.kind() == Member.Kind.ALL) {
      members.clear();
      limitedLine = 0;
    }
    members.remove(member.name());
    members.put(member.name(), member);
  }

  /** Remembers that all ports have become limited members without a word that says so. */
  void areLimitedSince(int lineNumber) {
    limitedLine = lineNumber;
  }

  int limitedLine() {
    return limitedLine;
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  void add(PartitionGroup group, int lineNumber) {
    groups.put(group.mgid(), group);
    groupLines.put(group.mgid(), lineNumber);
  }

  /**
   * Gives up groups of IP without a broadcast group of the same scope: hosts could not use them.
   * Each is a warning.
   */
  void dropLostGroups(List<String> warnings) {
    for (PartitionGroup group : new ArrayList<>(groups.values())) {
      if (Mgid.isIpoib(group.mgid()) && !groups.containsKey(Mgid.broadcast(group.mgid()))) {
        groups.remove(group.mgid());
        warnings.add(
            "line %d: there will be no group %s, as its partition has no broadcast group of scope %d"
                .formatted(groupLines.get(group.mgid()), group.mgid(), group.scope()));
      }
    }
  }

  Partition toPartition() {
    return new Partition(
        name, key, sl, List.copyOf(groups.values()), List.copyOf(members.values()));
  }
}
