package io.dateline.routing;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Tables, or the reason why there are none. */
public sealed interface RoutingOutcome {
  /**
   * The fabric is routed.
   *
   * @param creditLoopFree whether the engine claims that no credit loop can form; the code that
   *     programs the routing has that proven first
   * @param warnings sentences for the operator, each of which names the switch, port or GUID
   * @param dumps what the engine tells beside its tables, by the name of the file that OpenSM's
   *     engine writes, such as {@code opensm-ftree-ca-order.dump}
   * @param memory what the next request is to have, once the routing is in the switches
   * @param leftOut end ports that the engine does not serve beyond their own switch, although
   *     cables lead there: they are no part of what it routes
   * @param partly end ports that the engine may leave without routes from and to some others,
   *     although cables join them, as the operator's options allow
   */
  record Routed(
      Routing routing,
      boolean creditLoopFree,
      List<String> warnings,
      Map<String, String> dumps,
      EngineMemory memory,
      List<Integer> leftOut,
      List<Integer> partly)
      implements RoutingOutcome {
    public Routed {
      warnings = List.copyOf(warnings);
      dumps = Map.copyOf(dumps);
      Objects.requireNonNull(memory);
      leftOut = List.copyOf(leftOut);
      partly = List.copyOf(partly);
    }

    /** A routing by an engine that serves all ports. */
    public Routed(
        Routing routing,
        boolean creditLoopFree,
        List<String> warnings,
        Map<String, String> dumps,
        EngineMemory memory) {
      this(routing, creditLoopFree, warnings, dumps, memory, List.of(), List.of());
    }

    /** A routing by an engine that has nothing to remember. */
    public Routed(
        Routing routing, boolean creditLoopFree, List<String> warnings, Map<String, String> dumps) {
      this(routing, creditLoopFree, warnings, dumps, EngineMemory.NONE);
    }

    /** Tables that leave everything on SL 0, and nothing to say about them. */
    public static Routed singleLane(
        String engine, ForwardingTables tables, boolean creditLoopFree) {
      return new Routed(Routing.singleLane(engine, tables), creditLoopFree, List.of(), Map.of());
    }
  }

  /**
   * The engine will not route this fabric.
   *
   * @param reason a sentence that names the switch, port or rule
   * @param memory what the next request is to have although nothing was routed: that of this one,
   *     and what the engine has learnt of the fabric; {@link EngineMemory#NONE} where that is
   *     nothing
   */
  record Refused(String engine, String reason, EngineMemory memory) implements RoutingOutcome {
    public Refused {
      Objects.requireNonNull(memory);
    }

    /** A refusal that nothing was learnt from. */
    public Refused(String engine, String reason) {
      this(engine, reason, EngineMemory.NONE);
    }
  }
}
