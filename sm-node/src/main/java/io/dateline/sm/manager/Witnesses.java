package io.dateline.sm.manager;

import io.dateline.fabric.Guid;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.text.Counted;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Has other nodes compute the tables of a sweep at the same time, where programmers are spread, and
 * compares digests before anything is programmed. Two against one tells who is wrong. A node that
 * is wrong is left out. If this node is, it computes again, and is to step down if it comes out
 * wrong again. A node that has not answered in time is not waited for in the next sweeps, until it
 * has.
 */
final class Witnesses {
  /** What is to be done with the tables. */
  enum Ruling {
    WAIT,
    USE,
    COMPUTE_AGAIN,
    STEP_DOWN
  }

  private static final String LATE_TIMER = "witnesses-late";
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private final SmContext context;
  private final TrialNodes nodes;
  private final Consumer<String> warn;
  private final Set<Long> slow = new HashSet<>(); // ports of nodes, in this term
  private List<Long> told = List.of(); // ports of nodes that had the same tables
  private long term;

  /**
   * None yet.
   *
   * @param warn takes sentences for the operator
   */
  Witnesses(SmContext context, TrialNodes nodes, Consumer<String> warn) {
    this.context = context;
    this.nodes = nodes;
    this.warn = warn;
  }

  /**
   * Asks them.
   *
   * @param alike ports of nodes that have computed the same tables already
   */
  void ask(SubnetState state, HeavySweep sweep, String engine, Collection<Long> alike) {
    if (term != state.term()) {
      term = state.term();
      slow.clear();
      told = List.of();
    }
    List<Long> asked = nodes.voters(sweep);
    slow.retainAll(asked);
    sweep.vote = new TableVote(engine, asked, slow);
    for (long port : asked) {
      if (alike.contains(port)) {
        sweep.vote.hear(port, new CandidateTrial.Tables(sweep.digest));
      } else {
        ask(sweep, engine, port);
      }
    }
  }

  private void ask(HeavySweep sweep, String engine, long port) {
    long generation = sweep.generation;
    nodes.ask(
        "tables of %s on another node".formatted(engine),
        sweep,
        term,
        engine,
        port,
        /* isJudged= */ false,
        answer -> new StepEnded.TablesWitnessed(generation, engine, port, answer));
  }

  /**
   * Takes an answer in.
   *
   * @return whether it may have been waited for
   */
  boolean take(HeavySweep sweep, StepEnded.TablesWitnessed witnessed) {
    TableVote vote = sweep.vote;
    long port = witnessed.port();
    if (vote == null || !vote.engine().equals(witnessed.engine())) {
      return false; // that engine has refused here
    }
    vote.hear(port, witnessed.answer());
    if (!vote.isOver()) {
      slow.remove(port);
      if (witnessed.answer() instanceof CandidateTrial.Unable unable) {
        context
            .out()
            .info("No tables from the node of port {}: {}", Guid.format(port), unable.reason());
      }
      return true;
    }
    if (vote.unlike(sweep.digest).contains(port)) {
      distrust(vote, sweep, port, ", and came too late to be asked about them");
    }
    return false;
  }

  private static boolean isOpen(HeavySweep sweep) {
    return sweep != null && sweep.vote != null && !sweep.vote.isOver();
  }

  /** A node is no member any more. */
  void lost(HeavySweep sweep, long port) {
    if (isOpen(sweep) && sweep.vote.isAwaiting()) {
      sweep.vote.lost(port);
      if (!sweep.vote.isAwaiting()) {
        context.out().tell(new StepEnded.WitnessesLate(sweep.generation));
      }
    }
  }

  /**
   * They have had enough time.
   *
   * @return whether the tables wait for that
   */
  boolean late(HeavySweep sweep) {
    if (!isOpen(sweep)) {
      return false;
    }
    Set<Long> late = sweep.vote.giveUp();
    slow.addAll(late);
    if (!late.isEmpty()) {
      context
          .out()
          .info(
              "Not waited for, until they have computed tables in time: the nodes of ports {}",
              names(late));
    }
    return true;
  }

  private static String names(Collection<Long> ports) {
    return ports.stream()
        .sorted(Long::compareUnsigned)
        .map(Guid::format)
        .collect(Collectors.joining(", "));
  }

  /**
   * What is to be done with the tables, which have been judged.
   *
   * @param millis that this node took for them
   */
  Ruling ruling(HeavySweep sweep, long millis) {
    TableVote vote = sweep.vote;
    if (vote == null || vote.isOver()) {
      return Ruling.USE;
    }
    if (vote.isAwaiting()) {
      if (!vote.isTimed()) {
        startTimer(sweep, millis);
      }
      return Ruling.WAIT;
    }
    if (vote.isTimed()) {
      context.out().cancel(LATE_TIMER);
    }
    TableVote.Outcome outcome = vote.outcome(sweep.digest, sweep.makers);
    if (outcome != TableVote.Outcome.RIGHT && vote.repeats(sweep.digest)) {
      warn.accept(
          "other nodes have other tables of %s, so this one computes again: %s"
              .formatted(vote.engine(), digests(vote, sweep)));
      return Ruling.COMPUTE_AGAIN;
    }
    vote.end();
    if (outcome == TableVote.Outcome.WRONG) {
      return Ruling.STEP_DOWN;
    }
    if (vote.isCorrected(sweep.digest)) {
      warn.accept(
          "this node has computed other tables of %s at first: its memory or processor may be at fault"
              .formatted(vote.engine()));
    }
    String others =
        outcome == TableVote.Outcome.RIGHT
            ? " and " + Counted.of(vote.alike(sweep.digest).size(), "other")
            : ", and no third node says which are right";
    vote.unlike(sweep.digest).forEach(port -> distrust(vote, sweep, port, others));
    tellAlike(vote.alike(sweep.digest));
    return Ruling.USE;
  }

  private void startTimer(HeavySweep sweep, long millis) {
    sweep.vote.time();
    Duration wait = Duration.ofMillis(2 * millis);
    context
        .out()
        .startTimer(
            LATE_TIMER,
            wait.compareTo(SHORTEST_WAIT) > 0 ? wait : SHORTEST_WAIT,
            new StepEnded.WitnessesLate(sweep.generation));
  }

  private void distrust(TableVote vote, HeavySweep sweep, long port, String others) {
    nodes.distrust(
        sweep,
        port,
        "has other tables of %s (%.16s) than this node (%.16s)%s"
            .formatted(vote.engine(), vote.said(port), sweep.digest, others));
  }

  /** Once for as long as they are the same. */
  private void tellAlike(List<Long> alike) {
    if (!alike.equals(told)) {
      told = alike;
      if (alike.isEmpty()) {
        context.out().info("No other node computes the same tables");
      } else {
        context.out().info("The same tables are computed by the nodes of ports {}", names(alike));
      }
    }
  }

  /** Who has which tables. */
  static String digests(TableVote vote, HeavySweep sweep) {
    return vote.unlike(sweep.digest).stream()
        .map(port -> "the node of port %s %.16s".formatted(Guid.format(port), vote.said(port)))
        .collect(Collectors.joining(", ", "", ", this node %.16s".formatted(sweep.digest)));
  }
}
