package io.dateline.routing.actors.generation;

import io.dateline.fabric.Routing;
import java.util.Objects;

/**
 * A routing that an engine computed on this node.
 *
 * @param generation number of the fabric generation it is for
 * @param creditLoopFree whether the engine claims that no credit loop can form
 * @param digest {@link TableDigest} of its tables
 * @param millis what the engine took
 */
public record ComputedRouting(
    long generation, Routing routing, boolean creditLoopFree, String digest, long millis) {
  public ComputedRouting {
    Objects.requireNonNull(routing);
    Objects.requireNonNull(digest);
  }
}
