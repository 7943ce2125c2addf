package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.TorusShape;
import java.util.Arrays;

/**
 * The service levels of torus-2QoS: bit d is set when the shortest path of the unbroken torus from
 * the source's switch to the destination's crosses the dateline of dimension d, which lies between
 * the coordinates radix-1 and 0. Only coordinates count, so that an SL stands whatever fails. An
 * open dimension has its bit as if it were a ring; the lanes that it leads to are as good as the
 * others there. Bit 3 is the level of quality of service, for a request for it: all that counts of
 * an SL that is asked for.
 *
 * <p>End ports of switches without a place are on SL 0. Any thread may ask.
 */
public final class TorusLevels implements PathSl {
  private static final int QOS_LEVEL = 1 << TorusShape.DIMENSIONS;

  private final int[] radices;
  private final int[] coordinates; // by LID * DIMENSIONS + dimension; NONE where there is no place

  /** The levels of a torus whose end ports have these LIDs. */
  public TorusLevels(Torus torus, LidMap lids) {
    TorusShape shape = torus.shape();
    Fabric fabric = torus.fabric();
    radices = shape.radices().stream().mapToInt(Integer::intValue).toArray();
    coordinates = new int[(lids.maxLid() + 1) * TorusShape.DIMENSIONS];
    Arrays.fill(coordinates, Fabric.NONE);
    for (int port : fabric.endPorts()) {
      int place = torus.placeOfEndPort(port);
      if (place == Fabric.NONE) {
        continue;
      }
      for (int offset = 0; offset < lids.lidCount(port); offset++) {
        int first = (lids.baseLid(port) + offset) * TorusShape.DIMENSIONS;
        for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
          coordinates[first + dimension] = shape.coordinate(place, dimension);
        }
      }
    }
  }

  @Override
  public int sl(int sourceLid, int destinationLid) {
    int from = first(sourceLid);
    int to = first(destinationLid);
    if (from == Fabric.NONE || to == Fabric.NONE) {
      return 0;
    }
    int sl = 0;
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      int inside = Math.abs(coordinates[from + dimension] - coordinates[to + dimension]);
      if (2 * inside > radices[dimension]) {
        sl |= 1 << dimension;
      }
    }
    return sl;
  }

  /** End ports without a place have no lanes of their own, and so no level either. */
  @Override
  public int sl(int sourceLid, int destinationLid, int wanted) {
    boolean isPlaced = first(sourceLid) != Fabric.NONE && first(destinationLid) != Fabric.NONE;
    return sl(sourceLid, destinationLid) | (isPlaced ? wanted & QOS_LEVEL : 0);
  }

  /** It depends on the switch's place alone. */
  @Override
  public int kind(int sourceLid) {
    return 0;
  }

  /** Where the coordinates of a LID begin, or NONE where it has none. */
  private int first(int lid) {
    int first = lid * TorusShape.DIMENSIONS;
    boolean known = lid >= 0 && first < coordinates.length;
    return known && coordinates[first] != Fabric.NONE ? first : Fabric.NONE;
  }
}
