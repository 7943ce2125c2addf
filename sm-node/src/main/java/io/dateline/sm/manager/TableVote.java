package io.dateline.sm.manager;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What other nodes say of the tables of one sweep, by their digests: same facts, same bytes. Where
 * they differ the larger number is right. Owned by the subnet manager's actor.
 */
final class TableVote {
  /** What the others say of this node's tables. */
  enum Outcome {
    /** More nodes have these tables than any others, this one among them. */
    RIGHT,
    /** More nodes agree on others. */
    WRONG,
    /** As many do. */
    UNDECIDED
  }

  private final String engine;
  private final Set<Long> awaited; // ports of nodes that are waited for
  private final Set<Long> late; // of those that are not, and have not answered
  private final Map<Long, String> digests = new TreeMap<>(Long::compareUnsigned); // by port
  private boolean isTimed; // those that are waited for
  private String first; // digest of what this node computed at first, if it computes again
  private boolean isOver;

  /**
   * A vote that begins.
   *
   * @param asked ports of nodes that are asked
   * @param late those of them that are not waited for
   */
  TableVote(String engine, Collection<Long> asked, Collection<Long> late) {
    this.engine = engine;
    awaited = new HashSet<>(asked);
    awaited.removeAll(late);
    this.late = new HashSet<>(late);
  }

  String engine() {
    return engine;
  }

  /** A node that refuses says something else than one that has tables. */
  private static Optional<String> digest(CandidateTrial.Answer answer) {
    return switch (answer) {
      case CandidateTrial.Routed routed -> Optional.of(routed.digest());
      case CandidateTrial.Rejected rejected -> Optional.of(rejected.digest());
      case CandidateTrial.Tables tables -> Optional.of(tables.digest());
      case CandidateTrial.Out out -> Optional.of("none");
      case CandidateTrial.Unable unable -> Optional.empty();
    };
  }

  /** A node has answered. */
  void hear(long port, CandidateTrial.Answer answer) {
    boolean isAsked = awaited.contains(port) || late.contains(port);
    lost(port);
    if (isAsked) {
      digest(answer).ifPresent(said -> digests.put(port, said));
    }
  }

  /** A node is gone, or has answered. */
  void lost(long port) {
    awaited.remove(port);
    late.remove(port);
  }

  /** Whether nodes are waited for. */
  boolean isAwaiting() {
    return !awaited.isEmpty();
  }

  /** They are waited for from now on. */
  void time() {
    isTimed = true;
  }

  boolean isTimed() {
    return isTimed;
  }

  /** Those that are waited for have had enough time; they may still answer. */
  Set<Long> giveUp() {
    Set<Long> given = Set.copyOf(awaited);
    late.addAll(awaited);
    awaited.clear();
    return given;
  }

  /**
   * This node computes once more, unless it has.
   *
   * @return whether it does
   */
  boolean repeats(String own) {
    boolean repeats = first == null;
    first = repeats ? own : first;
    return repeats;
  }

  /** Whether this node has computed twice, and not the same. */
  boolean isCorrected(String own) {
    return first != null && !first.equals(own);
  }

  void end() {
    isOver = true;
  }

  boolean isOver() {
    return isOver;
  }

  /**
   * What they say of the tables with this digest.
   *
   * @param makers ports of nodes that have made a part of these tables: that they have the same is
   *     no second opinion
   */
  Outcome outcome(String own, Collection<Long> makers) {
    Map<String, Integer> votes = new HashMap<>();
    digests.forEach(
        (port, digest) -> {
          if (!digest.equals(own) || !makers.contains(port)) {
            votes.merge(digest, 1, Integer::sum);
          }
        });
    votes.merge(own, 1, Integer::sum);
    int ours = votes.remove(own);
    int theirs = votes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    if (ours == theirs) {
      return Outcome.UNDECIDED;
    }
    return ours > theirs ? Outcome.RIGHT : Outcome.WRONG;
  }

  /** Ports of nodes that have tables with this digest. */
  List<Long> alike(String own) {
    return ports(own::equals);
  }

  /** Those of nodes that have others. */
  List<Long> unlike(String own) {
    return ports(said -> !said.equals(own));
  }

  private List<Long> ports(Predicate<String> isSaid) {
    return digests.entrySet().stream()
        .filter(entry -> isSaid.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What a node has said. */
  String said(long port) {
    return digests.get(port);
  }
}
