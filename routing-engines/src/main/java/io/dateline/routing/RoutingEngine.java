package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import java.util.List;
import java.util.Optional;

/**
 * A routing engine: a pure function. The same request gives the same bytes on every node and for
 * any number of threads; no clock, file, logger or actor takes part.
 */
public interface RoutingEngine {
  /** OpenSM's name of the engine, such as {@code minhop}. */
  String name();

  RoutingOutcome route(RoutingRequest request);

  /** The same, where other nodes may make some of it. */
  default RoutingOutcome route(RoutingRequest request, StepPlaces others) {
    return route(request);
  }

  /**
   * Classes that {@link #route} spends its time in. A JVM that was taught what is compiled there
   * (JEP 515) compiles it as soon as they are initialized, so that a caller that has something else
   * to do first can have them initialized meanwhile, on another thread. Nothing else comes of it.
   */
  default List<Class<?>> classes() {
    return List.of();
  }

  /**
   * A routing of this engine again, of which only the tables were kept: its SLs and lanes come from
   * what the engine had remembered.
   *
   * @param options as they are now
   * @param tables that {@link #route} once returned for this fabric and these LIDs
   * @param memory that it returned with them, or a later one
   * @return empty where that is not enough to know the SLs that were granted
   */
  default Optional<Routing> restore(
      Fabric fabric,
      LidMap lids,
      RoutingOptions options,
      ForwardingTables tables,
      EngineMemory memory) {
    return Optional.of(Routing.singleLane(name(), tables));
  }

  /**
   * A routing that {@link #restore} returned, with the tree that groups were parts of when {@link
   * #route} made it. To find that takes longer.
   *
   * @param options as they are now
   * @param memory that the routing was restored with
   * @return empty where the engine has a tree for groups, and does not find it again
   */
  default Optional<Routing> restoreTree(
      Fabric fabric, LidMap lids, RoutingOptions options, Routing routing, EngineMemory memory) {
    return Optional.of(routing);
  }
}
