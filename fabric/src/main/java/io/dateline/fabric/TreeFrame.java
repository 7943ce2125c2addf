package io.dateline.fabric;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntMaps;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import it.unimi.dsi.fastutil.longs.LongSets;
import java.util.function.LongPredicate;

/**
 * Where switches are in a tree, as engines found it when nothing was broken. It outlives the
 * switches and the SM nodes, so that a fault moves no path that could stay.
 *
 * <p>Levels are counted from the leaves, which are at level 0: a rank, which is counted from the
 * roots, is another one when the last root is away, or when roots are added above.
 *
 * @param levels by switch node GUID, as ftree found them
 * @param roots node GUIDs of switches, as updn and dnup found them
 */
public record TreeFrame(Long2IntMap levels, LongSet roots) {
  /** Nothing was found yet. */
  public static final TreeFrame EMPTY = new TreeFrame(Long2IntMaps.EMPTY_MAP, LongSets.EMPTY_SET);

  public TreeFrame {
    Long2IntOpenHashMap copy = new Long2IntOpenHashMap(levels);
    copy.defaultReturnValue(Fabric.NONE);
    copy.long2IntEntrySet()
        .forEach(
            each -> {
              if (each.getIntValue() < 0) {
                throw new IllegalArgumentException(
                    "switch %s at level %d"
                        .formatted(Guid.format(each.getLongKey()), each.getIntValue()));
              }
            });
    levels = Long2IntMaps.unmodifiable(copy);
    roots = LongSets.unmodifiable(new LongOpenHashSet(roots));
  }

  /** This with other levels. */
  public TreeFrame withLevels(Long2IntMap others) {
    return new TreeFrame(others, roots);
  }

  /** This with other roots. */
  public TreeFrame withRoots(LongSet others) {
    return new TreeFrame(levels, others);
  }

  /**
   * The frame once more was found out. The first two arrays are parallel.
   *
   * @param nodeGuids switches
   * @param newLevels of these, {@link Fabric#NONE} where the one of before counts no more
   * @param newRoots switches that are roots from now on
   * @param formerRoots switches that are none any more
   */
  public TreeFrame with(long[] nodeGuids, int[] newLevels, long[] newRoots, long[] formerRoots) {
    Long2IntOpenHashMap after = new Long2IntOpenHashMap(levels);
    for (int i = 0; i < nodeGuids.length; i++) {
      if (newLevels[i] == Fabric.NONE) {
        after.remove(nodeGuids[i]);
      } else {
        after.put(nodeGuids[i], newLevels[i]);
      }
    }
    LongOpenHashSet rootsAfter = new LongOpenHashSet(roots);
    rootsAfter.addAll(LongSet.of(newRoots));
    rootsAfter.removeAll(LongSet.of(formerRoots));
    return new TreeFrame(after, rootsAfter);
  }

  /** What it says of these switches alone. */
  public TreeFrame of(LongPredicate nodeGuids) {
    Long2IntOpenHashMap there = new Long2IntOpenHashMap(levels);
    there.keySet().removeIf(guid -> !nodeGuids.test(guid));
    LongOpenHashSet rootsThere = new LongOpenHashSet(roots);
    rootsThere.removeIf(guid -> !nodeGuids.test(guid));
    return new TreeFrame(there, rootsThere);
  }

  public boolean isEmpty() {
    return levels.isEmpty() && roots.isEmpty();
  }

  /** The level of a switch, or {@link Fabric#NONE} if none was found. */
  public int level(long nodeGuid) {
    return levels.get(nodeGuid);
  }

  /** GUIDs of all switches with a level, ascending. */
  public long[] levelGuids() {
    long[] guids = levels.keySet().toLongArray();
    Guid.sort(guids);
    return guids;
  }

  /** GUIDs of the roots, ascending. */
  public long[] rootGuids() {
    long[] guids = roots.toLongArray();
    Guid.sort(guids);
    return guids;
  }
}
