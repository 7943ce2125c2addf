package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusShape;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the places of switches from the places of some and from the cables between all.
 *
 * <p>A switch beside a placed one is at one of the free places beside that one's. Such candidates
 * are struck out until nothing changes (arc consistency; Mackworth, Consistency in networks of
 * relations, 1977, AC-3): a place is none for a switch if it is taken, or if some neighbour of the
 * switch is placed elsewhere, or has no candidate beside it. Two switches beside each other whose
 * other neighbours are placed beside each other make a face of the grid, which is how torus-2QoS is
 * said to discover a torus; but what is struck out at one face counts at all others, whatever cubes
 * they are of. Only cables that are there say anything, for one that is missing may have been lost.
 *
 * <p>A switch is placed where one candidate is left, and two of its neighbours agree: a single
 * cable may lead to a switch that is not of the torus at all.
 */
final class SwitchPlaces {
  private final int[][] neighbours; // by switch: those it is cabled to, each once
  private final GridNeighbours grid;
  private final int neighboursNeeded; // that agree, before a switch is placed
  private final int[] placeOf; // by switch, NONE where it has none yet
  private final int[] switchAt; // by place, NONE where no switch is
  private final int[][] candidates; // by switch: where it may be, null where nothing is known
  private final boolean[] contradicted; // by switch: no place is beside all that its cables lead to
  private final boolean[] isQueued; // by switch
  private final IntArrayFIFOQueue queue = new IntArrayFIFOQueue(); // to be looked at again

  SwitchPlaces(int[][] neighbours, TorusShape shape, GridNeighbours grid) {
    this.neighbours = neighbours;
    this.grid = grid;
    neighboursNeeded = shape.radices().stream().filter(radix -> radix > 1).count() > 1 ? 2 : 1;
    placeOf = new int[neighbours.length];
    Arrays.fill(placeOf, Fabric.NONE);
    switchAt = new int[shape.places()];
    Arrays.fill(switchAt, Fabric.NONE);
    candidates = new int[placeOf.length][];
    contradicted = new boolean[placeOf.length];
    isQueued = new boolean[placeOf.length];
  }

  /** The place of a switch, or {@link Fabric#NONE}. */
  int placeOf(int node) {
    return placeOf[node];
  }

  /** The switch at a place, or {@link Fabric#NONE}. */
  int switchAt(int place) {
    return switchAt[place];
  }

  /**
   * The places where a switch without one may be, as far as is known; null where nothing is, empty
   * where its cables contradict each other.
   */
  int[] candidates(int node) {
    return contradicted[node] ? new int[0] : candidates[node];
  }

  /** Pairs of switches that are cabled to each other and placed beside each other. */
  int fittingPairs() {
    int count = 0;
    for (int node = 0; node < placeOf.length; node++) {
      count += placeOf[node] == Fabric.NONE ? 0 : placedBeside(node, placeOf[node]);
    }
    return count / 2;
  }

  /** Whether some cables cannot be of the torus: they lead to where no place is beside. */
  boolean isContradicted() {
    for (int node = 0; node < placeOf.length; node++) {
      if (contradicted[node]) {
        return true;
      }
      for (int other : neighbours[node]) {
        if (placeOf[node] != Fabric.NONE
            && placeOf[other] != Fabric.NONE
            && !grid.areBeside(placeOf[node], placeOf[other])) {
          return true;
        }
      }
    }
    return false;
  }

  /** Puts a switch at a place that is free. */
  void place(int node, int place) {
    if (placeOf[node] != Fabric.NONE || switchAt[place] != Fabric.NONE) {
      throw new IllegalStateException("switch " + node + " or place " + place + " is taken");
    }
    placeOf[node] = place;
    switchAt[place] = node;
    candidates[node] = null;
    contradicted[node] = false;
    lookAtNeighbours(node);
    for (int beside : grid.of(place)) { // neighbours of those have lost a candidate
      if (switchAt[beside] != Fabric.NONE) {
        lookAtNeighbours(switchAt[beside]);
      }
    }
  }

  /** Places all switches whose place is certain. */
  void settle() {
    while (!queue.isEmpty()) {
      int node = queue.dequeueInt();
      isQueued[node] = false;
      if (placeOf[node] == Fabric.NONE && !contradicted[node]) {
        lookAt(node);
      }
    }
  }

  /**
   * Places switches whose cables contradict each other where more of them agree than not, and all
   * whose place is certain then. Contradictions are of cables that do not belong to the torus.
   */
  void settleByMajority() {
    settle();
    while (placeByMajority()) {
      for (int node = 0; node < placeOf.length; node++) {
        candidates[node] = null; // they may have been struck out by what was wrong
        contradicted[node] = false;
        lookAgainAt(node);
      }
      settle();
    }
  }

  private void lookAtNeighbours(int node) {
    for (int other : neighbours[node]) {
      lookAgainAt(other);
    }
  }

  private void lookAgainAt(int node) {
    if (placeOf[node] == Fabric.NONE && !contradicted[node] && !isQueued[node]) {
      isQueued[node] = true;
      queue.enqueue(node);
    }
  }

  private void lookAt(int node) {
    int[] before = candidates[node] == null ? first(node) : candidates[node];
    if (before == null) {
      return;
    }
    int[] left = consistent(node, before);
    if (left.length == 0) {
      contradicted[node] = true;
      candidates[node] = null;
    } else if (left.length == 1 && agreeing(node) >= neighboursNeeded) {
      place(node, left[0]);
    } else if (candidates[node] == null || left.length < before.length) {
      candidates[node] = left;
      lookAtNeighbours(node);
    }
  }

  /** The places beside a placed neighbour, or null where there is none. */
  private int[] first(int node) {
    for (int other : neighbours[node]) {
      if (placeOf[other] != Fabric.NONE) {
        return grid.of(placeOf[other]);
      }
    }
    return null;
  }

  private int[] consistent(int node, int[] places) {
    int[] left = new int[places.length];
    int count = 0;
    for (int place : places) {
      if (isConsistent(node, place)) {
        left[count++] = place;
      }
    }
    return count == places.length ? places : Arrays.copyOf(left, count);
  }

  private boolean isConsistent(int node, int place) {
    if (switchAt[place] != Fabric.NONE) {
      return false;
    }
    for (int other : neighbours[node]) {
      if (placeOf[other] != Fabric.NONE) {
        if (!grid.areBeside(place, placeOf[other])) {
          return false;
        }
      } else if (candidates[other] != null && !isAnyBeside(place, candidates[other])) {
        return false;
      }
    }
    return true;
  }

  private boolean isAnyBeside(int place, int[] others) {
    for (int other : others) {
      if (grid.areBeside(place, other)) {
        return true;
      }
    }
    return false;
  }

  /** How many neighbours have a say in where a switch is. */
  private int agreeing(int node) {
    int count = 0;
    for (int other : neighbours[node]) {
      if (placeOf[other] != Fabric.NONE || candidates[other] != null) {
        count++;
      }
    }
    return count;
  }

  private record Vote(int node, int place, int margin) {}

  private boolean placeByMajority() {
    List<Vote> votes = new ArrayList<>();
    int best = 0;
    for (int node = 0; node < placeOf.length; node++) {
      Vote vote = placeOf[node] == Fabric.NONE ? vote(node) : null;
      if (vote != null && vote.margin >= best) {
        if (vote.margin > best) {
          votes.clear();
        }
        best = vote.margin;
        votes.add(vote);
      }
    }
    boolean isAnyPlaced = false;
    for (Vote vote : votes) {
      if (votes.stream().filter(other -> other.place == vote.place).count() == 1) {
        place(vote.node, vote.place);
        isAnyPlaced = true;
      }
    }
    return isAnyPlaced;
  }

  /** The free place that most placed neighbours are beside, if they outnumber all others. */
  private Vote vote(int node) {
    int voters = 0;
    int most = 0;
    int place = Fabric.NONE; // where they agree; NONE where as many are for another
    for (int other : neighbours[node]) {
      if (placeOf[other] == Fabric.NONE) {
        continue;
      }
      voters++;
      for (int candidate : grid.of(placeOf[other])) {
        int count = switchAt[candidate] == Fabric.NONE ? placedBeside(node, candidate) : 0;
        if (count > most) {
          most = count;
          place = candidate;
        } else if (count == most && candidate != place) {
          place = Fabric.NONE;
        }
      }
    }
    int margin = 2 * most - voters;
    return place == Fabric.NONE || most < neighboursNeeded || margin <= 0
        ? null
        : new Vote(node, place, margin);
  }

  private int placedBeside(int node, int place) {
    int count = 0;
    for (int other : neighbours[node]) {
      if (placeOf[other] != Fabric.NONE && grid.areBeside(place, placeOf[other])) {
        count++;
      }
    }
    return count;
  }
}
