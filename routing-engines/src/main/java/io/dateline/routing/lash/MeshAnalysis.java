package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds whether switches are cabled as a cartesian mesh, open or closed, whole or with switches and
 * cables missing, and which of their cables run along the same dimension.
 *
 * <p>Two links of a switch that are sides of a square are of two dimensions, and opposite sides of
 * it of the same one (in a whole mesh that is the product relation of graphs: T. Feder, "Product
 * Graph Representations", J. Graph Theory 16(5), 1992). Links of a switch that are on no square
 * together, each with the other alone, go on in one line; where cables are missing some only seem
 * to, so lines are joined in the order of how many switches say so, unless more say that they
 * cross. Then switches get coordinates by walking, and how far two walks to the same switch differ
 * tells how long the rings are. In the end every link has to agree; if one does not, there is no
 * mesh. A ring of four is a square and counts as two dimensions of two.
 *
 * <p>OpenSM tells dimensions by polynomials of each switch's surroundings.
 */
final class MeshAnalysis {
  /** More than a mesh of 16 dimensions has: not looked at. */
  private static final int NEIGHBOURS_MAX = 32;

  private final Steps steps;
  private final Alignment alignment;
  private final int[] marks; // by switch: the step of the switch at hand that leads there, or NONE

  // Of pairs of steps of one switch, each once.
  private final IntArrayList squares = new IntArrayList(); // two steps on a square
  private final IntArrayList lines = new IntArrayList(); // two steps that seem to be in line

  private MeshAnalysis(Steps steps) {
    this.steps = steps;
    alignment = new Alignment(steps);
    marks = new int[steps.switches];
    Arrays.fill(marks, Fabric.NONE);
  }

  /** The mesh that switches are cabled as, if they are. */
  static Optional<Mesh> of(Steps steps) {
    for (int node = 0; node < steps.switches; node++) {
      if (steps.first[node + 1] - steps.first[node] > NEIGHBOURS_MAX) {
        return Optional.empty();
      }
    }
    MeshAnalysis analysis = new MeshAnalysis(steps);
    for (int node = 0; node < steps.switches; node++) {
      if (!analysis.look(node)) {
        return Optional.empty();
      }
    }
    analysis.joinLines();
    return Mesh.of(steps, analysis.alignment);
  }

  /** Notes what the links of a switch are to each other; false if that is no mesh. */
  private boolean look(int node) {
    int first = steps.first[node];
    int end = steps.first[node + 1];
    int[] partners = new int[end - first]; // by step: how many are on no square with it
    int[] partner = new int[end - first]; // and one of them
    for (int step = first; step < end; step++) {
      marks[steps.to[step]] = step;
    }
    boolean isMesh = true;
    for (int one = first; one < end && isMesh; one++) {
      for (int other = one + 1; other < end && isMesh; other++) {
        int corners = corners(one, other);
        if (corners == 1) {
          squares.add(one);
          squares.add(other);
          isMesh = joinSides(one, other);
        } else if (corners == 0) {
          partners[one - first]++;
          partners[other - first]++;
          partner[one - first] = other;
          partner[other - first] = one;
        }
      }
    }
    for (int step = first; step < end; step++) {
      marks[steps.to[step]] = Fabric.NONE;
      int other = partner[step - first];
      if (partners[step - first] == 1 && partners[other - first] == 1 && step < other) {
        lines.add(step);
        lines.add(other);
      }
    }
    return isMesh;
  }

  private int corner; // the last one found

  /** How many switches but their own two steps of a switch lead on to. */
  private int corners(int one, int other) {
    int node = steps.from[one];
    int found = 0;
    for (int a = steps.first[steps.to[one]]; a < steps.first[steps.to[one] + 1]; a++) {
      int far = steps.to[a];
      if (far == node) {
        continue;
      }
      for (int b = steps.first[steps.to[other]]; b < steps.first[steps.to[other] + 1]; b++) {
        if (steps.to[b] == far) {
          corner = far;
          found++;
          break;
        }
      }
    }
    return found;
  }

  private boolean joinSides(int one, int other) {
    int far = corner;
    int a = steps.to[one];
    int b = steps.to[other];
    return alignment.join(one, steps.between(b, far), false)
        && alignment.join(other, steps.between(a, far), false);
  }

  // ---- Lines

  private void joinLines() {
    Long2IntOpenHashMap said = new Long2IntOpenHashMap();
    LongArrayList keys = new LongArrayList();
    for (int i = 0; i < lines.size(); i += 2) {
      long key = key(lines.getInt(i), lines.getInt(i + 1));
      if (said.addTo(key, 1) == 0) {
        keys.add(key);
      }
    }
    keys.sort(
        (a, b) -> said.get(a) != said.get(b) ? said.get(b) - said.get(a) : Long.compare(a, b));
    for (long key : keys) {
      int one = (int) (key >>> 32);
      int other = (int) (key >>> 1 & Integer.MAX_VALUE);
      boolean opposite = (key & 1) != 0;
      if (alignment.set(one) != alignment.set(other) && balance(one, other) > 0) {
        alignment.join(one, other, opposite);
      }
    }
  }

  /** Two sets of links, and in the lowest bit whether those that stand for them are opposite. */
  private long key(int one, int other) {
    int a = alignment.set(one);
    int b = alignment.set(other);
    // Both steps lead away from the switch between them.
    boolean opposite = alignment.runsAgainst(one) == alignment.runsAgainst(other);
    return (long) Math.min(a, b) << 32 | (long) Math.max(a, b) << 1 | (opposite ? 1 : 0);
  }

  /** How many switches more say that two dimensions are in line than that they cross. */
  private int balance(int one, int other) {
    return count(lines, one, other) - count(squares, one, other);
  }

  private int count(IntArrayList pairs, int one, int other) {
    int a = alignment.set(one);
    int b = alignment.set(other);
    int found = 0;
    for (int i = 0; i < pairs.size(); i += 2) {
      int c = alignment.set(pairs.getInt(i));
      int d = alignment.set(pairs.getInt(i + 1));
      if ((c == a && d == b) || (c == b && d == a)) {
        found++;
      }
    }
    return found;
  }
}
