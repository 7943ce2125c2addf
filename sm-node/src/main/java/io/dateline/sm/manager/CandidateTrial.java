package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidsId;
import io.dateline.fabric.TableDigest;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.actors.engine.EngineOptionsSource;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.sm.state.SubnetState;
import java.util.Optional;
import java.util.function.Function;

/**
 * An engine asked on another node than the master's: one of several that are compared, or the very
 * one that routes. That node has the fabric, LIDs and what engines remember from the journal;
 * tables stay with it, and the master hears what they come to.
 */
public final class CandidateTrial {
  /**
   * What is to be computed.
   *
   * @param generation of the sweep
   * @param topologyId of its fabric
   * @param options digest of the master's options
   * @param memory digest of what engines remember
   * @param before {@link TableDigest} of the tables that the engine is to respect; empty for none
   * @param ownPort GUID of the port that the master sends from
   * @param term of the master that asks; 0 where an earlier version does
   * @param lids {@link LidsId} of the LIDs; 0 likewise
   * @param isUnjudged whether the digest of the tables will do
   */
  public record Task(
      String engine,
      long generation,
      long topologyId,
      String options,
      String memory,
      String before,
      long ownPort,
      long term,
      long lids,
      boolean isUnjudged) {
    /** As the master has it. */
    static Task of(
        String engine,
        long term,
        FabricGeneration subnet,
        String options,
        Generations generations,
        long ownPort,
        boolean isJudged) {
      return new Task(
          engine,
          subnet.number(),
          subnet.topologyId(),
          options,
          subnet.memory().digest(),
          digest(generations.request(subnet, engine, RoutingOptions.DEFAULTS).previous()),
          ownPort,
          term,
          LidsId.of(subnet.lids()),
          !isJudged);
    }

    /** Whether it is of a later term or sweep than another one, which is void then. */
    public boolean isAfter(Task other) {
      return term == other.term ? generation > other.generation : term > other.term;
    }
  }

  /** What became of it. */
  public sealed interface Answer {
    /** For the log. */
    default String inWords() {
      return switch (this) {
        case Routed routed -> routed.figures().inWords();
        case Rejected rejected -> RoutingRuling.objection(rejected.objection());
        case Out out -> out.reason();
        case Unable unable -> unable.reason();
        case Tables tables -> "tables %.16s".formatted(tables.digest());
      };
    }

    /** What tells it from others, for the log. */
    default String inShort() {
      return switch (this) {
        case Routed routed -> "tables %.16s, %s".formatted(routed.digest(), inWords());
        case Rejected rejected -> "tables %.16s, %s".formatted(rejected.digest(), inWords());
        case Out out -> "it refuses (" + out.reason() + ")";
        case Unable unable -> unable.reason();
        case Tables tables -> tables.inWords();
      };
    }

    /** Whether two nodes that are well may say these of an engine. */
    default boolean agreesWith(Answer other) {
      return switch (this) {
        case Routed routed -> routed.equals(other);
        case Rejected rejected ->
            other instanceof Rejected again && again.digest().equals(rejected.digest());
        case Out out -> other instanceof Out;
        case Unable unable -> true;
        case Tables tables -> tables.equals(other);
      };
    }
  }

  /**
   * There are tables, and the judge has nothing against them.
   *
   * @param digest {@link TableDigest}
   */
  public record Routed(String digest, RoutingFigures figures) implements Answer {}

  /**
   * There are tables, and the judge rejects them. The master has them computed by its own node,
   * too.
   *
   * @param digest {@link TableDigest}
   * @param objection a sentence
   */
  public record Rejected(String digest, String objection) implements Answer {}

  /** The engine refuses; the reason is a sentence. */
  public record Out(String reason) implements Answer {}

  /** The node cannot say: it does not know what the master knows. The reason is a sentence. */
  public record Unable(String reason) implements Answer {}

  /**
   * There are tables, which were not judged.
   *
   * @param digest {@link TableDigest}
   */
  public record Tables(String digest) implements Answer {}

  /**
   * What a node computes with.
   *
   * @param generations of that node
   * @param engines by name
   */
  public record Means(
      Generations generations,
      Function<String, Optional<RoutingEngine>> engines,
      EngineOptionsSource options) {}

  private CandidateTrial() {}

  /**
   * Computes and judges, on a node that is not the master. Takes its time.
   *
   * @param state as the node has read it in the journal
   */
  public static Answer run(Task task, SubnetState state, Means means) {
    try {
      return tryIt(task, state, means);
    } catch (RuntimeException e) {
      return new Unable("it failed there: " + e);
    }
  }

  private static Answer tryIt(Task task, SubnetState state, Means means) {
    Optional<FabricGeneration> found = state.generation(task.generation());
    Optional<RoutingOptions> options = means.options().find(task.options());
    Optional<RoutingEngine> engine = means.engines().apply(task.engine());
    if (found.isEmpty() || found.get().topologyId() != task.topologyId()) {
      return new Unable("it has not read of this fabric yet");
    }
    if (options.isEmpty()) {
      return new Unable("it has other options than the master");
    }
    if (engine.isEmpty()) {
      return new Unable("it has no such engine");
    }
    FabricGeneration subnet = found.get();
    RoutingRequest request =
        task.before().isEmpty()
            ? new RoutingRequest(
                subnet.fabric(), subnet.lids(), options.get(), null, subnet.memory())
            : means.generations().request(subnet, task.engine(), options.get());
    if (task.lids() != 0 && task.lids() != LidsId.of(subnet.lids())) {
      return new Unable("it has read of other LIDs than the master's");
    }
    if (!subnet.memory().digest().equals(task.memory())) {
      return new Unable("it remembers something else than the master");
    }
    if (!digest(request.previous()).equals(task.before())) {
      return new Unable("it has not read of the tables that are in force");
    }
    int own = subnet.fabric().endPortByGuid(task.ownPort());
    if (own == Fabric.NONE) {
      return new Unable("it does not know the master's port");
    }
    return switch (engine.get().route(request)) {
      case RoutingOutcome.Refused refused -> refused(refused);
      case RoutingOutcome.Routed routed when task.isUnjudged() ->
          new Tables(TableDigest.of(routed.routing().tables()));
      case RoutingOutcome.Routed routed -> judged(subnet, routed, own);
    };
  }

  private static String digest(ForwardingTables tables) {
    return tables == null ? "" : TableDigest.of(tables);
  }

  /** What an engine learns though it refuses has to be on the master's node. */
  private static Answer refused(RoutingOutcome.Refused refused) {
    return refused.memory().equals(EngineMemory.NONE)
        ? new Out(refused.reason())
        : new Unable("it has learnt something");
  }

  private static Answer judged(FabricGeneration subnet, RoutingOutcome.Routed routed, int own) {
    RoutingCheck check =
        RoutingCheck.ofCandidate(
            subnet.fabric(),
            subnet.lids(),
            routed.routing(),
            routed.leftOut(),
            routed.partly(),
            own);
    String digest = TableDigest.of(routed.routing().tables());
    return check
        .objection()
        .<Answer>map(objection -> new Rejected(digest, objection))
        .orElseGet(() -> new Routed(digest, check.figures().orElseThrow()));
  }
}
