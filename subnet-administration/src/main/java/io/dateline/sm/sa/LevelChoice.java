package io.dateline.sm.sa;

import io.dateline.mad.sa.PathRecord;
import io.dateline.sm.qos.MatchRule;
import io.dateline.sm.qos.NumberRanges;
import java.util.Arrays;
import java.util.List;

/**
 * The levels of service that the paths of one query have, by their ends. Rules that the query's QoS
 * class, service ID or P_Key contradict are left out once and for all. Immutable.
 */
final class LevelChoice {
  /** Where there is no policy. */
  private static final LevelChoice NONE = new LevelChoice(null, new int[0], PathLevel.ANY);

  private final PolicyIndex index; // null where there are no rules
  private final int[] rules; // that may match, in their order
  private final PathLevel fallback;

  private LevelChoice(PolicyIndex index, int[] rules, PathLevel fallback) {
    this.index = index;
    this.rules = rules;
    this.fallback = fallback;
  }

  static LevelChoice of(SaQuery query) {
    return query.index().policy().map(index -> of(query, index)).orElse(NONE);
  }

  private static LevelChoice of(SaQuery query, PolicyIndex index) {
    List<MatchRule> all = index.rules();
    int[] rules = new int[all.size()];
    int count = 0;
    for (int rule = 0; rule < rules.length; rule++) {
      if (asksFor(query, all.get(rule))) {
        rules[count++] = rule;
      }
    }
    return new LevelChoice(index, Arrays.copyOf(rules, count), index.fallback());
  }

  /** Whether the query has every number that is a criterion of the rule. */
  private static boolean asksFor(SaQuery query, MatchRule rule) {
    return isMet(
            rule.qosClasses(), query.has(PathRecord.QOS_CLASS), query.value(PathRecord.QOS_CLASS))
        && isMet(rule.serviceIds(), query.has(PathRecord.SERVICE_ID56_LSB), serviceId(query))
        && isMet(
            rule.pKeys(),
            query.has(PathRecord.P_KEY),
            query.value(PathRecord.P_KEY) & PartitionKeys.BASE_MASK);
  }

  private static boolean isMet(NumberRanges criterion, boolean isGiven, long number) {
    return criterion.isEmpty() || (isGiven && criterion.contains(number));
  }

  private static long serviceId(SaQuery query) {
    return (long) query.value(PathRecord.SERVICE_ID8_MSB) << 56
        | query.value64(PathRecord.SERVICE_ID56_LSB);
  }

  /** The level of the path from one end port to another. */
  PathLevel of(int source, int destination) {
    for (int rule : rules) {
      if (index.isAbout(rule, source, destination)) {
        return index.level(rule);
      }
    }
    return fallback;
  }
}
