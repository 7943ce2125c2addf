package io.dateline.sm.manager;

import io.dateline.fabric.measure.Candidate;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Engines that are all asked for a routing, so that the best one is taken: here, one after the
 * other, or on other nodes meanwhile. What another node says of its routing is believed until that
 * engine wins. Then it is computed here, too, and has to come out the same. Owned by the subnet
 * manager's actor.
 */
final class Contest {
  /** A routing that was computed here, and what the judge says of it. */
  record Entry(Computed computed, RoutingCheck check) {}

  /** A routing that is on another node, by the GUID of that node's port. */
  private record Remote(long port, String digest) {}

  /**
   * A node has computed other tables than this one.
   *
   * @param port of that node
   * @param there digest of its tables
   * @param here digest of those of this node
   */
  record Difference(String engine, long port, String there, String here) {}

  private final Deque<String> waiting; // to be asked here; the first one is asked now
  private final SequencedMap<String, Long> away = new LinkedHashMap<>(); // port asked, by engine
  private final Map<String, Remote> remote = new LinkedHashMap<>(); // by engine
  private final List<Candidate> refused; // before it began
  private final List<String> order;
  private final Map<String, Candidate> judged = new HashMap<>(); // by engine
  private Computed examined; // by the judge; null while an engine is at work
  private Entry best; // of those computed here; null while there is none
  private boolean isAtWork; // an engine here, or the judge
  private boolean isDecided;

  /**
   * A contest that begins.
   *
   * @param engines that are to be asked, in this order
   * @param out candidates that have refused already, by sentences
   */
  Contest(Collection<String> engines, Collection<Refusal> out) {
    waiting = new ArrayDeque<>(engines);
    order = List.copyOf(engines);
    refused =
        out.stream().map(refusal -> Candidate.out(refusal.engine(), refusal.reason())).toList();
  }

  /**
   * Which engines are asked on other nodes: all nodes take turns, this one first.
   *
   * @param ports GUIDs of other nodes' ports
   * @return port by engine
   */
  SequencedMap<String, Long> share(List<Long> ports) {
    List<String> engines = List.copyOf(waiting);
    for (int i = 0; i < engines.size(); i++) {
      int turn = i % (ports.size() + 1);
      if (turn > 0) {
        waiting.remove(engines.get(i));
        away.put(engines.get(i), ports.get(turn - 1));
      }
    }
    return away;
  }

  /** The engine to be asked here; empty when all have been. */
  Optional<String> next() {
    isAtWork = !waiting.isEmpty();
    return Optional.ofNullable(waiting.peekFirst());
  }

  /** Whether an engine is asked here, or judged. */
  boolean isAtWork() {
    return isAtWork;
  }

  /** Whether the node of a port was asked for an engine, and has not answered. */
  boolean isAway(String engine, long port) {
    return away.getOrDefault(engine, 0L) == port;
  }

  /** Whether other nodes have not answered yet. */
  boolean isAwaiting() {
    return !away.isEmpty();
  }

  /** The engine that another node was asked for last is to be asked here. */
  void takeBack() {
    waiting.addLast(away.pollLastEntry().getKey());
  }

  /**
   * Another node has answered.
   *
   * @param port of that node, which was asked
   * @return why the engine is asked here in its place, where it is
   */
  Optional<String> tried(String engine, long port, CandidateTrial.Answer answer) {
    away.remove(engine);
    return switch (answer) {
      case CandidateTrial.Routed routed -> {
        remote.put(engine, new Remote(port, routed.digest()));
        put(Candidate.of(engine, routed.figures()));
        yield Optional.empty();
      }
      case CandidateTrial.Rejected rejected -> {
        remote.put(engine, new Remote(port, rejected.digest()));
        waiting.addLast(engine);
        yield Optional.of("the judge there rejects its routing: " + rejected.objection());
      }
      case CandidateTrial.Out out -> {
        put(Candidate.out(engine, out.reason()));
        yield Optional.empty();
      }
      case CandidateTrial.Unable unable -> {
        waiting.addLast(engine);
        yield Optional.of(unable.reason());
      }
    };
  }

  /** Its turn is over, and it has no routing that may be used. */
  void out(String reason) {
    String engine = waiting.removeFirst();
    put(Candidate.out(engine, reason));
    remote.remove(engine);
    examined = null;
    isAtWork = false;
  }

  /** It has routed. */
  void examine(Computed computed) {
    examined = computed;
  }

  /**
   * The judge has looked at the routing of the engine whose turn it is.
   *
   * @return the engine whose routing is not needed any more, if there is one
   */
  Optional<String> judged(RoutingCheck check) {
    Entry entry = new Entry(examined, check);
    String engine = waiting.getFirst();
    if (check.objection().isPresent()) {
      out(RoutingRuling.objection(check.objection().get()));
      return Optional.of(engine);
    }
    examined = null;
    isAtWork = false;
    put(Candidate.of(waiting.removeFirst(), check.figures().orElseThrow()));
    if (!isBestHere(engine)) {
      return Optional.of(engine);
    }
    Optional<String> beaten = Optional.ofNullable(best).map(before -> before.computed().engine());
    best = entry;
    return beaten;
  }

  private boolean isBestHere(String engine) {
    if (best == null) {
      return true;
    }
    List<Candidate> both =
        candidates().stream()
            .filter(one -> Set.of(engine, best.computed().engine()).contains(one.engine()))
            .toList();
    return Candidate.best(both).orElseThrow().engine().equals(engine);
  }

  private void put(Candidate candidate) {
    judged.put(candidate.engine(), candidate);
  }

  /**
   * Has the best one computed here, where another node has it.
   *
   * @return whether that has to be done first
   */
  boolean provesBest() {
    Optional<String> engine =
        Candidate.best(candidates()).map(Candidate::engine).filter(this::isElsewhere);
    engine.ifPresent(
        name -> {
          judged.remove(name);
          waiting.addFirst(name);
        });
    return engine.isPresent();
  }

  private boolean isElsewhere(String engine) {
    return remote.containsKey(engine) && (best == null || !best.computed().engine().equals(engine));
  }

  /**
   * Whether the routing that was computed here last is another one than a node has computed; what
   * that node has said counts no more, and its engines are asked here.
   */
  Optional<Difference> difference(Computed computed) {
    Remote there = remote.remove(computed.engine());
    if (there == null || there.digest().equals(computed.digest())) {
      return Optional.empty();
    }
    List<String> doubted =
        remote.entrySet().stream()
            .filter(entry -> entry.getValue().port() == there.port())
            .map(Map.Entry::getKey)
            .toList();
    doubted.forEach(
        engine -> {
          remote.remove(engine);
          judged.remove(engine);
          if (!waiting.contains(engine)) {
            waiting.addLast(engine);
          }
        });
    return Optional.of(
        new Difference(computed.engine(), there.port(), there.digest(), computed.digest()));
  }

  /** The best one of all; empty where none has a routing. */
  Optional<Entry> decide() {
    isDecided = true;
    return Optional.ofNullable(best);
  }

  /** Whether engines are still asked. */
  boolean isOpen() {
    return !isDecided;
  }

  /** Those that have been judged, in the order of the list. */
  List<Candidate> candidates() {
    return Stream.concat(refused.stream(), order.stream().map(judged::get).filter(Objects::nonNull))
        .toList();
  }
}
