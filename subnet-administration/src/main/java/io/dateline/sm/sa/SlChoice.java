package io.dateline.sm.sa;

import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.mad.sa.PathRecord;
import java.util.Map;

/** The SLs of the paths of one query. Immutable. */
final class SlChoice {
  /** There is no SL for the path. */
  static final int NONE = -1;

  private static final int NOT_ASKED = PathLevel.NOT_GIVEN;

  private final SaQuery query;
  private final Routing routing;
  private final int asked; // NOT_ASKED where none was

  SlChoice(SaQuery query) {
    this.query = query;
    routing = query.view().routing();
    asked = query.has(PathRecord.SL) ? query.value(PathRecord.SL) : NOT_ASKED;
  }

  /**
   * The SL of a path, or {@link #NONE}. What is wanted is the SL that was asked for, else the
   * level's, else the partition's; where the first two contradict each other there is none. The
   * routing's goes before a wanted one, of which it honours as much as it can; as with OpenSM there
   * is none where the one that was asked for is another one even so. Where the routing does not
   * care, a wanted SL is granted if it has a lane all the way.
   */
  int sl(int source, int sourceLid, int destination, int destinationLid, PathLevel level) {
    boolean isAsked = asked != NOT_ASKED;
    boolean hasLevel = level.sl() != PathLevel.NOT_GIVEN;
    if (isAsked && hasLevel && asked != level.sl()) {
      return NONE;
    }
    PathSl pathSl = routing.pathSl();
    boolean isPlain = !hasLevel && level.partitionSl() == 0;
    int wanted = isAsked ? asked : hasLevel ? level.sl() : level.partitionSl();
    int sl = pathSl.sl(sourceLid, destinationLid, wanted);
    if (isPlain && (!isAsked || asked == sl)) {
      return sl;
    }
    if (pathSl != PathSl.ZERO) {
      return wanted == sl || !isAsked ? sl : NONE;
    }
    return hasLane(source, destination, destinationLid, wanted) ? wanted : NONE;
  }

  /** The SL of the partition of a P_Key, 0 if it has none. */
  int ofPartition(int key) {
    Map<Integer, Integer> sls = query.view().partitionSls();
    return sls.isEmpty() ? 0 : sls.getOrDefault(key & PartitionKeys.BASE_MASK, 0);
  }

  private boolean hasLane(int source, int destination, int destinationLid, int sl) {
    return !PathCapacity.isDropped(
        query.fabric(),
        query.index().channels(),
        routing.tables(),
        query.index().lanes(),
        source,
        destination,
        destinationLid,
        sl);
  }
}
