package io.dateline.sm.partition;

import io.dateline.mad.attribute.Gid;
import io.dateline.sm.text.Counted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The difference between two sets of partitions, in words. Partitions are told by their keys. */
final class PartitionChanges {
  private static final int NAMED_MAX = 5;

  private PartitionChanges() {}

  static List<String> between(List<Partition> before, List<Partition> next) {
    List<String> sentences = new ArrayList<>();
    Map<Integer, Partition> old = byName(before, Partition::key);
    Map<Integer, Partition> now = byName(next, Partition::key);
    for (Partition partition : before) {
      if (!now.containsKey(partition.key())) {
        sentences.add("partition %s is gone".formatted(partition.words()));
      }
    }
    for (Partition partition : next) {
      if (old.containsKey(partition.key())) {
        compare(old.get(partition.key()), partition, sentences);
      } else {
        sentences.add(
            "partition %s is new, with %s"
                .formatted(partition.words(), names(partition.members())));
      }
    }
    return sentences;
  }

  private static void compare(Partition before, Partition next, List<String> sentences) {
    String name = "partition " + next.words();
    if (!before.name().equals(next.name())) {
      sentences.add("%s was named '%s'".formatted(name, before.name()));
    }
    if (before.sl() != next.sl()) {
      sentences.add("%s has SL %d, no longer %d".formatted(name, next.sl(), before.sl()));
    }
    compareMembers(name, before.members(), next.members(), sentences);
    compareGroups(name, before.groups(), next.groups(), sentences);
  }

  private static void compareMembers(
      String name, List<Member> before, List<Member> next, List<String> sentences) {
    Map<String, Member> old = byName(before, Member::name);
    Map<String, Member> now = byName(next, Member::name);
    add(sentences, name + " loses ", filter(before, member -> !now.containsKey(member.name())));
    add(sentences, name + " gets ", filter(next, member -> !old.containsKey(member.name())));
    List<Member> changed =
        filter(
            next,
            member -> old.containsKey(member.name()) && !old.get(member.name()).equals(member));
    List<Member> otherwise = filter(changed, m -> old.get(m.name()).membership() != m.membership());
    add(sentences, name + " has another membership for ", otherwise);
    add(
        sentences,
        name + " is at index 0 now with ",
        filter(changed, m -> m.isIndex0() && !old.get(m.name()).isIndex0()));
    add(
        sentences,
        name + " is no longer at index 0 with ",
        filter(changed, m -> !m.isIndex0() && old.get(m.name()).isIndex0()));
    if (isOtherOrder(before, next)) {
      sentences.add(name + " has its members in another order; of two for a port the last counts");
    }
  }

  /** Whether it is all the same but for the order, which counts where a word names many ports. */
  private static boolean isOtherOrder(List<Member> before, List<Member> next) {
    return !before.equals(next)
        && before.stream().anyMatch(member -> member.kind() != Member.Kind.GUID)
        && Set.copyOf(before).equals(Set.copyOf(next));
  }

  private static void compareGroups(
      String name, List<PartitionGroup> before, List<PartitionGroup> next, List<String> sentences) {
    Map<Gid, PartitionGroup> old = byName(before, PartitionGroup::mgid);
    Map<Gid, PartitionGroup> now = byName(next, PartitionGroup::mgid);
    for (Gid mgid : old.keySet()) {
      if (!now.containsKey(mgid)) {
        sentences.add("%s no longer has the group %s".formatted(name, mgid));
      }
    }
    for (Gid mgid : now.keySet()) {
      if (!old.containsKey(mgid)) {
        sentences.add("%s has the new group %s".formatted(name, mgid));
      } else if (!old.get(mgid).equals(now.get(mgid))) {
        sentences.add("%s has other terms for the group %s".formatted(name, mgid));
      }
    }
  }

  private static <K, T> Map<K, T> byName(List<T> all, Function<T, K> name) {
    Map<K, T> map = new LinkedHashMap<>();
    all.forEach(each -> map.put(name.apply(each), each));
    return map;
  }

  private static List<Member> filter(List<Member> members, Predicate<Member> wanted) {
    return members.stream().filter(wanted).toList();
  }

  private static void add(List<String> sentences, String beginning, List<Member> members) {
    if (!members.isEmpty()) {
      sentences.add(beginning + names(members));
    }
  }

  private static String names(List<Member> members) {
    Stream<String> named = members.stream().limit(NAMED_MAX).map(Member::toString);
    int others = members.size() - NAMED_MAX;
    return named.collect(Collectors.joining(", "))
        + (others > 0 ? " and " + Counted.of(others, "other member") : "");
  }
}
