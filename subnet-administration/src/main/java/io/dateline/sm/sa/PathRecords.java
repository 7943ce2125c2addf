package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;

/**
 * PathRecord (IBA Vol 1, 15.2.5.16): how to talk from one port to another.
 *
 * <p>A Get means one path, the first that suits. GIDs name ports by the subnet's prefix or the
 * default one, or a group; other subnets are not known here.
 */
final class PathRecords implements RecordSource {
  private static final long SOURCE = PathRecord.SGID.mask() | PathRecord.SLID.mask();
  private static final long DESTINATION = PathRecord.DGID.mask() | PathRecord.DLID.mask();

  private final long lidPairsMax;

  /**
   * @param lidPairsMax pairs of LIDs that one query may look at; one that would have to look at
   *     more is refused, as it would keep a thread busy for minutes
   */
  PathRecords(long lidPairsMax) {
    this.lidPairsMax = lidPairsMax;
  }

  @Override
  public int attributeId() {
    return AttributeId.PATH_RECORD;
  }

  @Override
  public int recordBytes() {
    return PathRecord.BYTES;
  }

  @Override
  public boolean isCheap(long componentMask) {
    return (componentMask & SOURCE) != 0 && (componentMask & DESTINATION) != 0;
  }

  @Override
  public int check(SaQuery query) {
    boolean hasUpper = query.has(PathRecord.SERVICE_ID8_MSB);
    boolean hasLower = query.has(PathRecord.SERVICE_ID56_LSB);
    if (hasUpper != hasLower) {
      return SaStatus.REQ_INSUFFICIENT_COMPONENTS;
    }
    if (PathEnds.isForeign(query, PathRecord.SGID) || PathEnds.isForeign(query, PathRecord.DGID)) {
      return SaStatus.REQ_INVALID_GID;
    }
    int status = PathLimits.of(query).check();
    if (status != 0) {
      return status;
    }
    long pairs =
        PathEnds.sources(query).lidCount(query) * PathEnds.destinations(query).lidCount(query);
    return pairs > lidPairsMax ? SaStatus.NO_RESOURCES : 0;
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {
    if (MulticastPaths.isAskedFor(query)) {
      MulticastPaths.collect(query, answer);
    } else {
      new PathSearch(query, answer).run();
    }
  }
}
