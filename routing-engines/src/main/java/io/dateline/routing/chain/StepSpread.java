package io.dateline.routing.chain;

import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.StepPlaces;
import io.dateline.routing.StepPlaces.NotRoutedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Has steps routed at the same time: by the threads of this node, and by other nodes where there
 * are any. The first step, which is the whole fabric, stays here. What another node has not routed
 * until it has had twice the time that this node took, a second at least, is routed here. Where a
 * step was routed makes no difference to what it has made. Used once.
 */
final class StepSpread {
  private static final long SHORTEST_WAIT_NS = 1_000_000_000;

  /** Reads what another node has made. */
  interface Reader {
    List<Turn> read(byte[] bytes, ChainOptions.Step step, String node) throws NotRoutedException;
  }

  private final StepPlaces others;
  private final Parts parts;
  private final int threads;
  private final Function<ChainOptions.Step, List<Turn>> here;
  private final Reader reader;
  private final List<String> warnings = new ArrayList<>();

  /**
   * Of one routing.
   *
   * @param here routes a step, or what stands in for it, on any thread
   */
  StepSpread(
      StepPlaces others,
      Parts parts,
      int threads,
      Function<ChainOptions.Step, List<Turn>> here,
      Reader reader) {
    this.others = others;
    this.parts = parts;
    this.threads = threads;
    this.here = here;
    this.reader = reader;
  }

  /** Which steps other nodes were to route, and did not: sentences for the operator. */
  List<String> warnings() {
    return warnings;
  }

  /** The turns of each step, in the order of the steps. */
  List<List<Turn>> turns(List<ChainOptions.Step> steps) {
    Map<ChainOptions.Step, String> nodes = nodes(steps);
    Map<ChainOptions.Step, StepPlaces.Asked> asked = new LinkedHashMap<>();
    try {
      long beginNs = System.nanoTime();
      nodes.forEach((step, node) -> asked.put(step, others.ask(node, step.id())));
      Map<ChainOptions.Step, List<Turn>> made = new HashMap<>();
      routeHere(steps.stream().filter(step -> !nodes.containsKey(step)).toList(), made);
      long tookNs = System.nanoTime() - beginNs;
      long untilNs = beginNs + Math.max(2 * tookNs, SHORTEST_WAIT_NS);
      List<ChainOptions.Step> left = new ArrayList<>();
      nodes.forEach(
          (step, node) -> {
            try {
              byte[] bytes = asked.remove(step).await(untilNs - System.nanoTime());
              made.put(step, reader.read(bytes, step, node));
              others.used(node, step.id());
            } catch (NotRoutedException e) {
              left.add(step);
              warnings.add(
                  "%s is routed here and not by the node of port %s: %s"
                      .formatted(step.words(), node, e.getMessage()));
            }
          });
      routeHere(left, made);
      return steps.stream().map(made::get).toList();
    } finally {
      asked.values().forEach(StepSpread::drop); // an engine may have failed here
    }
  }

  /** Nobody waits for the answer any more: else it would be kept until it comes. */
  private static void drop(StepPlaces.Asked asked) {
    try {
      asked.await(0);
    } catch (NotRoutedException e) {
      // it is not wanted
    }
  }

  private void routeHere(List<ChainOptions.Step> steps, Map<ChainOptions.Step, List<Turn>> made) {
    List<List<Turn>> turns = Slices.each(steps, threads, here);
    for (int at = 0; at < turns.size(); at++) {
      made.put(steps.get(at), turns.get(at));
    }
  }

  /** By step the node that is to route it: the largest part first, each where least is to do. */
  private Map<ChainOptions.Step, String> nodes(List<ChainOptions.Step> steps) {
    Map<ChainOptions.Step, String> nodes = new LinkedHashMap<>();
    if (others.names().isEmpty() || steps.size() < 2) {
      return nodes;
    }
    Slices.each(steps, threads, parts::of);
    Map<String, Long> loads = new LinkedHashMap<>();
    others.names().stream().sorted().forEach(name -> loads.put(name, 0L));
    long own = entries(steps.getFirst());
    List<ChainOptions.Step> rest = new ArrayList<>(steps.subList(1, steps.size()));
    rest.sort(Comparator.comparingLong(this::entries).reversed());
    for (ChainOptions.Step step : rest) {
      String idle = loads.keySet().stream().min(Comparator.comparingLong(loads::get)).orElseThrow();
      if (loads.get(idle) < own && !parts.of(step).isIdle()) {
        nodes.put(step, idle);
        loads.merge(idle, entries(step), Long::sum);
      } else {
        own += entries(step);
      }
    }
    return nodes;
  }

  private long entries(ChainOptions.Step step) {
    Part part = parts.of(step);
    return (long) part.fabric().switchCount() * part.servedCount();
  }
}
