package io.dateline.persistence.event;

import io.dateline.fabric.Guid;
import io.dateline.fabric.measure.Candidate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Engines that were compared.
 *
 * @param generation for which they were: the winner stays for the next ones, 0 where none were
 * @param candidates in the order in which they were asked
 * @param elsewhere those of them that other nodes than the master have tried
 * @param leftOut nodes that were not believed
 */
public record EngineComparison(
    long generation, List<Candidate> candidates, List<Trial> elsewhere, List<LeftOut> leftOut) {
  /**
   * A node has tried an engine.
   *
   * @param port GUID of that node's port
   */
  public record Trial(String engine, long port) {}

  /**
   * A node computes no tables any more in the master's term.
   *
   * @param port GUID of that node's port
   * @param reason a part of a sentence: what it has done
   */
  public record LeftOut(long port, String reason) {
    /** In words. */
    public String inWords() {
      return "the node of port %s is left out: it %s".formatted(Guid.format(port), reason);
    }
  }

  /** Where the first engine that routes is taken. */
  public static final EngineComparison NONE = new EngineComparison(0, List.of());

  public EngineComparison {
    candidates = List.copyOf(candidates);
    elsewhere = List.copyOf(elsewhere);
    leftOut = List.copyOf(leftOut);
  }

  /** Of engines that the master alone has tried. */
  public EngineComparison(long generation, List<Candidate> candidates) {
    this(generation, candidates, List.of(), List.of());
  }

  /** The engines. */
  public List<String> engines() {
    return candidates.stream().map(Candidate::engine).toList();
  }

  /** In words, a sentence for each engine, and for each node that is left out. */
  public List<String> inWords() {
    return Stream.concat(candidatesInWords().stream(), leftOut.stream().map(LeftOut::inWords))
        .toList();
  }

  /** In words, a sentence for each engine. */
  public List<String> candidatesInWords() {
    return candidates.stream().map(candidate -> candidate.inWords() + where(candidate)).toList();
  }

  private String where(Candidate candidate) {
    return elsewhere.stream()
        .filter(trial -> trial.engine().equals(candidate.engine()))
        .map(trial -> "; tried by the node of port " + Guid.format(trial.port()))
        .collect(Collectors.joining());
  }
}
