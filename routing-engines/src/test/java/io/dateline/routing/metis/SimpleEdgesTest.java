package io.dateline.routing.metis;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.routing.nue.SwitchGraph;
import org.junit.jupiter.api.Test;

class SimpleEdgesTest {
  /** 0 and 1 have two cables and a third one besides another neighbour; 2 has one to itself. */
  @Test
  void shouldMakeParallelCablesOneEdgeAndLeaveOutLoops() {
    SwitchGraph graph =
        new SwitchGraph(
            new int[] {0, 4, 7, 10}, new int[] {1, 2, 1, 1, 0, 0, 0, 2, 2, 0}, new int[] {1, 1, 1});

    SimpleEdges edges = SimpleEdges.of(graph);

    assertThat(edges.first()).containsExactly(0, 2, 3, 4);
    assertThat(edges.to()).containsExactly(1, 2, 0, 0);
    assertThat(edges.weights()).containsExactly(3, 1, 3, 1);
  }
}
