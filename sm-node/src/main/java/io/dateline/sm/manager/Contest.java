package io.dateline.sm.manager;

import io.dateline.fabric.measure.Candidate;
import io.dateline.persistence.event.EngineComparison.Trial;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.routing.actors.engine.RoutingEngineBehavior.Computed;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Engines that are all asked for a routing, so that the best one is taken: here, one after the
 * other, or on other nodes meanwhile. What another node says is believed until that engine is asked
 * here, too: the one that wins is, and all are where none has a routing. If this node finds
 * something else, nothing counts that the other one has said. Owned by the subnet manager's actor.
 */
final class Contest {
  /** A routing that was computed here, and what the judge says of it. */
  record Entry(Computed computed, RoutingCheck check) {}

  /** What another node has said of an engine, by the GUID of that node's port. */
  private record Word(long port, CandidateTrial.Answer answer) {}

  /**
   * A node has found something else than this one.
   *
   * @param port of that node
   */
  record Difference(
      String engine, long port, CandidateTrial.Answer there, CandidateTrial.Answer here) {}

  /**
   * What follows from an engine's turn here.
   *
   * @param notNeeded the engine whose routing is not needed any more, if there is one
   * @param difference to what another node has said
   */
  record Outcome(Optional<String> notNeeded, Optional<Difference> difference) {}

  private final List<String> order;
  private final List<Candidate> refused; // before it began
  private final Deque<String> free; // to be asked anywhere
  private final Deque<String> here = new ArrayDeque<>(); // to be asked on this node
  private final SequencedMap<String, Long> away = new LinkedHashMap<>(); // port asked, by engine
  private final Map<String, Long> late = new HashMap<>(); // the same of those taken back
  private final Set<Long> idle = new TreeSet<>(Long::compareUnsigned); // nodes, by port
  private final Map<String, Word> words = new LinkedHashMap<>(); // not tried here, by engine
  private final Map<String, Long> elsewhere = new HashMap<>(); // port of the node, by engine
  private final Map<String, Candidate> judged = new HashMap<>(); // by engine
  private String turn; // the engine asked here; null while there is none
  private Computed examined; // by the judge; null while an engine is at work
  private Entry best; // of those computed here; null while there is none
  private boolean isDecided;

  /**
   * A contest that begins.
   *
   * @param engines that are to be asked, in this order
   * @param out candidates that have refused already, by sentences
   * @param others ports of other nodes that may be asked
   * @param inForce engine whose routing is, if there is one: no other node has it changed
   */
  Contest(
      Collection<String> engines,
      Collection<Refusal> out,
      Collection<Long> others,
      Optional<String> inForce) {
    free = new ArrayDeque<>(engines);
    inForce.filter(free::remove).ifPresent(here::add);
    order = List.copyOf(engines);
    refused =
        out.stream().map(refusal -> Candidate.out(refusal.engine(), refusal.reason())).toList();
    idle.addAll(others);
  }

  // ---- Who is asked

  /** The engine to be asked here; empty when there is none now. */
  Optional<String> next() {
    turn = here.isEmpty() ? free.pollFirst() : here.pollFirst();
    return Optional.ofNullable(turn);
  }

  /** Whether an engine is asked here, or judged. */
  boolean isAtWork() {
    return turn != null;
  }

  /**
   * Engines that other nodes are to be asked for, one each.
   *
   * @return port by engine
   */
  SequencedMap<String, Long> share() {
    SequencedMap<String, Long> shared = new LinkedHashMap<>();
    for (long port : List.copyOf(idle)) {
      if (!free.isEmpty()) {
        idle.remove(port);
        shared.put(free.removeFirst(), port);
      }
    }
    away.putAll(shared);
    return shared;
  }

  /** Whether other nodes have not answered yet. */
  boolean isAwaiting() {
    return !away.isEmpty();
  }

  /** Other nodes have had enough time: what they have not answered is asked here. */
  List<String> takeBack() {
    List<String> engines = List.copyOf(away.keySet());
    late.putAll(away);
    away.clear();
    here.addAll(engines);
    return engines;
  }

  /** A node is gone: what it has not answered is asked here. */
  List<String> lost(long port) {
    List<String> engines = keys(away, port);
    engines.forEach(away::remove);
    here.addAll(engines);
    late.values().removeIf(asked -> asked == port);
    idle.remove(port);
    return engines;
  }

  private static List<String> keys(Map<String, Long> ports, long port) {
    return ports.entrySet().stream()
        .filter(entry -> entry.getValue() == port)
        .map(Map.Entry::getKey)
        .toList();
  }

  // ---- What they say

  /**
   * Another node has answered. An answer that comes late counts where the engine was not asked here
   * meanwhile.
   *
   * @param port of that node
   * @return why the engine is asked here in its place, where it is
   */
  Optional<String> tried(String engine, long port, CandidateTrial.Answer answer) {
    boolean isInTime = away.remove(engine, port);
    boolean isLate = late.remove(engine, port) && here.remove(engine);
    if (!isInTime && !isLate) {
      return Optional.empty();
    }
    if (answer instanceof CandidateTrial.Unable unable) {
      here.addLast(engine);
      return Optional.of(unable.reason());
    }
    idle.add(port);
    elsewhere.put(engine, port);
    words.put(engine, new Word(port, answer));
    switch (answer) {
      case CandidateTrial.Routed routed -> put(Candidate.of(engine, routed.figures()));
      case CandidateTrial.Rejected rejected -> here.addLast(engine);
      default -> put(Candidate.out(engine, answer.inWords()));
    }
    return answer instanceof CandidateTrial.Rejected rejected
        ? Optional.of("the judge there rejects its routing: " + rejected.objection())
        : Optional.empty();
  }

  /** The engine whose turn it is cannot be asked, which says nothing of other nodes. */
  void gaveUp(String reason) {
    words.remove(turn);
    out(reason);
  }

  /** The engine whose turn it is has refused. */
  Optional<Difference> refused(String reason) {
    String engine = turn;
    out(reason);
    return compare(engine, new CandidateTrial.Out(reason));
  }

  private void out(String reason) {
    put(Candidate.out(turn, reason));
    examined = null;
    turn = null;
  }

  /** It has routed. */
  void examine(Computed computed) {
    examined = computed;
  }

  /** The judge has looked at the routing of the engine whose turn it is. */
  Outcome judged(RoutingCheck check) {
    Entry entry = new Entry(examined, check);
    String engine = turn;
    String digest = examined.digest();
    if (check.objection().isPresent()) {
      String objection = check.objection().get();
      out(RoutingRuling.objection(objection));
      return new Outcome(
          Optional.of(engine), compare(engine, new CandidateTrial.Rejected(digest, objection)));
    }
    examined = null;
    turn = null;
    put(Candidate.of(engine, check.figures().orElseThrow()));
    Optional<String> notNeeded = Optional.of(engine);
    if (isBestHere(engine)) {
      notNeeded = Optional.ofNullable(best).map(before -> before.computed().engine());
      best = entry;
    }
    return new Outcome(
        notNeeded,
        compare(engine, new CandidateTrial.Routed(digest, check.figures().orElseThrow())));
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

  private Optional<Difference> compare(String engine, CandidateTrial.Answer found) {
    Word word = words.remove(engine);
    if (word == null || word.answer().agreesWith(found)) {
      return Optional.empty();
    }
    doubt(word.port());
    return Optional.of(new Difference(engine, word.port(), word.answer(), found));
  }

  /** Nothing counts that a node has said and that this one has not found, too. */
  private void doubt(long port) {
    lost(port);
    List<String> said =
        words.entrySet().stream()
            .filter(entry -> entry.getValue().port() == port)
            .map(Map.Entry::getKey)
            .toList();
    said.forEach(
        engine -> {
          words.remove(engine);
          judged.remove(engine);
          if (!here.contains(engine)) {
            here.addLast(engine);
          }
        });
    keys(elsewhere, port).forEach(elsewhere::remove);
  }

  // ---- How it ends

  /**
   * Has the best one computed here, where another node has it.
   *
   * @return whether that has to be done first
   */
  boolean provesBest() {
    Optional<String> engine =
        Candidate.best(candidates()).map(Candidate::engine).filter(words::containsKey);
    engine.ifPresent(
        name -> {
          judged.remove(name);
          here.addFirst(name);
        });
    return engine.isPresent();
  }

  /**
   * Has engines asked here that other nodes have refused for, where no engine has a routing.
   *
   * @return those engines; none where that was done
   */
  List<String> doubtRefusals() {
    if (Candidate.best(candidates()).isPresent()) {
      return List.of();
    }
    List<String> engines = order.stream().filter(words::containsKey).toList();
    engines.forEach(judged::remove);
    here.addAll(engines);
    return engines;
  }

  /** The best one of all; empty where none has a routing. */
  Optional<Entry> decide() {
    isDecided = true;
    return Optional.ofNullable(best);
  }

  /** Ports of nodes that have not answered in time, nor since. */
  Set<Long> late() {
    return new HashSet<>(late.values());
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

  /** Engines that other nodes have tried, in the order of the list, and who. */
  List<Trial> elsewhere() {
    return order.stream()
        .filter(elsewhere::containsKey)
        .map(engine -> new Trial(engine, elsewhere.get(engine)))
        .toList();
  }
}
