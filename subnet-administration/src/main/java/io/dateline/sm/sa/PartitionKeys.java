package io.dateline.sm.sa;

import io.dateline.sm.qos.NumberRanges;
import java.util.Arrays;

/**
 * The partitions a port is a member of (IBA Vol 1, 10.9): P_Keys of 16 bits, the top one set for a
 * full member. Two ports may talk where both hold a key of the same lower 15 bits and at least one
 * of them is a full member. Immutable.
 */
public final class PartitionKeys {
  /** Lower 15 bits of a P_Key. */
  static final int BASE_MASK = 0x7FFF;

  /** What a port belongs to whose table was not read: the default partition, as full member. */
  static final PartitionKeys DEFAULT = new PartitionKeys(new short[] {(short) 0xFFFF});

  private final short[] keys; // in the order of the table's indices, without empty slots

  private PartitionKeys(short[] keys) {
    this.keys = keys;
  }

  /** The keys of a P_Key table; slots with a zero base are empty; null is an unread table. */
  public static PartitionKeys of(short[] table) {
    if (table == null) {
      return DEFAULT;
    }
    short[] keys = new short[table.length];
    int count = 0;
    for (short key : table) {
      if ((key & BASE_MASK) != 0) {
        keys[count++] = key;
      }
    }
    return new PartitionKeys(Arrays.copyOf(keys, count));
  }

  /** Whether a port with these keys and one with the others may talk. */
  public boolean shares(PartitionKeys others) {
    return sharedWith(others) != 0;
  }

  /**
   * That of these keys under which the two ports may talk; 0 if there is none. Of several it is the
   * one that OpenSM takes, so that a site finds its traffic where it was: it compares keys as they
   * are in packets, read as numbers by a CPU that has the low byte first. So any other partition
   * goes before the default one.
   */
  int sharedWith(PartitionKeys others) {
    int found = 0;
    for (short mine : keys) {
      if ((found == 0 || asOpensm(mine) < asOpensm((short) found)) && others.mayTalkTo(mine)) {
        found = mine & 0xFFFF;
      }
    }
    return found;
  }

  private static int asOpensm(short key) {
    return Short.reverseBytes((short) (key & BASE_MASK)) & 0xFFFF;
  }

  /**
   * The same in one of certain partitions, of which the one with the smallest number is taken.
   *
   * @param bases lower 15 bits of their P_Keys
   */
  int sharedWith(PartitionKeys others, NumberRanges bases) {
    int found = 0;
    for (short mine : keys) {
      if (isBefore(mine, found) && bases.contains(mine & BASE_MASK) && others.mayTalkTo(mine)) {
        found = mine & 0xFFFF;
      }
    }
    return found;
  }

  /** That of certain partitions that the port is in, of either kind; the smallest of several. */
  int first(NumberRanges bases) {
    int found = sharedWith(this, bases);
    if (found != 0) {
      return found;
    }
    for (short mine : keys) {
      if (isBefore(mine, found) && bases.contains(mine & BASE_MASK)) {
        found = mine & 0xFFFF;
      }
    }
    return found;
  }

  private static boolean isBefore(short key, int found) {
    return found == 0 || (key & BASE_MASK) < (found & BASE_MASK);
  }

  private boolean mayTalkTo(short other) {
    for (short mine : keys) {
      if (canTalk(mine, other)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the two ports may talk in the partition of {@code key}, of which the base counts. */
  boolean shares(PartitionKeys others, int key) {
    for (short mine : keys) {
      if (((mine ^ key) & BASE_MASK) == 0) {
        for (short other : others.keys) {
          if (canTalk(mine, other)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether the port is a member, of either kind, of the partition of {@code key}. */
  boolean holds(int key) {
    for (short mine : keys) {
      if (((mine ^ key) & BASE_MASK) == 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean canTalk(short a, short b) {
    return ((a ^ b) & BASE_MASK) == 0 && (a | b) < 0; // the sign is the full member's bit
  }
}
