package io.dateline.sm.qos;

import java.util.List;
import java.util.Objects;

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
}
