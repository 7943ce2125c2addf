package io.dateline.fabric;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntMaps;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.function.LongPredicate;

/**
 * Where every switch that was ever placed in a torus is. It is what path SLs of torus-2QoS are made
 * of: the dateline of a dimension lies between the coordinates radix-1 and 0. It outlives the
 * switches and the SM nodes, so that an SL, once granted, stands.
 *
 * @param shape the grid
 * @param places by switch node GUID, a place of the grid; no two switches have the same
 */
public record TorusFrame(TorusShape shape, Long2IntMap places) {
  public TorusFrame {
    Long2IntOpenHashMap copy = new Long2IntOpenHashMap(places);
    copy.defaultReturnValue(Fabric.NONE);
    boolean[] taken = new boolean[shape.places()];
    copy.values()
        .forEach(
            place -> {
              if (place < 0 || place >= taken.length) {
                throw new IllegalArgumentException("no place of the grid: " + place);
              }
              if (taken[place]) {
                throw new IllegalArgumentException("two switches at place " + place);
              }
              taken[place] = true;
            });
    places = Long2IntMaps.unmodifiable(copy);
  }

  /** A grid in which nothing has been placed yet. */
  public static TorusFrame empty(TorusShape shape) {
    return new TorusFrame(shape, Long2IntMaps.EMPTY_MAP);
  }

  /**
   * The frame once more switches have been placed. A switch that was at one of the places before
   * was replaced, and has none any more. The arrays are parallel.
   */
  public TorusFrame with(long[] nodeGuids, int[] newPlaces) {
    long[] guidAt = new long[shape.places()];
    boolean[] taken = new boolean[guidAt.length];
    places.forEach(
        (guid, place) -> {
          guidAt[place] = guid;
          taken[place] = true;
        });
    Long2IntOpenHashMap after = new Long2IntOpenHashMap(places);
    for (int place : newPlaces) {
      if (place >= 0 && place < taken.length && taken[place]) {
        after.remove(guidAt[place]);
      }
    }
    for (int i = 0; i < nodeGuids.length; i++) {
      after.put(nodeGuids[i], newPlaces[i]);
    }
    return new TorusFrame(shape, after);
  }

  /** What the frame says of these switches alone. */
  public TorusFrame of(LongPredicate nodeGuids) {
    Long2IntOpenHashMap kept = new Long2IntOpenHashMap(places);
    kept.keySet().removeIf(guid -> !nodeGuids.test(guid));
    return new TorusFrame(shape, kept);
  }

  /** GUIDs of all switches that were placed, ascending. */
  public long[] nodeGuids() {
    long[] guids = places.keySet().toLongArray();
    Guid.sort(guids);
    return guids;
  }

  /** The place of a switch, or {@link Fabric#NONE} if it was never placed. */
  public int place(long nodeGuid) {
    return places.get(nodeGuid);
  }
}
