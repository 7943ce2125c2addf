package io.dateline.routing.cdg;

/**
 * Items in a row that can be moved, and tell at once which of two comes first: each has a label, a
 * number that grows along the row. An item that is moved gets one between those of its new
 * neighbours; where there is no room for that, all get new ones (P. F. Dietz and D. D. Sleator,
 * "Two Algorithms for Maintaining Order in a List", STOC 1987, without their bounds: labels are 64
 * bits wide, and there is room for dozens of moves to the same place).
 *
 * <p>Items are {@code 0 .. count-1}. Owned by one thread.
 */
public final class LabelledList {
  private static final long LOWEST = -(1L << 61);
  private static final long RANGE = 1L << 62;

  // Of what is free before an item this part is given away, for more will come to the same place.
  private static final int SHARE = 8;

  private final int count;
  private final long[] labels; // by item
  private final int[] next; // by item; of the last one: count, whose next one is the first
  private final int[] previous; // likewise

  /**
   * A row.
   *
   * @param order by place: an item, each once
   */
  public LabelledList(int[] order) {
    count = order.length;
    labels = new long[count];
    next = new int[count + 1];
    previous = new int[count + 1];
    reorder(order);
  }

  /** Puts all items into another order. */
  public void reorder(int[] order) {
    int last = count;
    for (int item : order) {
      next[last] = item;
      previous[item] = last;
      last = item;
    }
    next[last] = count;
    previous[count] = last;
    label();
  }

  private void label() {
    long step = RANGE / (count + 1);
    long label = LOWEST;
    for (int item = next[count]; item != count; item = next[item]) {
      label += step;
      labels[item] = label;
    }
  }

  /** A number that is the greater the later an item comes, as long as nothing is moved. */
  public long label(int item) {
    return labels[item];
  }

  /** By place, the item there. */
  public int[] order() {
    int[] order = new int[count];
    int place = 0;
    for (int item = next[count]; item != count; item = next[item]) {
      order[place++] = item;
    }
    return order;
  }

  /** The item behind another one; {@code count} behind the last one. */
  public int after(int item) {
    return next[item];
  }

  /**
   * Moves items directly in front of another one that is not among them.
   *
   * @param items the first {@code length} of them, in the order that they will have
   * @param behind the other one; {@code count} to move them to the end
   */
  public void move(int[] items, int length, int behind) {
    for (int i = 0; i < length; i++) {
      next[previous[items[i]]] = next[items[i]];
      previous[next[items[i]]] = previous[items[i]];
    }
    int last = previous[behind];
    long label = last == count ? LOWEST : labels[last];
    long room = (behind == count ? LOWEST + RANGE : labels[behind]) - label;
    long share = room / SHARE / (length + 1);
    long step = share > 0 ? share : room / (length + 1);
    for (int i = 0; i < length; i++) {
      int item = items[i];
      next[last] = item;
      previous[item] = last;
      label += step;
      labels[item] = label;
      last = item;
    }
    next[last] = behind;
    previous[behind] = last;
    if (step == 0) {
      label();
    }
  }
}
