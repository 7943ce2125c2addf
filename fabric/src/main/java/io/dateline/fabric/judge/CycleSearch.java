package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Looks for a cycle of dependencies: a depth-first search finds a lane that is on one, a
 * breadth-first search from there finds the shortest cycle through that lane, which people can
 * read. Both keep their own stacks, since paths in this graph can be a million lanes long.
 *
 * <p>A lane is packed into an {@code int}: channel * 16 + VL.
 */
final class CycleSearch {
  private static final byte NEW = 0;
  private static final byte ON_STACK = 1;
  private static final byte DONE = 2;

  private final DependencyMatrix matrix;
  private final int laneCount;

  CycleSearch(DependencyMatrix matrix, int portCount) {
    this.matrix = matrix;
    laneCount = Math.multiplyExact(portCount, DependencyMatrix.VL_COUNT);
  }

  /** The lanes of a cycle in order, or an empty list when there is none. */
  List<Lane> find() {
    byte[] state = new byte[laneCount]; // NEW, ON_STACK or DONE
    int[] stack = new int[1024];
    int[] cursors = new int[1024];
    for (int root = 0; root < laneCount; root++) {
      if (state[root] != NEW || (matrix.lanes(channelOf(root)) >>> vlOf(root) & 1) == 0) {
        continue;
      }
      int depth = 0;
      stack[0] = root;
      cursors[0] = 0;
      state[root] = ON_STACK;
      while (depth >= 0) {
        int lane = stack[depth];
        int found = matrix.nextSuccessor(channelOf(lane), vlOf(lane), cursors[depth]);
        if (found < 0) {
          state[lane] = DONE;
          depth--;
          continue;
        }
        cursors[depth] = found + 1;
        int to = successor(lane, found);
        if (state[to] == ON_STACK) {
          return shortestThrough(to);
        }
        if (state[to] == NEW) {
          state[to] = ON_STACK;
          if (++depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
            cursors = Arrays.copyOf(cursors, 2 * depth);
          }
          stack[depth] = to;
          cursors[depth] = 0;
        }
      }
    }
    return List.of();
  }

  private List<Lane> shortestThrough(int start) {
    int[] cameFrom = new int[laneCount];
    Arrays.fill(cameFrom, Fabric.NONE);
    int[] queue = new int[laneCount];
    queue[0] = start;
    int tail = 1;
    for (int head = 0; head < tail; head++) {
      int lane = queue[head];
      int found = matrix.nextSuccessor(channelOf(lane), vlOf(lane), 0);
      while (found >= 0) {
        int to = successor(lane, found);
        if (to == start) {
          return pathTo(lane, cameFrom);
        }
        if (cameFrom[to] == Fabric.NONE) {
          cameFrom[to] = lane;
          queue[tail++] = to;
        }
        found = matrix.nextSuccessor(channelOf(lane), vlOf(lane), found + 1);
      }
    }
    throw new IllegalStateException("no way back to a lane that is on a cycle");
  }

  private static List<Lane> pathTo(int last, int[] cameFrom) {
    List<Lane> path = new ArrayList<>();
    for (int lane = last; lane != Fabric.NONE; lane = cameFrom[lane]) {
      path.add(new Lane(channelOf(lane), vlOf(lane)));
    }
    Collections.reverse(path);
    return path;
  }

  private int successor(int lane, int cursor) {
    return matrix.channelAt(channelOf(lane), cursor) * DependencyMatrix.VL_COUNT
        + DependencyMatrix.vlAt(cursor);
  }

  private static int channelOf(int lane) {
    return lane / DependencyMatrix.VL_COUNT;
  }

  private static int vlOf(int lane) {
    return lane % DependencyMatrix.VL_COUNT;
  }
}
