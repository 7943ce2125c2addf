package io.dateline.sm.qos;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Which paths have a level. All criteria that are given have to be met; of the groups of a list one
 * will do. A number that is a criterion has to be asked for: a query that says nothing of it does
 * not match.
 *
 * @param sources groups of which the path's source has to be in one; empty for any source
 * @param destinations likewise
 * @param qosClasses QoS classes (12 bits)
 * @param serviceIds service IDs (64 bits)
 * @param pKeys lower 15 bits of P_Keys
 * @param level of a path that matches
 */
public record MatchRule(
    List<PortGroup> sources,
    List<PortGroup> destinations,
    NumberRanges qosClasses,
    NumberRanges serviceIds,
    NumberRanges pKeys,
    QosLevel level) {
  public MatchRule {
    sources = List.copyOf(sources);
    destinations = List.copyOf(destinations);
  }

  MatchRule resolved(Function<String, OptionalInt> keys) {
    return new MatchRule(
        sources.stream().map(group -> group.resolved(keys)).toList(),
        destinations.stream().map(group -> group.resolved(keys)).toList(),
        qosClasses,
        serviceIds,
        pKeys,
        level);
  }

  /** A rule about ends. */
  static MatchRule ofEnds(List<PortGroup> sources, List<PortGroup> destinations, QosLevel level) {
    return new MatchRule(
        sources, destinations, NumberRanges.NONE, NumberRanges.NONE, NumberRanges.NONE, level);
  }

  /** A rule about service IDs. */
  static MatchRule ofServices(NumberRanges ids, QosLevel level) {
    return new MatchRule(List.of(), List.of(), NumberRanges.NONE, ids, NumberRanges.NONE, level);
  }

  /** A rule about P_Keys. */
  static MatchRule ofPKeys(NumberRanges keys, QosLevel level) {
    return new MatchRule(List.of(), List.of(), NumberRanges.NONE, NumberRanges.NONE, keys, level);
  }
}
