package io.dateline.sm.partition;

import io.dateline.fabric.format.LineException;
import io.dateline.mad.attribute.Gid;
import io.dateline.sm.partition.Member.Kind;
import io.dateline.sm.partition.Member.Membership;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Partitions whose file is being read: which definitions are of one partition. Has one owner. */
final class PartitionsDraft {
  static final String DEFAULT_NAME = "Default";

  private final List<String> warnings;
  private final Map<Integer, PartitionDraft> byKey = new LinkedHashMap<>();
  private final Map<String, List<PartitionDraft>> byName = new HashMap<>();
  private final Set<Integer> numbered = new HashSet<>(); // keys that no line gave
  private final Set<Gid> mgids = new HashSet<>();
  private int counter;

  /** Adds its warnings to a list. */
  PartitionsDraft(List<String> warnings) {
    this.warnings = warnings;
    PartitionDraft standard = make(DEFAULT_NAME, Partition.DEFAULT_KEY, 0);
    // A file that says nothing of the default partition leaves its members limited. What it says
    // counts beside this, not instead of it.
    standard.add(Member.of(Kind.ALL, Membership.LIMITED));
    standard.add(Member.of(Kind.SELF, Membership.FULL));
  }

  /** The partition of a definition with a P_Key; the top bit does not count. */
  PartitionDraft partition(String name, int key, int line) {
    int base = key & Partition.DEFAULT_KEY;
    PartitionDraft found = byKey.get(base);
    if (found == null) {
      return make(name, base, line);
    }
    if (numbered.contains(base) && !found.name().equals(name)) {
      warnings.add(
          "line %d: P_Key 0x%04x is what '%s' of line %d was given, which names none: they are one"
                  .formatted(line, base, found.name(), found.line())
              + " partition");
    } else if (!name.isEmpty() && !found.name().equals(name) && found.line() > 0) {
      warnings.add(
          "line %d: '%s' is the partition '%s' of line %d, which has the same P_Key 0x%04x"
              .formatted(line, name, found.name(), found.line(), base));
    }
    return found;
  }

  /** The partition of a definition without a P_Key: the one of its name, or a new one. */
  PartitionDraft partition(String name, int line) throws LineException {
    List<PartitionDraft> found = byName.getOrDefault(name, List.of());
    if (found.size() > 1) {
      throw new LineException(
          "there are %d partitions '%s'; the P_Key has to say which".formatted(found.size(), name));
    }
    if (found.size() == 1 && !name.isEmpty()) {
      return found.getFirst();
    }
    int key = freeKey();
    numbered.add(key);
    return make(name, key, line);
  }

  private int freeKey() throws LineException {
    do {
      counter++;
    } while (byKey.containsKey(counter));
    if (counter >= Partition.DEFAULT_KEY) {
      throw new LineException("there is no P_Key left for it");
    }
    return counter;
  }

  private PartitionDraft make(String givenName, int key, int line) {
    String name = givenName.isEmpty() ? "%04x".formatted(key) : givenName;
    PartitionDraft made = new PartitionDraft(name, key, line);
    byKey.put(key, made);
    byName.computeIfAbsent(name, each -> new ArrayList<>()).add(made);
    return made;
  }

  boolean hasGroup(Gid mgid) {
    return mgids.contains(mgid);
  }

  /** Takes a group; false where there is one with its GID. */
  boolean add(PartitionDraft partition, PartitionGroup group, int line) {
    boolean isNew = mgids.add(group.mgid());
    if (isNew) {
      partition.add(group, line);
    }
    return isNew;
  }

  /** In order of definition, the default one first. */
  List<Partition> toPartitions() {
    List<Partition> all = new ArrayList<>();
    for (PartitionDraft draft : byKey.values()) {
      if (draft.isEmpty()) {
        warnings.add(
            "line %d: partition '%s' has no members, so there will be none"
                .formatted(draft.line(), draft.name()));
        continue;
      }
      draft.dropLostGroups(warnings);
      Partition partition = draft.toPartition();
      warnOfLimited(draft, partition);
      all.add(partition);
    }
    return all;
  }

  private void warnOfLimited(PartitionDraft draft, Partition partition) {
    if (!partition.hasFullMembers()) {
      warnings.add(
          ("partition %s has limited members only, so no two of them can talk:"
                  + " '=full' or defmember=full makes full members")
              .formatted(partition.words()));
    } else if (draft.limitedLine() > 0) {
      warnings.add(
          ("line %d: ALL has no '=full', so all ports are limited members of partition %s but"
                  + " those that are named as full: two limited members cannot talk")
              .formatted(draft.limitedLine(), partition.words()));
    }
  }
}
