package io.dateline.sm.address;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Every port GUID that was ever given LIDs, and which. Ports that are away keep theirs. Immutable:
 * {@link #with} and {@link #without} copy.
 */
public final class LidBook {
  public static final LidBook EMPTY = new LidBook(new Long2IntOpenHashMap());

  // Port GUID -> base LID in the upper bits, LMC in the lowest 3.
  private final Long2IntOpenHashMap entries;

  private LidBook(Long2IntOpenHashMap entries) {
    this.entries = entries;
    entries.defaultReturnValue(0);
  }

  public int size() {
    return entries.size();
  }

  /** The base LID of a port GUID, or {@link Lid#NONE}. */
  public int baseLid(long portGuid) {
    return entries.get(portGuid) >>> 3;
  }

  public int lmc(long portGuid) {
    return entries.get(portGuid) & 7;
  }

  /** The port GUIDs, ascending as unsigned integers. */
  public long[] portGuids() {
    long[] guids = entries.keySet().toLongArray();
    Guid.sort(guids);
    return guids;
  }

  /**
   * The LIDs that the end ports of a fabric have; ports that are away are left out.
   *
   * @param without port GUIDs of those that were given none, whatever the book says
   * @throws IllegalArgumentException if two ports have the same LID
   */
  public LidMap of(Fabric fabric, long[] without) {
    LongOpenHashSet left = new LongOpenHashSet(without);
    LidMap.Builder lids = new LidMap.Builder(fabric);
    for (int port : fabric.endPorts()) {
      long guid = fabric.portGuid(port);
      if (baseLid(guid) != Lid.NONE && !left.contains(guid)) {
        lids.assign(port, baseLid(guid), lmc(guid));
      }
    }
    return lids.build();
  }

  /** A book in which these ports have these LIDs; arrays of one length. */
  public LidBook with(long[] portGuids, int[] baseLids, byte[] lmcs) {
    Long2IntOpenHashMap copy = entries.clone();
    for (int i = 0; i < portGuids.length; i++) {
      copy.put(portGuids[i], baseLids[i] << 3 | lmcs[i]);
    }
    return new LidBook(copy);
  }

  public LidBook without(long[] portGuids) {
    Long2IntOpenHashMap copy = entries.clone();
    for (long guid : portGuids) {
      copy.remove(guid);
    }
    return new LidBook(copy);
  }
}
