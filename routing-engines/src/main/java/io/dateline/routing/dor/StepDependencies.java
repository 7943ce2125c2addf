package io.dateline.routing.dor;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.judge.Lane;
import io.dateline.routing.cdg.DependencyGraph;
import io.dateline.routing.hops.Candidates;
import io.dateline.routing.hops.SwitchLinks;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which steps from a switch to the next follow each other on some way. Cables between the same two
 * switches are one step, so where steps never depend on each other in a circle channels do not
 * either, whichever of the cables each path takes.
 *
 * <p>That is seldom strict: where two switches have one cable, steps are channels. A switch's steps
 * follow each other from {@code firstStep} on, one for each of its port indices; of parallel ports
 * the first stands for all.
 */
final class StepDependencies implements DependencyGraph.Edges {
  private final SwitchLinks links;
  private final int[] firstStep; // by switch, length switchCount+1
  private final long[][] follows; // by step: port indices of the next switch that follow it

  private StepDependencies(SwitchLinks links) {
    this.links = links;
    firstStep = new int[links.switchCount() + 1];
    for (int node = 0; node < links.switchCount(); node++) {
      firstStep[node + 1] = firstStep[node] + links.neighbours(node).length;
    }
    follows = new long[firstStep[links.switchCount()]][];
  }

  /** Walks from every switch to every other one; time grows with the square of their number. */
  static StepDependencies of(SwitchLinks links, FirstPorts firsts) {
    StepDependencies dependencies = new StepDependencies(links);
    for (int node = 0; node < links.switchCount(); node++) {
      dependencies.note(node, firsts);
    }
    return dependencies;
  }

  private void note(int node, FirstPorts firsts) {
    int[] neighbours = links.neighbours(node);
    byte[][] rows = new byte[neighbours.length][]; // by port index: that of the next switch
    for (int index = 0; index < neighbours.length; index++) {
      int next = neighbours[index];
      rows[index] = firsts.row(next);
      follows[firstStep[node] + index] = new long[Candidates.words(links.neighbours(next).length)];
    }
    byte[] row = firsts.row(node);
    for (int to = 0; to < row.length; to++) {
      int index = row[to] & 0xFF;
      if (index != FirstPorts.NONE) {
        int after = rows[index][to] & 0xFF;
        if (after != FirstPorts.NONE) {
          follows[firstStep[node] + index][after >>> 6] |= 1L << after;
        }
      }
    }
  }

  @Override
  public void forEach(DependencyGraph.Edge edge) {
    for (int node = 0; node < links.switchCount(); node++) {
      int[] neighbours = links.neighbours(node);
      for (int index = 0; index < neighbours.length; index++) {
        long[] set = follows[firstStep[node] + index];
        for (int word = 0; word < set.length; word++) {
          for (long rest = set[word]; rest != 0; rest &= rest - 1) {
            int after = word * Long.SIZE + Long.numberOfTrailingZeros(rest);
            edge.between(firstStep[node] + index, firstStep[neighbours[index]] + after);
          }
        }
      }
    }
  }

  /** Steps each of which can wait for the next and the last for the first, as channels. */
  Optional<List<Lane>> cycle(Fabric fabric) {
    return new DependencyGraph(follows.length)
        .addAll(this)
        .map(steps -> IntStream.of(steps).mapToObj(step -> lane(fabric, step)).toList());
  }

  private Lane lane(Fabric fabric, int step) {
    int node = 0;
    while (firstStep[node + 1] <= step) {
      node++;
    }
    return new Lane(fabric.port(node, links.portNumbers(node)[step - firstStep[node]]), 0);
  }
}
