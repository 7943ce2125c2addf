package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/** Visits destinations, each as a whole. One worker's scratch. */
final class Visits {
  private final JudgeInput input;
  private final Tally tally;
  private final LaneWalk walk;
  private final DestinationTree tree;
  private final SwitchDistances search;
  private int home = Fabric.NONE;
  private int[] distances; // to that

  Visits(JudgeInput input, Tally tally) {
    this.input = input;
    this.tally = tally;
    walk = input.isSingleLane() ? new SingleLane(input, tally) : new LanePerPath(input, tally);
    tree = new DestinationTree(input.graph, input.routing.tables());
    search = new SwitchDistances(input.graph);
    distances = search.to(home);
  }

  /** Has the tally take in what packets of all senders to a destination do. */
  void visit(int place) {
    JudgedLid target = input.target(place);
    if (input.destinations.switches[place] != home) {
      home = input.destinations.switches[place];
      distances = search.to(home);
    }
    tally.begin(target.lid());
    tree.build(target.lid(), target.port());
    if (tree.hasLoops()) {
      tree.forEachLoop(channels -> tally.addLoop(target.lid(), channels));
    }
    walk.visit(target, tree, distances);
    tally.end();
  }

  /** Names pairs of a destination; those that are wanted. */
  void name(int place, boolean anyMissing, UndeliveredExamples examples) {
    visit(place);
    examples.collect(input.target(place), tree, distances, anyMissing, walk);
  }
}
