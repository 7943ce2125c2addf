package io.dateline.sm.qos;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which level a path has: that of the first rule that matches.
 *
 * @param rules in the order in which they are tried: those of {@code qos-match-rules}, then those
 *     that {@code qos-ulps} stand for
 * @param fallback where no rule matches
 * @param digest of what its file says, comments and blank lines aside: 64 hexadecimal digits
 */
public record QosPolicy(List<MatchRule> rules, QosLevel fallback, String digest) {
  public QosPolicy {
    rules = List.copyOf(rules);
    Objects.requireNonNull(fallback);
    Objects.requireNonNull(digest);
  }

  /** Partitions that its groups name. */
  public Set<String> partitions() {
    return rules.stream()
        .flatMap(rule -> Stream.concat(rule.sources().stream(), rule.destinations().stream()))
        .flatMap(group -> group.partitions().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The same policy, about the P_Keys of partitions in place of their names.
   *
   * @param keys lower 15 bits of a partition's P_Key, by its name
   */
  public QosPolicy resolved(Function<String, OptionalInt> keys) {
    return partitions().isEmpty()
        ? this
        : new QosPolicy(rules.stream().map(rule -> rule.resolved(keys)).toList(), fallback, digest);
  }
}
