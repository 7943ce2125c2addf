package io.dateline.mad.transport;

import java.util.Arrays;

/**
 * The deadlines that are still ahead, soonest first: a binary heap whose elements know their place,
 * so that taking one out, which is how nearly every deadline ends, costs O(log n) and no search. It
 * holds as many elements as there are requests on the wire and targets that pause.
 */
final class DeadlineQueue {
  private Timed[] heap = new Timed[64]; // [0, size) is a min-heap by deadline, the rest null
  private int size;

  int size() {
    return size;
  }

  /** The soonest, or null. */
  Timed peek() {
    return heap[0];
  }

  /** Adds an element that is in no queue. */
  void add(Timed timed, long deadlineNs) {
    if (timed.heapIndex != Timed.NOT_QUEUED) {
      throw new IllegalStateException("already queued at " + timed.heapIndex);
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    timed.deadlineNs = deadlineNs;
    siftUp(size++, timed);
  }

  /** Removes an element; one that is not queued is left alone. */
  void remove(Timed timed) {
    int index = timed.heapIndex;
    if (index == Timed.NOT_QUEUED) {
      return;
    }
    timed.heapIndex = Timed.NOT_QUEUED;
    Timed last = heap[--size];
    heap[size] = null;
    if (index < size) {
      siftDown(index, last);
      if (heap[index] == last) {
        siftUp(index, last);
      }
    }
  }

  private void siftUp(int start, Timed timed) {
    int index = start;
    while (index > 0) {
      int parent = (index - 1) >>> 1;
      if (!sooner(timed, heap[parent])) {
        break;
      }
      place(index, heap[parent]);
      index = parent;
    }
    place(index, timed);
  }

  private void siftDown(int start, Timed timed) {
    int index = start;
    while (2 * index + 1 < size) {
      int child = 2 * index + 1;
      if (child + 1 < size && sooner(heap[child + 1], heap[child])) {
        child++;
      }
      if (!sooner(heap[child], timed)) {
        break;
      }
      place(index, heap[child]);
      index = child;
    }
    place(index, timed);
  }

  private void place(int index, Timed timed) {
    heap[index] = timed;
    timed.heapIndex = index;
  }

  private static boolean sooner(Timed one, Timed other) {
    return one.deadlineNs - other.deadlineNs < 0;
  }
}
