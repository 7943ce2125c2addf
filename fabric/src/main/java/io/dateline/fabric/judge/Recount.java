package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashSet;
import java.util.Set;

/**
 * Counts what a change makes another: what packets did before is taken out, and what they do now is
 * put in. Of a destination that stayed only those pairs are recounted whose packets come to a
 * switch that does something else with them, whose senders changed, or whose distance did. Where
 * those are many, and for destinations that came or went, all of its pairs are. One worker's.
 */
final class Recount {
  private final Changes changes;
  private final Tally tally; // of differences
  private final Side before;
  private final Side now;
  private final int[] seen; // by switch: the destination that it was met for last, its place + 1
  private final IntArrayList met = new IntArrayList(); // switches whose senders are recounted
  private final int metMax;

  /** What is read from one of the two inputs. */
  private static final class Side {
    final JudgeInput input;
    final SingleLane walk;
    final LidPath path;
    final Visits visits;
    private final SwitchDistances search;
    private int home = Fabric.NONE;
    private int[] distances;

    Side(JudgeInput input, Tally tally) {
      this.input = input;
      walk = new SingleLane(input, tally);
      path = new LidPath(input.graph, input.routing.tables());
      visits = new Visits(input, tally);
      search = new SwitchDistances(input.graph);
      distances = search.to(home);
    }

    int[] distancesTo(int to) {
      if (to != home) {
        home = to;
        distances = search.to(home);
      }
      return distances;
    }
  }

  Recount(Changes changes, Tally tally) {
    this.changes = changes;
    this.tally = tally;
    before = new Side(changes.before, tally);
    now = new Side(changes.now, tally);
    seen = new int[changes.now.graph.switchCount];
    metMax = seen.length / 4 + 8;
  }

  /** Recounts one of {@link Changes#count} destinations. */
  void run(int index) {
    int stayed = changes.stayed.size();
    int come = changes.come.size();
    if (index < stayed) {
      stayed(changes.stayed.getInt(index));
    } else if (index < stayed + come) {
      whole(now, changes.come.getInt(index - stayed), 1);
    } else {
      whole(before, changes.gone.getInt(index - stayed - come), -1);
    }
  }

  private void whole(Side side, int place, int times) {
    tally.times(times);
    side.visits.visit(place);
  }

  private void stayed(int place) {
    JudgedLid target = now.input.target(place);
    int home = now.input.destinations.switches[place];
    if (!meet(place, target.lid(), home)) {
      whole(before, changes.placeBefore(place), -1);
      whole(now, place, 1);
      return;
    }
    JudgedLid targetBefore = before.input.target(changes.placeBefore(place));
    tally.begin(target.lid());
    for (int i = 0; i < met.size(); i++) {
      recount(met.getInt(i), targetBefore, target, home);
    }
    tally.end();
    circles(before, target.lid(), -1);
    circles(now, target.lid(), 1);
  }

  /** Collects the switches whose senders are to be recounted; tells whether they are few. */
  private boolean meet(int place, int lid, int home) {
    met.clear();
    for (int i = 0; i < changes.steps.count(lid); i++) {
      meet(place, changes.steps.node(lid, i));
    }
    // Up to there the way of packets is as before, so what it was tells who comes there.
    SwitchPorts graph = before.input.graph;
    for (int head = 0; head < met.size() && met.size() <= metMax; head++) {
      int node = met.getInt(head);
      for (int i = graph.firstNeighbour[node]; i < graph.firstNeighbour[node + 1]; i++) {
        if (before.path.next(graph.neighbours[i], lid) == node) {
          meet(place, graph.neighbours[i]);
        }
      }
    }
    changes.senders.stream().forEach(node -> meet(place, node));
    if (hasOtherDistances(home)) {
      int[] were = before.distancesTo(home);
      int[] are = now.distancesTo(home);
      for (int node = 0; node < are.length; node++) {
        if (were[node] != are[node]) {
          meet(place, node);
        }
      }
    }
    return met.size() <= metMax;
  }

  private void meet(int place, int node) {
    if (seen[node] != place + 1) {
      seen[node] = place + 1;
      met.add(node);
    }
  }

  private boolean hasOtherDistances(int home) {
    return home != Fabric.NONE && changes.distances.homes.get(home);
  }

  private void recount(int node, JudgedLid targetBefore, JudgedLid target, int home) {
    int lid = target.lid();
    before.path.follow(node, lid, targetBefore.port());
    now.path.follow(node, lid, target.port());
    int was = 0; // any will do where nothing counts that depends on it
    int is = 0;
    if (before.path.fault != now.path.fault
        || before.path.hops != now.path.hops
        || changes.senders.get(node)
        || hasOtherDistances(home)) {
      was = distance(before, changes.distances.before(node), node, home);
      is = distance(now, changes.distances.now(node), node, home);
    }
    tally.times(-1);
    before.walk.visitFrom(node, targetBefore, before.path, was);
    tally.times(1);
    now.walk.visitFrom(node, target, now.path, is);
  }

  private static int distance(Side side, int[] known, int node, int home) {
    if (home == Fabric.NONE) {
      return Fabric.NONE;
    }
    return known == null ? side.distancesTo(home)[node] : known[home];
  }

  /** A circle that came or went has a switch that does something else with its packets. */
  private void circles(Side side, int lid, int times) {
    tally.times(times);
    Set<IntArrayList> counted = new HashSet<>();
    for (int i = 0; i < changes.steps.count(lid); i++) {
      int[] circle = side.path.circle(changes.steps.node(lid, i), lid);
      if (circle.length > 0 && counted.add(new IntArrayList(circle))) {
        tally.addLoop(lid, circle);
      }
    }
  }
}
