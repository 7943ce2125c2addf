package io.dateline.fabric.judge;

/**
 * How many pairs take each channel, and each turn: into a switch by one port and out by another,
 * all on VL 0. A pair that is not delivered any more is taken out by a negative count, so that a
 * dependency goes with the last pair that needed it.
 *
 * <p>Counts wrap as unsigned 32-bit numbers: 49,151 LIDs send to 49,151 at most, and sums of
 * differences are right whatever their order. Rows are by output, since what goes to one
 * destination leaves a switch by one port; a row is there once a turn of it is taken. Rows that two
 * judgements have in common are there once.
 */
final class TurnCounts {
  private final SwitchPorts graph;
  private final int[] taken; // by switch port
  private final int[][] turns; // by switch port out: by number of the port in; null where none is

  /** Nothing yet. */
  TurnCounts(SwitchPorts graph) {
    this(graph, new int[graph.portCount], new int[graph.portCount][]);
  }

  private TurnCounts(SwitchPorts graph, int[] taken, int[][] turns) {
    this.graph = graph;
    this.taken = taken;
    this.turns = turns;
  }

  /** The same, to {@link #addAll} to: rows that do not change are those of this one. */
  TurnCounts copy(SwitchPorts sameSwitches) {
    return new TurnCounts(sameSwitches, taken.clone(), turns.clone());
  }

  void take(int channel, int pairs) {
    taken[channel] += pairs;
  }

  /** Notes pairs that come into a switch by a port and leave it by another one. */
  void turn(int inputNumber, int output, int pairs) {
    int[] row = turns[output];
    if (row == null) {
      int node = graph.switchOf[output];
      row = new int[graph.firstPort[node + 1] - graph.firstPort[node]];
      turns[output] = row;
    }
    row[inputNumber] += pairs;
  }

  /** Adds what another worker counted. */
  void addAll(TurnCounts other) {
    for (int channel = 0; channel < taken.length; channel++) {
      taken[channel] += other.taken[channel];
      int[] from = other.turns[channel];
      if (from != null) {
        turns[channel] = turns[channel] == null ? from : sum(turns[channel], from);
      }
    }
  }

  private static int[] sum(int[] some, int[] others) {
    int[] sum = some.clone();
    for (int number = 0; number < sum.length; number++) {
      sum[number] += others[number];
    }
    return sum;
  }

  /**
   * Writes what is taken into a matrix.
   *
   * @param before what the matrix is of; null where it is empty
   */
  void tell(DependencyMatrix matrix, TurnCounts before) {
    for (int channel = 0; channel < taken.length; channel++) {
      if (before == null || (taken[channel] == 0) != (before.taken[channel] == 0)) {
        matrix.setLaneZero(channel, taken[channel] != 0);
      }
      int[] row = turns[channel];
      if (row != null && (before == null || row != before.turns[channel])) {
        tell(matrix, channel, row);
      }
    }
  }

  private void tell(DependencyMatrix matrix, int output, int[] row) {
    int node = graph.switchOf[output];
    int number = graph.numberOf(output);
    for (int input = 0; input < row.length; input++) {
      matrix.setOnLaneZero(node, input, number, row[input] != 0);
    }
  }
}
