package io.dateline.sm.multicast;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.GroupJudge;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.routing.multicast.GroupTables;
import io.dateline.routing.multicast.HopTrees;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The multicast tables of a subnet's groups, judged: a group whose packets would go in circles, or
 * where they are not wanted, is left out, and one with an SL that the routing's tree was not proven
 * for. Members that are not in the fabric are left out, too.
 */
public final class GroupPlan {
  private static final int PROBLEMS_MAX = 20;
  private static final int RECEIVES = MulticastGroup.FULL_MEMBER | MulticastGroup.NON_MEMBER;

  private GroupPlan() {}

  /**
   * Computes the tables.
   *
   * @param trees of the fabric and the capacities
   * @param capacities by switch: MulticastFDBCap
   */
  public static GroupTables of(
      Fabric fabric,
      Routing routing,
      HopTrees trees,
      Collection<MulticastGroup> groups,
      int[] capacities) {
    List<String> sentences = new ArrayList<>();
    List<MulticastMembers> members = members(fabric, proven(routing, groups, sentences));
    GroupTables tables = GroupTables.of(fabric, routing, trees, members, capacities);
    List<GroupJudge.Problem> harmful =
        GroupJudge.problems(fabric, tables.tables(), members, Integer.MAX_VALUE).stream()
            .filter(GroupJudge.Problem::isHarmful)
            .toList();
    if (!harmful.isEmpty()) {
      harmful.forEach(problem -> sentences.add("not programmed: " + problem.sentence()));
      Set<Integer> mlids =
          harmful.stream().map(GroupJudge.Problem::mlid).collect(Collectors.toSet());
      List<MulticastMembers> rest =
          members.stream().filter(group -> !mlids.contains(group.mlid())).toList();
      tables = GroupTables.of(fabric, routing, trees, rest, capacities);
    }
    sentences.addAll(tables.problems());
    return new GroupTables(
        tables.tables(), sentences.subList(0, Math.min(PROBLEMS_MAX, sentences.size())));
  }

  /**
   * Groups whose packets take the lane that the routing's tree was proven for. A group may be older
   * than the routing.
   */
  private static List<MulticastGroup> proven(
      Routing routing, Collection<MulticastGroup> groups, List<String> sentences) {
    Optional<List<Integer>> levels = routing.multicast().map(MulticastTree::serviceLevels);
    List<MulticastGroup> proven = new ArrayList<>();
    for (MulticastGroup group : groups) {
      if (levels.isEmpty() || levels.get().contains(group.terms().sl())) {
        proven.add(group);
      } else {
        sentences.add(
            "not programmed: group 0x%04X has SL %d, and the routing has a tree for %s"
                .formatted(group.mlid(), group.terms().sl(), levels.get()));
      }
    }
    return proven;
  }

  /** By multicast LID; groups that share one are one. */
  private static List<MulticastMembers> members(Fabric fabric, Collection<MulticastGroup> groups) {
    Map<Integer, BitSet> ports = new TreeMap<>();
    Map<Integer, BitSet> receivers = new TreeMap<>();
    for (MulticastGroup group : groups) {
      BitSet in = ports.computeIfAbsent(group.mlid(), mlid -> new BitSet());
      BitSet receiving = receivers.computeIfAbsent(group.mlid(), mlid -> new BitSet());
      for (MulticastGroup.Member member : group.members()) {
        int port = fabric.endPortByGuid(member.portGuid());
        if (port != Fabric.NONE) {
          in.set(port);
          if ((member.joinState() & RECEIVES) != 0) {
            receiving.set(port);
          }
        }
      }
    }
    return ports.entrySet().stream()
        .map(
            group ->
                new MulticastMembers(
                    group.getKey(),
                    group.getValue().stream().toArray(),
                    receivers.get(group.getKey())))
        .toList();
  }
}
