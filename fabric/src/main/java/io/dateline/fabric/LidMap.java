package io.dateline.fabric;

import java.util.Arrays;
import java.util.List;

/**
 * Which LIDs the end ports of one {@link Fabric} answer to. Immutable once built; a port with LMC
 * {@code m} has the {@code 2^m} LIDs from its base LID on.
 */
public final class LidMap {
  private final int[] portByLid; // length maxLid+1, Fabric.NONE where no port has the LID
  private final int[] baseLids; // by port, Lid.NONE where the port has none
  private final byte[] lmcs; // by port

  private LidMap(int[] portByLid, int[] baseLids, byte[] lmcs) {
    this.portByLid = portByLid;
    this.baseLids = baseLids;
    this.lmcs = lmcs;
  }

  /** The largest LID in use, 0 when there is none. */
  public int maxLid() {
    return portByLid.length - 1;
  }

  /** The LIDs that a port answers to, ascending. */
  public int[] usedLids() {
    int[] used = new int[portByLid.length];
    int count = 0;
    for (int lid = 0; lid < portByLid.length; lid++) {
      if (portByLid[lid] != Fabric.NONE) {
        used[count++] = lid;
      }
    }
    return Arrays.copyOf(used, count);
  }

  /** The end port that answers to a LID, or {@link Fabric#NONE}. Any {@code int} may be asked. */
  public int port(int lid) {
    return lid < 0 || lid >= portByLid.length ? Fabric.NONE : portByLid[lid];
  }

  /** The base LID of an end port, or {@link Lid#NONE}. */
  public int baseLid(int port) {
    return baseLids[port];
  }

  public int lmc(int port) {
    return lmcs[port];
  }

  /** How many LIDs the port answers to: {@code 2^lmc}, or 0 when it has none. */
  public int lidCount(int port) {
    return baseLids[port] == Lid.NONE ? 0 : 1 << lmcs[port];
  }

  /**
   * The same without the LIDs of some end ports; ports that have none may be among them. {@link
   * #maxLid} stays as it is.
   */
  public LidMap without(List<Integer> ports) {
    if (ports.isEmpty()) {
      return this;
    }
    int[] others = portByLid.clone();
    int[] bases = baseLids.clone();
    for (int port : ports) {
      Arrays.fill(others, bases[port], bases[port] + lidCount(port), Fabric.NONE);
      bases[port] = Lid.NONE;
    }
    return new LidMap(others, bases, lmcs);
  }

  /**
   * The LIDs a fabric was found with. Ports without one stay without.
   *
   * @throws IllegalArgumentException as {@link Builder#assign}
   */
  public static LidMap found(Fabric fabric) {
    Builder builder = new Builder(fabric);
    for (int port : fabric.endPorts()) {
      if (fabric.foundLid(port) != Lid.NONE) {
        builder.assign(port, fabric.foundLid(port), fabric.foundLmc(port));
      }
    }
    return builder.build();
  }

  /** Collects assignments. Not thread-safe. */
  public static final class Builder {
    private final int[] portByLid = new int[Lid.UNICAST_MAX + 1];
    private final int[] baseLids;
    private final byte[] lmcs;
    private int maxLid;

    public Builder(Fabric fabric) {
      Arrays.fill(portByLid, Fabric.NONE);
      baseLids = new int[fabric.portCount()];
      lmcs = new byte[fabric.portCount()];
    }

    /**
     * Gives an end port the {@code 2^lmc} LIDs from {@code baseLid} on.
     *
     * @throws IllegalArgumentException if one is taken or not unicast, the base is not a multiple
     *     of {@code 2^lmc}, or the port already has LIDs
     */
    public Builder assign(int port, int baseLid, int lmc) {
      int count = 1 << lmc;
      if (lmc < 0 || lmc > Lid.LMC_MAX || (baseLid & (count - 1)) != 0) {
        throw new IllegalArgumentException("base LID " + baseLid + " does not suit LMC " + lmc);
      }
      if (!Lid.isUnicast(baseLid) || !Lid.isUnicast(baseLid + count - 1)) {
        throw new IllegalArgumentException("LID " + baseLid + " is not unicast");
      }
      if (baseLids[port] != Lid.NONE) {
        throw new IllegalArgumentException("the port of LID " + baseLid + " has two base LIDs");
      }
      for (int lid = baseLid; lid < baseLid + count; lid++) {
        if (portByLid[lid] != Fabric.NONE) {
          throw new IllegalArgumentException("LID " + lid + " is given to two ports");
        }
        portByLid[lid] = port;
      }
      baseLids[port] = baseLid;
      lmcs[port] = (byte) lmc;
      maxLid = Math.max(maxLid, baseLid + count - 1);
      return this;
    }

    /** Whether a LID is still free. */
    public boolean isFree(int lid) {
      return portByLid[lid] == Fabric.NONE;
    }

    public LidMap build() {
      return new LidMap(Arrays.copyOf(portByLid, maxLid + 1), baseLids, lmcs);
    }
  }
}
