package io.dateline.routing.actors.generation;

import io.dateline.fabric.Routing;
import io.dateline.routing.EngineMemory;
import java.util.List;
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
 */
public record ComputedRouting(
    long generation,
    Routing routing,
    boolean creditLoopFree,
    String digest,
    long millis,
    List<String> warnings,
    EngineMemory memory,
    List<Integer> leftOut) {
  public ComputedRouting {
    warnings = List.copyOf(warnings);
    Objects.requireNonNull(routing);
    Objects.requireNonNull(digest);
    Objects.requireNonNull(memory);
    leftOut = List.copyOf(leftOut);
  }
}
