package io.dateline.sm.manager;

import io.dateline.persistence.event.EngineComparison.LeftOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The other nodes that compute for the master, which are those that programmers may live on. One
 * that was wrong, or silent, is left out in this term.
 */
final class TrialNodes {
  /** Nothing depends on it: nodes that do not answer are given up long before. */
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final SmContext context;
  private final SubnetManagerSetup setup;
  private final Consumer<String> warn;
  private final Map<Long, String> leftOut; // what nodes have done, by port GUID, in this term
  private final Map<Long, Long> wrong = new HashMap<>(); // generation of the sweep, by port GUID

  /**
   * None has been asked yet.
   *
   * @param warn takes sentences for the operator
   */
  TrialNodes(SmContext context, Consumer<String> warn) {
    this.context = context;
    setup = context.setup();
    leftOut = context.situation().leftOut;
    this.warn = warn;
  }

  /** GUIDs of the ports of those that may be asked. */
  List<Long> others(HeavySweep sweep) {
    List<Long> ports = there(sweep);
    ports.removeAll(leftOut.keySet());
    return ports;
  }

  /**
   * The same, with those that have been found wrong in this very sweep: it may be this node that
   * is.
   */
  List<Long> voters(HeavySweep sweep) {
    List<Long> ports = there(sweep);
    ports.removeIf(
        port -> leftOut.containsKey(port) && wrong.getOrDefault(port, 0L) != sweep.generation);
    return ports;
  }

  private List<Long> there(HeavySweep sweep) {
    List<Long> ports = new ArrayList<>(setup.homes().chosen().orElse(Set.of()));
    ports.retainAll(setup.peers().get().triers());
    ports.remove(own(sweep));
    return ports;
  }

  private static Long own(HeavySweep sweep) {
    return sweep.found.fabric().portGuid(sweep.found.localPort());
  }

  /**
   * Asks one.
   *
   * @param what is asked, in words
   * @param term of this master
   * @param port GUID of its port
   * @param isJudged whether it is to judge its tables, too
   * @param told makes what the manager is told of the answer
   */
  void ask(
      String what,
      HeavySweep sweep,
      long term,
      String engine,
      long port,
      boolean isJudged,
      Function<CandidateTrial.Answer, SmCommand> told) {
    long own = own(sweep);
    String options = sweep.settings.routing().options().digest();
    context
        .out()
        .await(
            what,
            () ->
                CompletableFuture.supplyAsync(
                        () ->
                            CandidateTrial.Task.of(
                                engine,
                                term,
                                sweep.subnet,
                                options,
                                setup.generations(),
                                own,
                                isJudged),
                        setup.computing())
                    .thenCompose(task -> setup.workers().tryCandidate(port, task, PATIENCE)),
            (answer, failure) ->
                told.apply(
                    failure == null ? answer : new CandidateTrial.Unable("it did not answer")));
  }

  /** A node was silent. */
  void leaveOut(long port, String reason) {
    leftOut.put(port, reason);
    warn.accept(new LeftOut(port, reason).inWords());
  }

  /** A node was wrong: it programs nothing any more, either. */
  void distrust(HeavySweep sweep, long port, String reason) {
    if (leftOut.containsKey(port)) {
      return;
    }
    leaveOut(port, reason);
    wrong.put(port, sweep.generation);
    context.homes().distrust(port);
  }

  /** Who is left out, for the journal. */
  List<LeftOut> leftOut() {
    return leftOut.entrySet().stream()
        .map(node -> new LeftOut(node.getKey(), node.getValue()))
        .toList();
  }
}
