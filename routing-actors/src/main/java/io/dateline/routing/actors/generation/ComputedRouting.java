package io.dateline.routing.actors.generation;

import io.dateline.fabric.Routing;
import io.dateline.fabric.TableDigest;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOutcome;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A routing that an engine computed on this node.
 *
 * @param generation number of the fabric generation it is for
 * @param creditLoopFree whether the engine claims that no credit loop can form
 * @param digest {@link TableDigest} of its tables
 * @param millis what the engine took
 * @param warnings the engine's, for the operator
 * @param memory what the engine wants to be told again
 * @param leftOut end ports that the engine says it does not serve
 * @param partly end ports that it says it need not serve from and to all others
 * @param isMended whether it goes on from tables of before
 * @param dumps what the engine tells beside its tables, by file name
 * @param makers GUIDs of the ports of other nodes that have routed steps of a chain, by step
 */
public record ComputedRouting(
    long generation,
    Routing routing,
    boolean creditLoopFree,
    String digest,
    long millis,
    List<String> warnings,
    EngineMemory memory,
    List<Integer> leftOut,
    List<Integer> partly,
    boolean isMended,
    Map<String, String> dumps,
    Map<Long, Long> makers) {
  public ComputedRouting {
    warnings = List.copyOf(warnings);
    Objects.requireNonNull(routing);
    Objects.requireNonNull(digest);
    Objects.requireNonNull(memory);
    leftOut = List.copyOf(leftOut);
    partly = List.copyOf(partly);
    dumps = Map.copyOf(dumps);
    makers = Map.copyOf(makers);
  }

  /** What an engine has routed for a generation. */
  public static ComputedRouting of(
      long generation, RoutingOutcome.Routed routed, boolean isMended, String digest, long millis) {
    return new ComputedRouting(
        generation,
        routed.routing(),
        routed.creditLoopFree(),
        digest,
        millis,
        routed.warnings(),
        routed.memory(),
        routed.leftOut(),
        routed.partly(),
        isMended,
        routed.dumps(),
        Map.of());
  }

  /** This with other nodes that have routed steps. */
  public ComputedRouting withMakers(Map<Long, Long> others) {
    return new ComputedRouting(
        generation,
        routing,
        creditLoopFree,
        digest,
        millis,
        warnings,
        memory,
        leftOut,
        partly,
        isMended,
        dumps,
        others);
  }
}
