package io.dateline.mad.transport;

/**
 * What is known of one target: its waiting requests in order, and how it behaves. Its deadline is
 * the end of a pause that it asked for by saying it was busy.
 */
final class TargetQueue extends Timed {
  final long key;

  /**
   * Waiting requests, first to last, linked by {@link Transaction#next}; null when there are none.
   */
  private Transaction head;

  private Transaction tail;

  /** Its requests on the wire. */
  int inFlight;

  /** It gave no answer to all tries of a request, and has not answered anything since. */
  boolean silent;

  /** It is in one of the lists of targets that may send. */
  boolean listed;

  TargetQueue(long key) {
    this.key = key;
  }

  boolean isPaused() {
    return heapIndex != NOT_QUEUED;
  }

  boolean hasWaiting() {
    return head != null;
  }

  Transaction firstWaiting() {
    return head;
  }

  void addLast(Transaction transaction) {
    if (head == null) {
      head = transaction;
    } else {
      tail.next = transaction;
    }
    tail = transaction;
  }

  void addFirst(Transaction transaction) {
    if (head == null) {
      tail = transaction;
    }
    transaction.next = head;
    head = transaction;
  }

  Transaction removeFirst() {
    Transaction first = head;
    head = first.next;
    first.next = null;
    if (head == null) {
      tail = null;
    }
    return first;
  }
}
