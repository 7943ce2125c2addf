package io.dateline.sm.sa;

import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.mad.AttributeId;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sm.registration.Register;
import java.util.function.Supplier;

/**
 * PathRecord (IBA Vol 1, 15.2.5.16): how to talk from one port to another.
 *
 * <p>A Get means one path, the first that suits. GIDs name ports by the subnet's prefix or the
 * default one, or a group. Of other subnets nothing is known here but by which routers packets to
 * them leave: the path to a GID there is the one to the router's port.
 */
final class PathRecords implements RecordSource {
  private static final long SOURCE = PathRecord.SGID.mask() | PathRecord.SLID.mask();
  private static final long DESTINATION = PathRecord.DGID.mask() | PathRecord.DLID.mask();

  private final long lidPairsMax;
  private final Supplier<PrefixRoutes> prefixRoutes;

  /**
   * @param lidPairsMax pairs of LIDs that one query may look at; one that would have to look at
   *     more is refused, as it would keep a thread busy for minutes
   * @param prefixRoutes by which routers packets to other subnets leave, as of now
   */
  PathRecords(long lidPairsMax, Supplier<PrefixRoutes> prefixRoutes) {
    this.lidPairsMax = lidPairsMax;
    this.prefixRoutes = prefixRoutes;
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
  public boolean namesItsEnds(long componentMask) {
    return (componentMask & SOURCE) != 0 && (componentMask & DESTINATION) != 0;
  }

  /**
   * All pairs of LIDs that both ports have, where none of them suits what else is asked; of a group
   * by its LID all groups.
   */
  @Override
  public long looks(SaRequest request, SubnetIndex index, Register register) {
    if (MulticastPaths.isAskedFor(request)) {
      return request.has(PathRecord.DGID) ? 1 : register.groups().groups().size();
    }
    long sources = request.has(PathRecord.SLID) ? 1 : index.lidsMax();
    return request.has(PathRecord.DLID) ? sources : sources * index.lidsMax();
  }

  /** Each pair of LIDs; an end that is named is not told from one that is not. */
  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    long lids = (long) index.view().fabric().endPorts().length * index.lidsMax();
    return lids * lids;
  }

  @Override
  public int check(SaQuery query) {
    boolean hasUpper = query.has(PathRecord.SERVICE_ID8_MSB);
    boolean hasLower = query.has(PathRecord.SERVICE_ID56_LSB);
    if (hasUpper != hasLower) {
      return SaStatus.REQ_INSUFFICIENT_COMPONENTS;
    }
    if (PathEnds.isForeign(query, PathRecord.SGID) || isWithoutRoute(query)) {
      return SaStatus.REQ_INVALID_GID;
    }
    int status = PathLimits.of(query).check();
    if (status != 0) {
      return status;
    }
    long pairs = PathEnds.sources(query).lidCount(query) * destinations(query).lidCount(query);
    return pairs > lidPairsMax ? SaStatus.NO_RESOURCES : 0;
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {
    if (MulticastPaths.isAskedFor(query.request())) {
      MulticastPaths.collect(query, answer);
    } else {
      new PathSearch(query, answer).run(PathEnds.sources(query), destinations(query));
    }
  }

  private PathEnds destinations(SaQuery query) {
    return PathEnds.destinations(query, prefixRoutes.get());
  }

  private boolean isWithoutRoute(SaQuery query) {
    return PathEnds.isForeign(query, PathRecord.DGID)
        && prefixRoutes.get().to(query.half(PathRecord.DGID, 0)).isEmpty();
  }
}
