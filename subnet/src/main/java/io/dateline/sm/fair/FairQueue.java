package io.dateline.sm.fair;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * What ports ask for and have to wait for: first in, first out of one port, and port after port in
 * turn. However much one port asks for, another one waits for one request of each at most. Has one
 * owner.
 */
public final class FairQueue<T> {
  private final int max;
  private final int portMax;

  // The port whose turn it is comes first.
  private final Long2ObjectLinkedOpenHashMap<ArrayDeque<T>> ports =
      new Long2ObjectLinkedOpenHashMap<>();
  private long longest; // the port that had most when that was looked for
  private int size;

  /**
   * An empty queue.
   *
   * @param max how many may wait
   * @param portMax how many of them may be of one port
   */
  public FairQueue(int max, int portMax) {
    if (max < 1 || portMax < 1) {
      throw new IllegalArgumentException("at least one waits: %d, %d".formatted(max, portMax));
    }
    this.max = max;
    this.portMax = portMax;
  }

  public int size() {
    return size;
  }

  /** How many of a port wait. */
  public int size(long port) {
    ArrayDeque<T> asked = ports.get(port);
    return asked == null ? 0 : asked.size();
  }

  /**
   * Takes one more. In a full queue the newest of the port that has most makes room, if that has
   * more than the one that asks would have.
   *
   * @return what does not wait, or not any more: nothing, what was offered, or another one
   */
  public Optional<T> offer(long port, T asked) {
    int own = size(port);
    if (own >= portMax) {
      return Optional.of(asked);
    }
    Optional<T> dropped = Optional.empty();
    if (size >= max) {
      long most = most(own + 1);
      if (size(most) <= own + 1) {
        return Optional.of(asked);
      }
      dropped = Optional.of(removeLast(most));
    }
    ArrayDeque<T> asker = ports.get(port);
    if (asker == null) {
      asker = new ArrayDeque<>();
      ports.put(port, asker);
    }
    asker.add(asked);
    size++;
    return dropped;
  }

  /** The next one, whose port is at the end of the turn from now on; nothing if none waits. */
  public Optional<T> take() {
    if (size == 0) {
      return Optional.empty();
    }
    long port = ports.firstLongKey();
    ArrayDeque<T> asked = ports.get(port);
    T first = asked.remove();
    size--;
    if (asked.isEmpty()) {
      ports.remove(port);
    } else {
      ports.getAndMoveToLast(port);
    }
    return Optional.of(first);
  }

  /** The port found last as long as it has more than some, else the one that has most now. */
  private long most(int some) {
    if (size(longest) <= some) {
      int length = 0;
      for (var port : ports.long2ObjectEntrySet()) {
        if (port.getValue().size() > length) {
          longest = port.getLongKey();
          length = port.getValue().size();
        }
      }
    }
    return longest;
  }

  private T removeLast(long port) {
    ArrayDeque<T> asked = ports.get(port);
    T last = asked.removeLast();
    size--;
    if (asked.isEmpty()) {
      ports.remove(port);
    }
    return last;
  }
}
