package io.dateline.routing.cdg;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A directed graph that never has a cycle: an edge that would close one is not taken. Edges are
 * added one by one or many at once, and removed again; each is counted, so that what several paths
 * need stays until the last of them goes.
 *
 * <p>Vertices are {@code 0 .. vertexCount-1}. Their positions are a topological order at any time:
 * every edge leads to a higher position, which can be checked in one pass. The order is kept by the
 * two-way compatible search of B. Haeupler, T. Kavitha, R. Mathew, S. Sen and R. E. Tarjan,
 * "Incremental Cycle Detection, Topological Ordering, and Strong Component Maintenance", ACM
 * Transactions on Algorithms 8(1), 2012: where an edge leads backwards, what follows its head is
 * looked at from the lowest position on, and what its tail follows from the highest one on, until
 * the two have passed each other; only those looked at are put in order again. An edge that leads
 * forwards costs nothing, and neither does a removal. Many at once are sorted by A. B. Kahn,
 * "Topological Sorting of Large Networks", Communications of the ACM 5(11), 1962.
 *
 * <p>The same operations in the same order give the same graph and the same answers. Owned by one
 * thread.
 *
 * <p>Long because it is one data structure, whose operations share its arrays.
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
  private final LabelledList row; // the vertices in order
  private int[] positions; // by vertex; null where they have changed
  private int edgeCount;

  // Of a search.
  private final int[] seen; // by vertex: number of the search that was there last
  private int search;
  private final VertexHeap ahead; // found from the edge's head on, to be looked at
  private final VertexHeap behind; // found from its tail back
  private int[] forward = new int[16]; // looked at, ascending
  private int[] backward = new int[16]; // looked at, descending
  private int forwardCount;
  private int backwardCount;
  private int[] moved = new int[16];

  /** A graph without edges. */
  public DependencyGraph(int vertexCount) {
    this(IntStream.range(0, vertexCount).toArray());
  }

  /**
   * A graph without edges whose vertices are in an order to begin with. It makes no difference to
   * what is taken; but the more of the edges to come lead forwards in it, the less there is to do.
   *
   * @param order by position: a vertex, each once
   */
  public DependencyGraph(int[] order) {
    int vertexCount = order.length;
    out = new int[vertexCount][];
    times = new int[vertexCount][];
    in = new int[vertexCount][];
    outDegree = new int[vertexCount];
    inDegree = new int[vertexCount];
    row = new LabelledList(order);
    ahead = new VertexHeap(row, true);
    behind = new VertexHeap(row, false);
    seen = new int[vertexCount];
    Arrays.fill(out, EMPTY);
    Arrays.fill(times, EMPTY);
    Arrays.fill(in, EMPTY);
  }

  public int vertexCount() {
    return seen.length;
  }

  /** Different edges. */
  public int edgeCount() {
    return edgeCount;
  }

  /** The place of a vertex in an order in which every edge leads to a later place. */
  public int position(int vertex) {
    if (positions == null) {
      int[] order = row.order();
      positions = new int[order.length];
      for (int place = 0; place < order.length; place++) {
        positions[order[place]] = place;
      }
    }
    return positions[vertex];
  }

  /** By position the vertex there: an order in which every edge leads to a later place. */
  public int[] order() {
    return row.order();
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
    if (row.label(to) <= row.label(from) && !putInOrder(from, to)) {
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
      row.reorder(order);
      positions = null;
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
   * <p>On such a way some vertex is to be looked at by either search as long as neither has met the
   * other, and the one comes no later than the other. So there is none once they have passed.
   */
  private boolean putInOrder(int from, int to) {
    if (from == to) {
      return false;
    }
    int fromHead = ++search;
    int fromTail = ++search;
    long high = row.label(from);
    long low = row.label(to);
    forwardCount = 0;
    backwardCount = 0;
    ahead.clear();
    behind.clear();
    seen[to] = fromHead;
    seen[from] = fromTail;
    ahead.add(to);
    behind.add(from);
    int work = 0; // edges looked at by the one less those by the other
    while (!ahead.isEmpty()
        && !behind.isEmpty()
        && row.label(ahead.top()) < row.label(behind.top())) {
      boolean isApart;
      if (work <= 0) {
        forward = push(forward, forwardCount++, ahead.take());
        int vertex = forward[forwardCount - 1];
        work += outDegree[vertex] + 1;
        isApart = lookAhead(vertex, high, fromHead, fromTail);
      } else {
        backward = push(backward, backwardCount++, behind.take());
        int vertex = backward[backwardCount - 1];
        work -= inDegree[vertex] + 1;
        isApart = lookBehind(vertex, low, fromHead, fromTail);
      }
      if (!isApart) {
        return false;
      }
    }
    reorder(from, to);
    return true;
  }

  /** Notes what follows a vertex, up to a label; false where the other search was. */
  private boolean lookAhead(int vertex, long high, int fromHead, int fromTail) {
    int[] successors = out[vertex];
    for (int i = 0; i < outDegree[vertex]; i++) {
      int other = successors[i];
      if (seen[other] == fromTail) {
        return false;
      }
      if (seen[other] != fromHead) {
        seen[other] = fromHead;
        if (row.label(other) < high) {
          ahead.add(other);
        }
      }
    }
    return true;
  }

  /** Notes what a vertex follows, likewise. */
  private boolean lookBehind(int vertex, long low, int fromHead, int fromTail) {
    int[] predecessors = in[vertex];
    for (int i = 0; i < inDegree[vertex]; i++) {
      int other = predecessors[i];
      if (seen[other] == fromHead) {
        return false;
      }
      if (seen[other] != fromTail) {
        seen[other] = fromTail;
        if (row.label(other) > low) {
          behind.add(other);
        }
      }
    }
    return true;
  }

  /** Puts what comes before the edge in front of what comes behind it, where searches passed. */
  private void reorder(int from, int to) {
    if (ahead.isEmpty()) {
      move(0, forwardCount, row.after(from));
    } else if (behind.isEmpty()) {
      move(backwardCount, 0, to);
    } else {
      long place = row.label(ahead.top());
      int later = 0;
      while (later < backwardCount && row.label(backward[later]) > place) {
        later++;
      }
      move(later, forwardCount, ahead.top());
    }
  }

  /** Moves the first of those looked at by either search to where {@code next} comes next. */
  private void move(int backwards, int forwards, int next) {
    int count = backwards + forwards;
    if (moved.length < count) {
      moved = new int[2 * count];
    }
    for (int i = 0; i < backwards; i++) {
      moved[i] = backward[backwards - 1 - i];
    }
    System.arraycopy(forward, 0, moved, backwards, forwards);
    row.move(moved, count, next);
    positions = null;
  }

  private static int[] push(int[] list, int count, int value) {
    int[] room = count == list.length ? Arrays.copyOf(list, 2 * count) : list;
    room[count] = value;
    return room;
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
