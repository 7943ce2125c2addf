package io.dateline.routing.cdg;

import java.util.Arrays;

/** Vertices of which the first one of a list, or the last one, is on top. A binary heap. */
final class VertexHeap {
  private final LabelledList list;
  private final long sign; // 1 for the first one on top, -1 for the last one
  private int[] vertices = new int[16];
  private long[] keys = new long[16]; // parallel to the vertices, the least on top
  private int size;

  VertexHeap(LabelledList list, boolean isFirstOnTop) {
    this.list = list;
    sign = isFirstOnTop ? 1 : -1;
  }

  void clear() {
    size = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int top() {
    return vertices[0];
  }

  void add(int vertex) {
    if (size == vertices.length) {
      vertices = Arrays.copyOf(vertices, 2 * size);
      keys = Arrays.copyOf(keys, 2 * size);
    }
    long key = sign * list.label(vertex);
    int at = size++;
    while (at > 0 && keys[(at - 1) >> 1] > key) {
      int above = (at - 1) >> 1;
      vertices[at] = vertices[above];
      keys[at] = keys[above];
      at = above;
    }
    vertices[at] = vertex;
    keys[at] = key;
  }

  /** Removes the top. */
  int take() {
    int top = vertices[0];
    int vertex = vertices[--size];
    long key = keys[size];
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && keys[child + 1] < keys[child]) {
        child++;
      }
      if (keys[child] >= key) {
        break;
      }
      vertices[at] = vertices[child];
      keys[at] = keys[child];
      at = child;
      child = 2 * at + 1;
    }
    vertices[at] = vertex;
    keys[at] = key;
    return top;
  }
}
