package io.dateline.routing.dor;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.judge.Lane;
import io.dateline.routing.cdg.DependencyGraph;
import io.dateline.routing.hops.Candidates;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which steps from a switch to the next follow each other on some way. Cables between the same two
 * switches are one step, so where steps never depend on each other in a circle channels do not
 * either, whichever of the cables each path takes.
 *
 * <p>That is seldom strict: where two switches have one cable, steps are channels. Steps have the
 * numbers of channels; of parallel ones the first stands for all.
 */
final class StepDependencies implements DependencyGraph.Edges {
  private final SwitchGraph graph;
  private final long[][] follows; // by step: port indices of the next switch that follow it

  private StepDependencies(SwitchGraph graph) {
    this.graph = graph;
    follows = new long[graph.channelCount][];
  }

  /** Walks from every switch to every other one; time grows with the square of their number. */
  static StepDependencies of(SwitchGraph graph, FirstPorts firsts) {
    StepDependencies dependencies = new StepDependencies(graph);
    for (int node = 0; node < graph.switchCount; node++) {
      dependencies.note(node, firsts);
    }
    return dependencies;
  }

  private void note(int node, FirstPorts firsts) {
    int first = graph.first[node];
    byte[][] rows = new byte[graph.degree(node)][]; // by port index: that of the next switch
    for (int index = 0; index < rows.length; index++) {
      int next = graph.to[first + index];
      rows[index] = firsts.row(next);
      follows[first + index] = new long[Candidates.words(graph.degree(next))];
    }
    byte[] row = firsts.row(node);
    for (int to = 0; to < row.length; to++) {
      int index = row[to] & 0xFF;
      if (index != FirstPorts.NONE) {
        int after = rows[index][to] & 0xFF;
        if (after != FirstPorts.NONE) {
          follows[first + index][after >>> 6] |= 1L << after;
        }
      }
    }
  }

  @Override
  public void forEach(DependencyGraph.Edge edge) {
    for (int step = 0; step < follows.length; step++) {
      long[] set = follows[step];
      for (int word = 0; word < set.length; word++) {
        for (long rest = set[word]; rest != 0; rest &= rest - 1) {
          int after = word * Long.SIZE + Long.numberOfTrailingZeros(rest);
          edge.between(step, graph.first[graph.to[step]] + after);
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
    return new Lane(fabric.port(graph.from(step), graph.number(step)), 0);
  }
}
