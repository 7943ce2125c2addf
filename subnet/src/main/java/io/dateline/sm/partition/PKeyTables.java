package io.dateline.sm.partition;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.shorts.ShortArrayList;
import it.unimi.dsi.fastutil.shorts.ShortOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * P_Key tables of ports (IBA Vol 1, 14.2.5.7), as arrays of P_Keys by index; 0 where there is none.
 * Software of hosts knows P_Keys by their index. So a P_Key keeps its index for as long as a port
 * holds it.
 */
public final class PKeyTables {
  private static final int NO_INDEX = -1;

  private PKeyTables() {}

  /**
   * A table, and what has no room in it.
   *
   * @param table P_Keys by index; as long as the last P_Key needs
   * @param missing P_Keys for which there is no room, with the top bit for full members
   */
  public record Planned(short[] table, List<Integer> missing) {
    public Planned {
      missing = List.copyOf(missing);
    }
  }

  /**
   * The table of a port that is to hold other P_Keys than it does. The place of one that must be at
   * index 0 is free for it: another one there moves. Those that are held stay where they are, also
   * if the membership changes. New ones come after the last; the places of those that have gone are
   * taken when there is no other, since software may still use these indexes.
   *
   * @param held the port's table
   * @param wanted what it is to hold, with the top bit for full members, no two equal
   * @param index0Key lower 15 bits of what must be at index 0; the default partition's if it is 0
   *     or not wanted
   * @param capacity the number of P_Keys that the port has room for
   * @param keepsIndexes whether indexes are kept; else the table is made as if nothing were held
   */
  public static Planned next(
      short[] held, short[] wanted, int index0Key, int capacity, boolean keepsIndexes) {
    return new Plan(keepsIndexes ? held : new short[0], wanted, capacity).make(index0Key);
  }

  /** One table being made. */
  private static final class Plan {
    private final short[] wanted;
    private final short[] table;
    private final Int2IntOpenHashMap heldAt = new Int2IntOpenHashMap(); // first index by P_Key
    private final ShortOpenHashSet wantedSet;
    private final List<Integer> missing = new ArrayList<>();
    private int end; // behind the last P_Key

    private Plan(short[] held, short[] wanted, int capacity) {
      this.wanted = wanted;
      table = new short[capacity];
      wantedSet = new ShortOpenHashSet(wanted);
      heldAt.defaultReturnValue(NO_INDEX);
      for (int i = 0; i < Math.min(held.length, capacity); i++) {
        if (!isInvalid(held[i])) {
          heldAt.putIfAbsent(held[i], i);
        }
      }
    }

    private Planned make(int index0Key) {
      short first = first(index0Key);
      ShortArrayList added = new ShortArrayList();
      for (short key : wanted) {
        int index = key == first ? 0 : indexOf(key);
        if (key != first && (index == NO_INDEX || index == 0)) {
          added.add(key);
        } else if (index < table.length) {
          put(index, key);
        } else {
          missing.add(key & 0xFFFF);
        }
      }
      // Index 0 waits for the P_Key that belongs there, though there may be none now.
      end = Math.max(end, 1);
      added.forEach(this::append);
      return new Planned(trimmed(table), missing);
    }

    /** The P_Key at index 0: full rather than limited; 0 where neither candidate is wanted. */
    private short first(int index0Key) {
      for (int base : new int[] {index0Key, Partition.DEFAULT_KEY}) {
        for (short key : new short[] {full((short) base), (short) base}) {
          if (!isInvalid(key) && wantedSet.contains(key)) {
            return key;
          }
        }
      }
      return 0;
    }

    /** Where a port holds a P_Key, or the same one with another membership. */
    private int indexOf(short key) {
      int index = heldAt.get(key);
      short other = (short) (key ^ Partition.FULL_BIT);
      return index == NO_INDEX && !wantedSet.contains(other) ? heldAt.get(other) : index;
    }

    private void put(int index, short key) {
      table[index] = key;
      end = Math.max(end, index + 1);
    }

    private void append(short key) {
      int index = end;
      if (index >= table.length) {
        index = 1;
        while (index < table.length && table[index] != 0) {
          index++;
        }
      }
      if (index < table.length) {
        put(index, key);
      } else {
        missing.add(key & 0xFFFF);
      }
    }
  }

  /**
   * The table of the first of two rounds: what a port holds and is still to hold, nothing new, each
   * at its index. A full member that becomes a limited one is that at once. When all ports have
   * this table, those pairs talk that may before and after. So no pair talks at any moment that may
   * at neither time, in whatever order ports get it, and then the table of {@link #next}.
   *
   * @param wanted what the port is to hold in the end
   */
  public static short[] without(short[] held, short[] wanted) {
    ShortOpenHashSet wantedSet = new ShortOpenHashSet(wanted);
    ShortOpenHashSet heldSet = new ShortOpenHashSet(held);
    short[] table = new short[held.length];
    for (int i = 0; i < held.length; i++) {
      short key = held[i];
      short limited = (short) (key & Partition.DEFAULT_KEY);
      if (isInvalid(key)) {
        table[i] = 0;
      } else if (wantedSet.contains(key) || (key == limited && wantedSet.contains(full(key)))) {
        table[i] = key;
      } else if (wantedSet.contains(limited) && !heldSet.contains(limited)) {
        table[i] = limited;
      }
    }
    return trimmed(table);
  }

  /**
   * The table of the switch port that an end port hangs on, which lets pass what the end port may
   * send and get: its P_Keys without gaps. A full one lets pass what the limited one does, so the
   * limited one of the same partition is left out.
   */
  public static short[] atSwitch(short[] keys) {
    ShortOpenHashSet all = new ShortOpenHashSet(keys);
    ShortArrayList table = new ShortArrayList(keys.length);
    for (short key : keys) {
      boolean isHidden = key >= 0 && all.contains(full(key));
      if (!isInvalid(key) && !isHidden) {
        table.add(key);
      }
    }
    return table.toShortArray();
  }

  private static short full(short key) {
    return (short) (key | Partition.FULL_BIT);
  }

  /** Whether the lower 15 bits are 0, as in places that hold nothing. */
  private static boolean isInvalid(short key) {
    return (key & Partition.DEFAULT_KEY) == 0;
  }

  private static short[] trimmed(short[] table) {
    int length = table.length;
    while (length > 0 && table[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(table, length);
  }
}
