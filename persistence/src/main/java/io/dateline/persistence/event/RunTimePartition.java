package io.dateline.persistence.event;

import java.util.Arrays;
import java.util.Objects;

/**
 * Members that a partition was given at run time, beside those of the partition file. The arrays
 * are parallel.
 *
 * @param key lower 15 bits of the P_Key
 * @param name for people; the file's goes first where it has the key, too
 * @param guids of end ports
 * @param memberships of each, one of the constants
 * @param isIpoib whether it has the group of IPv4's broadcasts, which an interface of IP over
 *     InfiniBand joins and does not make; in an event, whether it gets it
 */
public record RunTimePartition(
    int key, String name, long[] guids, byte[] memberships, boolean isIpoib) {
  /** What the port was given is taken back; in an event only. */
  public static final byte OUT = 0;

  public static final byte LIMITED = 1;
  public static final byte FULL = 2;

  /** The port holds both keys. */
  public static final byte BOTH = 3;

  public RunTimePartition {
    Objects.requireNonNull(name);
    Parallel.check(guids.length, memberships.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunTimePartition that
        && key == that.key
        && name.equals(that.name)
        && Arrays.equals(guids, that.guids)
        && Arrays.equals(memberships, that.memberships)
        && isIpoib == that.isIpoib;
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, name, Arrays.hashCode(guids), Arrays.hashCode(memberships), isIpoib);
  }
}
