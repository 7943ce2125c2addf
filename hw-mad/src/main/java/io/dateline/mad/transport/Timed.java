package io.dateline.mad.transport;

/** Something that has to be looked at again at some time; an element of {@link DeadlineQueue}. */
abstract class Timed {
  static final int NOT_QUEUED = -1;

  /** On the clock of {@link System#nanoTime()}: compare by difference only. */
  long deadlineNs;

  /** Index in the queue's heap, {@link #NOT_QUEUED} when it is in none. */
  int heapIndex = NOT_QUEUED;
}
