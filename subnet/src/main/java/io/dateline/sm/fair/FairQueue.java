package io.dateline.sm.fair;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
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
  // Ports by how many of each wait, in the order in which they came to have so many.
  private final List<LongLinkedOpenHashSet> bySize = new ArrayList<>();
  private int largest; // how many of the port that has most wait
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
      if (largest <= own + 1) {
        return Optional.of(asked);
      }
      dropped = Optional.of(removeLast(bySize.get(largest).firstLong()));
    }
    ArrayDeque<T> asker = ports.get(port);
    if (asker == null) {
      asker = new ArrayDeque<>();
      ports.put(port, asker);
    }
    asker.add(asked);
    size++;
    resized(port, own, own + 1);
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
    resized(port, asked.size() + 1, asked.size());
    if (asked.isEmpty()) {
      ports.remove(port);
    } else {
      ports.getAndMoveToLast(port);
    }
    return Optional.of(first);
  }

  /** Sizes change by one, so that the largest one is found without a look at all ports. */
  private void resized(long port, int before, int now) {
    if (before > 0) {
      bySize.get(before).remove(port);
    }
    while (bySize.size() <= now) {
      bySize.add(new LongLinkedOpenHashSet());
    }
    if (now > 0) {
      bySize.get(now).add(port);
    }
    if (now > largest || (before == largest && bySize.get(before).isEmpty())) {
      largest = now;
    }
  }

  private T removeLast(long port) {
    ArrayDeque<T> asked = ports.get(port);
    T last = asked.removeLast();
    size--;
    resized(port, asked.size() + 1, asked.size());
    if (asked.isEmpty()) {
      ports.remove(port);
    }
    return last;
  }
}
