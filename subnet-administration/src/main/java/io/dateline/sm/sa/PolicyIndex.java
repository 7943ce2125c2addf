package io.dateline.sm.sa;

import io.dateline.sm.qos.MatchRule;
import io.dateline.sm.qos.PortGroup;
import io.dateline.sm.qos.QosPolicy;
import io.dateline.sm.subnet.SubnetView;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A QoS policy on a subnet: which ports its rules are about. Immutable, made once for a view, in
 * time proportional to groups and rules times ports.
 */
final class PolicyIndex {
  private final QosPolicy policy;
  private final BitSet[] sources; // by rule: ports, null for any
  private final BitSet[] destinations; // by rule: ports, null for any
  private final PathLevel[] levels; // by rule
  private final PathLevel fallback;

  private PolicyIndex(QosPolicy policy, GroupMembers members) {
    this.policy = policy;
    int rules = policy.rules().size();
    sources = new BitSet[rules];
    destinations = new BitSet[rules];
    levels = new PathLevel[rules];
    fallback = PathLevel.of(policy.fallback());
    Map<List<PortGroup>, BitSet> known = new HashMap<>(); // many rules are about the same groups
    for (int rule = 0; rule < rules; rule++) {
      MatchRule each = policy.rules().get(rule);
      sources[rule] = members(each.sources(), members, known);
      destinations[rule] = members(each.destinations(), members, known);
      levels[rule] = PathLevel.of(each.level());
    }
  }

  static PolicyIndex of(QosPolicy policy, SubnetView view, PartitionKeys[] keys) {
    return new PolicyIndex(policy, new GroupMembers(view, keys));
  }

  private static BitSet members(
      List<PortGroup> groups, GroupMembers members, Map<List<PortGroup>, BitSet> known) {
    return groups.isEmpty() ? null : known.computeIfAbsent(groups, members::of);
  }

  List<MatchRule> rules() {
    return policy.rules();
  }

  /** Whether a rule is about paths between two end ports, as far as these go. */
  boolean isAbout(int rule, int source, int destination) {
    return (sources[rule] == null || sources[rule].get(source))
        && (destinations[rule] == null || destinations[rule].get(destination));
  }

  PathLevel level(int rule) {
    return levels[rule];
  }

  /** Where no rule matches. */
  PathLevel fallback() {
    return fallback;
  }
}
