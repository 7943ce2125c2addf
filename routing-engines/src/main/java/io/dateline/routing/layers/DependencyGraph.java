package io.dateline.routing.layers;

import java.util.Arrays;
import java.util.Optional;

/**
 * A directed graph that never has a cycle: an edge that would close one is not taken. Edges are
 * added one by one or many at once, and removed again; each is counted, so that what several paths
 * need stays until the last of them goes.
 *
 * <p>Vertices are {@code 0 .. vertexCount-1}. Their positions are a topological order at any time:
 * every edge leads to a higher position, which anybody can check in one pass. The order is kept by
 * D. J. Pearce and P. H. J. Kelly, "A Dynamic Topological Sort Algorithm for Directed Acyclic
 * Graphs", ACM Journal of Experimental Algorithmics 11 (2006), article 1.7, section 3.2: an edge
 * that leads backwards has only the vertices between its ends looked at and put in order again. An
 * edge that leads forwards costs nothing, and neither does a removal. Many at once are sorted by A.
 * B. Kahn, "Topological Sorting of Large Networks", Communications of the ACM 5(11), 1962.
 *
 * <p>The same operations in the same order give the same graph and the same answers. Owned by one
 * thread.
 */
public final class DependencyGraph {
  /** An edge of a source. */
  @FunctionalInterface
  public interface Edge {
    void between(int from, int to);
  }

  /** Edges to be added, each once and in the same order every time. */
  @FunctionalInterface
  public interface Edges {
    void forEach(Edge edge);
  }

  private static final int[] EMPTY = {};

  private final int[][] out; // by vertex: where its edges lead, the first outDegree of it
  private final int[][] times; // parallel to out: how often each was added
  private final int[] outDegree;
  private final int[][] in; // by vertex: where its edges come from, the first inDegree of it
  private final int[] inDegree;
  private final int[] position; // by vertex
  private final int[] vertexAt; // by position
  private int edgeCount;

  // Of a search.
  private final int[] seen; // by vertex: number of the search that was there last
  private int search;
  private int[] forward = new int[16]; // positions found from the edge's head on
  private int[] backward = new int[16]; // positions found from its tail back
  private int forwardCount;
  private int backwardCount;
  private int[] slots = new int[16];

  /** A graph without edges. */
  public DependencyGraph(int vertexCount) {
    out = new int[vertexCount][];
    times = new int[vertexCount][];
    in = new int[vertexCount][];
    outDegree = new int[vertexCount];
    inDegree = new int[vertexCount];
    position = new int[vertexCount];
    vertexAt = new int[vertexCount];
    seen = new int[vertexCount];
    Arrays.fill(out, EMPTY);
    Arrays.fill(times, EMPTY);
    Arrays.fill(in, EMPTY);
    for (int vertex = 0; vertex < vertexCount; vertex++) {
      position[vertex] = vertex;
      vertexAt[vertex] = vertex;
    }
  }

  public int vertexCount() {
    return position.length;
  }

  /** Different edges. */
  public int edgeCount() {
    return edgeCount;
  }

  /** The place of a vertex in an order in which every edge leads to a later place. */
  public int position(int vertex) {
    return position[vertex];
  }

  /** How often an edge was added and not removed. */
  public int times(int from, int to) {
    int at = indexOf(out[from], outDegree[from], to);
    return at < 0 ? 0 : times[from][at];
  }

  /**
   * Adds an edge, or counts it once more.
   *
   * @return false if it would close a cycle; then nothing has changed
   */
  public boolean add(int from, int to) {
    int at = indexOf(out[from], outDegree[from], to);
    if (at >= 0) {
      times[from][at]++;
      return true;
    }
    if (position[to] <= position[from] && !putInOrder(from, to)) {
      return false;
    }
    append(from, to);
    return true;
  }

  /**
   * Takes back one {@link #add}.
   *
   * @throws IllegalArgumentException if there is no such edge
   */
  public void remove(int from, int to) {
    int at = indexOf(out[from], outDegree[from], to);
    if (at < 0) {
      throw new IllegalArgumentException("there is no edge from " + from + " to " + to);
    }
    if (--times[from][at] > 0) {
      return;
    }
    int last = --outDegree[from];
    out[from][at] = out[from][last];
    times[from][at] = times[from][last];
    int end = --inDegree[to];
    in[to][indexOf(in[to], end + 1, from)] = in[to][end];
    edgeCount--;
  }

  /**
   * Adds many edges at once, each once; cheaper than one by one, since the whole graph is put in
   * order once.
   *
   * @return the vertices of a cycle that would come of it, as short as there is one through the
   *     first of them; then nothing has changed. Empty when all have been added
   */
  public Optional<int[]> addAll(Edges edges) {
    int[] outBefore = outDegree.clone();
    int[] inBefore = inDegree.clone();
    int countBefore = edgeCount;
    makeRoom(edges);
    edges.forEach(
        (from, to) -> {
          int at = indexOf(out[from], outDegree[from], to);
          if (at >= 0) {
            times[from][at]++;
          } else {
            append(from, to);
          }
        });
    int[] order = new int[vertexCount()];
    int[] waiting = inDegree.clone();
    if (sort(order, waiting)) {
      for (int place = 0; place < order.length; place++) {
        position[order[place]] = place;
        vertexAt[place] = order[place];
      }
      return Optional.empty();
    }
    int[] cycle = cycleAmong(waiting);
    // New edges are at the ends of their lists.
    System.arraycopy(outBefore, 0, outDegree, 0, outBefore.length);
    System.arraycopy(inBefore, 0, inDegree, 0, inBefore.length);
    edgeCount = countBefore;
    edges.forEach(
        (from, to) -> {
          int at = indexOf(out[from], outDegree[from], to);
          if (at >= 0) {
            times[from][at]--;
          }
        });
    return Optional.of(cycle);
  }

  /**
   * The vertices of a shortest way from one vertex to another, both included; empty when there is
   * none. The way from {@code to} to {@code from} is what an edge from {@code from} to {@code to}
   * would make a cycle of.
   */
  public int[] path(int from, int to) {
    return shortest(from, to, null);
  }

  private static int indexOf(int[] list, int count, int value) {
    for (int i = 0; i < count; i++) {
      if (list[i] == value) {
        return i;
      }
    }
    return -1;
  }

  private void append(int from, int to) {
    int tail = outDegree[from]++;
    if (tail == out[from].length) {
      int length = Math.max(4, 2 * tail);
      out[from] = Arrays.copyOf(out[from], length);
      times[from] = Arrays.copyOf(times[from], length);
    }
    out[from][tail] = to;
    times[from][tail] = 1;
    int end = inDegree[to]++;
    if (end == in[to].length) {
      in[to] = Arrays.copyOf(in[to], Math.max(4, 2 * end));
    }
    in[to][end] = from;
    edgeCount++;
  }

  /** Lists are as long as they need to be, so that many edges take little more room than few. */
  private void makeRoom(Edges edges) {
    int[] leaving = outDegree.clone();
    int[] coming = inDegree.clone();
    edges.forEach(
        (from, to) -> {
          leaving[from]++;
          coming[to]++;
        });
    for (int vertex = 0; vertex < leaving.length; vertex++) {
      if (leaving[vertex] > out[vertex].length) {
        out[vertex] = Arrays.copyOf(out[vertex], leaving[vertex]);
        times[vertex] = Arrays.copyOf(times[vertex], leaving[vertex]);
      }
      if (coming[vertex] > in[vertex].length) {
        in[vertex] = Arrays.copyOf(in[vertex], coming[vertex]);
      }
    }
  }

  // ---- One edge that leads backwards

  /**
   * Whether it can be made to lead forwards; not if there is a way back.
   *
   * <p>Both ends are searched in turn: where there is a way, and the graph is dense, the searches
   * meet long before one of them alone would have found the other end.
   */
  private boolean putInOrder(int from, int to) {
    int low = position[to];
    int high = position[from];
    if (low == high) {
      return false;
    }
    int ahead = ++search;
    int behind = ++search;
    forwardCount = 0;
    backwardCount = 0;
    seen[to] = ahead;
    seen[from] = behind;
    forward = push(forward, forwardCount++, low);
    backward = push(backward, backwardCount++, high);
    int nextForward = 0;
    int nextBackward = 0;
    while (nextForward < forwardCount || nextBackward < backwardCount) {
      if (nextForward < forwardCount && !lookAhead(forward[nextForward++], high, ahead, behind)) {
        return false;
      }
      if (nextBackward < backwardCount
          && !lookBehind(backward[nextBackward++], low, ahead, behind)) {
        return false;
      }
    }
    Arrays.sort(forward, 0, forwardCount);
    Arrays.sort(backward, 0, backwardCount);
    reassign();
    return true;
  }

  /** Notes what follows the vertex at a place, up to a place; false where the other search was. */
  private boolean lookAhead(int place, int limit, int ahead, int behind) {
    int vertex = vertexAt[place];
    int[] successors = out[vertex];
    for (int i = 0; i < outDegree[vertex]; i++) {
      int other = successors[i];
      if (seen[other] == behind) {
        return false;
      }
      if (seen[other] != ahead && position[other] < limit) {
        seen[other] = ahead;
        forward = push(forward, forwardCount++, position[other]);
      }
    }
    return true;
  }

  /** Notes what the vertex at a place follows, likewise. */
  private boolean lookBehind(int place, int limit, int ahead, int behind) {
    int vertex = vertexAt[place];
    int[] predecessors = in[vertex];
    for (int i = 0; i < inDegree[vertex]; i++) {
      int other = predecessors[i];
      if (seen[other] == ahead) {
        return false;
      }
      if (seen[other] != behind && position[other] > limit) {
        seen[other] = behind;
        backward = push(backward, backwardCount++, position[other]);
      }
    }
    return true;
  }

  private static int[] push(int[] list, int count, int value) {
    int[] room = count == list.length ? Arrays.copyOf(list, 2 * count) : list;
    room[count] = value;
    return room;
  }

  /**
   * What comes before the edge takes the lowest of all places found, what comes behind the rest.
   */
  private void reassign() {
    int count = backwardCount + forwardCount;
    if (slots.length < count) {
      slots = new int[2 * count];
    }
    int[] moved = new int[count]; // vertices in their new order
    for (int i = 0; i < backwardCount; i++) {
      moved[i] = vertexAt[backward[i]];
      slots[i] = backward[i];
    }
    for (int i = 0; i < forwardCount; i++) {
      moved[backwardCount + i] = vertexAt[forward[i]];
      slots[backwardCount + i] = forward[i];
    }
    Arrays.sort(slots, 0, count);
    for (int i = 0; i < count; i++) {
      position[moved[i]] = slots[i];
      vertexAt[slots[i]] = moved[i];
    }
  }

  // ---- All edges at once

  /**
   * Orders the vertices.
   *
   * @param waiting by vertex: edges that come in; afterwards those from vertices without a place
   * @return whether all have a place in {@code order}
   */
  private boolean sort(int[] order, int[] waiting) {
    int tail = 0;
    for (int vertex = 0; vertex < waiting.length; vertex++) {
      if (waiting[vertex] == 0) {
        order[tail++] = vertex;
      }
    }
    for (int head = 0; head < tail; head++) {
      int vertex = order[head];
      int[] successors = out[vertex];
      for (int i = 0; i < outDegree[vertex]; i++) {
        if (--waiting[successors[i]] == 0) {
          order[tail++] = successors[i];
        }
      }
    }
    return tail == order.length;
  }

  /**
   * A cycle. Every vertex without a place has one before it: backwards from any of them there is a
   * cycle.
   */
  private int[] cycleAmong(int[] waiting) {
    int vertex = 0;
    while (waiting[vertex] == 0) {
      vertex++;
    }
    search++;
    while (seen[vertex] != search) {
      seen[vertex] = search;
      int least = Integer.MAX_VALUE;
      for (int i = 0; i < inDegree[vertex]; i++) {
        if (waiting[in[vertex][i]] > 0) {
          least = Math.min(least, in[vertex][i]);
        }
      }
      vertex = least;
    }
    return shortest(vertex, vertex, waiting);
  }

  /**
   * A shortest way, with at least one edge.
   *
   * @param among by vertex: 0 where the way must not lead; null when it may lead anywhere
   */
  private int[] shortest(int from, int to, int[] among) {
    int[] cameFrom = new int[vertexCount()];
    Arrays.fill(cameFrom, -1);
    int[] queue = new int[vertexCount() + 1];
    int tail = 0;
    queue[tail++] = from;
    for (int head = 0; head < tail; head++) {
      int vertex = queue[head];
      for (int i = 0; i < outDegree[vertex]; i++) {
        int other = out[vertex][i];
        if (other == to) {
          return backFrom(vertex, from, to, cameFrom);
        }
        if (cameFrom[other] < 0 && other != from && (among == null || among[other] > 0)) {
          cameFrom[other] = vertex;
          queue[tail++] = other;
        }
      }
    }
    return EMPTY;
  }

  private static int[] backFrom(int last, int from, int to, int[] cameFrom) {
    int length = from == to ? 1 : 2;
    for (int vertex = last; vertex != from; vertex = cameFrom[vertex]) {
      length++;
    }
    int[] way = new int[length];
    int at = length;
    if (from != to) {
      way[--at] = to;
    }
    for (int vertex = last; vertex != from; vertex = cameFrom[vertex]) {
      way[--at] = vertex;
    }
    way[0] = from;
    return way;
  }
}
