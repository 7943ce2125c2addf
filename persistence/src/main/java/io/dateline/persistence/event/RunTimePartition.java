package io.dateline.persistence.event;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Members that a partition was given at run time, beside those of the partition file. The arrays
 * are parallel.
 *
 * @param key lower 15 bits of the P_Key
 * @param name for people; the file's goes first where it has the key, too
 * @param guids of end ports
 * @param memberships of each, one of the constants
 * @param broadcast the group of IPv4's broadcasts, which an interface of IP over InfiniBand joins
 *     and does not make, if it has that; in an event, if it gets that
 */
public record RunTimePartition(
    int key, String name, long[] guids, byte[] memberships, Optional<Broadcast> broadcast) {
  /** What the port was given is taken back; in an event only. */
  public static final byte OUT = 0;

  public static final byte LIMITED = 1;
  public static final byte FULL = 2;

  /** The port holds both keys. */
  public static final byte BOTH = 3;

  /**
   * What the group of IPv4's broadcasts is like, in the units of MCMemberRecord (IBA Vol 1,
   * 15.2.5.17).
   *
   * @param mtu code of its MTU, 0 for the usual one
   * @param rate code of its rate, 0 for the usual one
   * @param sl its SL, and that of the partition's paths
   */
  public record Broadcast(int mtu, int rate, int sl) {
    /** As the partition file has it where {@code ipoib} is the only flag. */
    public static final Broadcast USUAL = new Broadcast(0, 0, 0);
  }

  public RunTimePartition {
    Objects.requireNonNull(name);
    Objects.requireNonNull(broadcast);
    Parallel.check(guids.length, memberships.length);
  }

  /** Whether there is the group of IPv4's broadcasts. */
  public boolean isIpoib() {
    return broadcast.isPresent();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunTimePartition that
        && key == that.key
        && name.equals(that.name)
        && Arrays.equals(guids, that.guids)
        && Arrays.equals(memberships, that.memberships)
        && broadcast.equals(that.broadcast);
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, name, Arrays.hashCode(guids), Arrays.hashCode(memberships), broadcast);
  }
}
