package io.dateline.routing.actors.generation;

import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Predecessors;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What this node holds of fabric generations: those of the newest numbers, the routings computed
 * for the newest two of them, and the one that was activated last. One instance a node; any thread
 * may call it.
 *
 * <p>Routings are the big part: 188 MB of tables for 3,840 switches and 48,000 LIDs.
 */
public final class Generations {
  /** Fabrics kept. */
  public static final int FABRICS_MAX = 4;

  /** Generations whose routings are kept. */
  public static final int ROUTED_MAX = 2;

  private final TreeMap<Long, FabricGeneration> fabrics = new TreeMap<>();
  private final TreeMap<Long, Map<String, ComputedRouting>> routings = new TreeMap<>();
  private final TreeMap<Long, Map<String, EngineMemory>> learnt = new TreeMap<>();
  private long abandoned; // the last one that was
  private ActivatedTables activated; // under this node's lead, null until there are some
  private ActivatedTables recalled; // null where activated ones are known
  private long anew = -1; // generation for which no tables are respected
  private ReplicatedTablesSource replica = ReplicatedTablesSource.NONE;

  /** Adds a generation, and drops the oldest when there are too many. */
  public synchronized void add(FabricGeneration generation) {
    fabrics.put(generation.number(), generation);
    while (fabrics.size() > FABRICS_MAX) {
      fabrics.pollFirstEntry();
    }
    routings.headMap(fabrics.firstKey()).clear();
    learnt.headMap(fabrics.firstKey()).clear();
  }

  public synchronized Optional<FabricGeneration> find(long number) {
    return Optional.ofNullable(fabrics.get(number));
  }

  /** The highest number that a generation ever had here, 0 before. */
  public synchronized long lastNumber() {
    return fabrics.isEmpty() ? abandoned : Math.max(abandoned, fabrics.lastKey());
  }

  /** Gives up a generation whose routing is not programmed. Numbers grow still. */
  public synchronized void abandon(long number) {
    fabrics.remove(number);
    routings.remove(number);
    learnt.remove(number);
    abandoned = Math.max(abandoned, number);
  }

  /** Whether a generation was given up, or is older than one that was and is not known any more. */
  public synchronized boolean isAbandoned(long number) {
    return number <= abandoned && !fabrics.containsKey(number);
  }

  /** Whether no engine is to begin with a generation: it was given up, or there is a newer one. */
  public synchronized boolean isPast(long number) {
    return number <= abandoned || number < lastNumber();
  }

  /**
   * Keeps a routing, unless its generation has been dropped already.
   *
   * @return whether it was kept
   */
  public synchronized boolean add(ComputedRouting computed) {
    if (!fabrics.containsKey(computed.generation())) {
      return false;
    }
    routings
        .computeIfAbsent(computed.generation(), number -> new HashMap<>())
        .put(computed.routing().engine(), computed);
    while (routings.size() > ROUTED_MAX) {
      routings.pollFirstEntry();
    }
    return routings.containsKey(computed.generation());
  }

  /** What an engine computed for a generation. */
  public synchronized Optional<ComputedRouting> routing(long generation, String engine) {
    return Optional.ofNullable(routings.get(generation)).map(engines -> engines.get(engine));
  }

  /** Gives up what an engine computed for a generation: another routing is better. */
  public synchronized void drop(long generation, String engine) {
    Optional.ofNullable(routings.get(generation)).ifPresent(engines -> engines.remove(engine));
  }

  /** Keeps what an engine that refused has learnt, unless its generation has been dropped. */
  public synchronized void learnt(long generation, String engine, EngineMemory memory) {
    if (fabrics.containsKey(generation)) {
      learnt.computeIfAbsent(generation, number -> new HashMap<>()).put(engine, memory);
    }
  }

  /** What an engine learnt of a generation that it refused, if that is anything. */
  public synchronized Optional<EngineMemory> learnt(long generation, String engine) {
    return Optional.ofNullable(learnt.get(generation)).map(engines -> engines.get(engine));
  }

  /** Remembers what is in the switches now, for as long as it is. */
  public synchronized void activated(ActivatedTables tables) {
    activated = tables;
    recalled = null;
  }

  /**
   * What programmers remember of their switches when a term begins: some of it may never have been
   * activated. It stands in where this node does not know what was.
   */
  public synchronized void recalled(ActivatedTables tables) {
    recalled = tables;
  }

  /** Engines that route this generation are to respect no tables. */
  public synchronized void respectNone(long number) {
    anew = number;
  }

  /** Where tables are to be had that were activated under another node's lead. */
  public synchronized void replica(ReplicatedTablesSource source) {
    replica = Objects.requireNonNull(source);
  }

  /**
   * What an engine is asked about a generation. Tables of before are those activated last, here or
   * elsewhere, as far as they mean the same now, see {@link PreviousTables}; none where none were
   * activated, or {@code engine} is not to respect them ({@link Predecessors}), or none is. Of a
   * chain the memory says which steps made these tables: another routing may have been planned
   * since.
   */
  public RoutingRequest request(FabricGeneration now, String engine, RoutingOptions options) {
    Optional<ActivatedTables> before = before(now, engine);
    return new RoutingRequest(
        now.fabric(),
        now.lids(),
        options,
        before
            .map(known -> PreviousTables.carry(known.generation(), known.tables(), now))
            .orElse(null),
        before
            .map(known -> now.memory().chain().withForceOf(known.steps()))
            .map(now.memory()::with)
            .orElse(now.memory()));
  }

  private Optional<ActivatedTables> before(FabricGeneration now, String engine) {
    ActivatedTables before;
    ActivatedTables remembered;
    ReplicatedTablesSource elsewhere;
    synchronized (this) {
      if (now.number() == anew) {
        return Optional.empty();
      }
      before = activated;
      remembered = recalled == null ? activated : recalled;
      elsewhere = replica;
    }
    if (before == null || elsewhere.newest() > before.generation().number()) {
      before = elsewhere.load().orElse(remembered);
    }
    return Optional.ofNullable(before)
        .filter(known -> Predecessors.areRespected(engine, known.engine()));
  }
}
