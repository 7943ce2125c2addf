package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Selector;

/**
 * One path query at work. It is made for the query, used once, by one thread; fields are what all
 * pairs of the query have in common.
 */
final class PathSearch {
  private static final int NO_PATH = -1;

  /** Of a path that leaves the subnet: how many routers a packet may pass is not known here. */
  private static final int ROUTED_HOP_LIMIT = 255;

  private final SaQuery query;
  private final RecordTable answer;
  private final SubnetIndex index;
  private final Fabric fabric;
  private final LidMap lids;
  private final ForwardingTables tables;
  private final PathLimits limits;
  private final int packetLifeCode;
  private final boolean mustReverse;
  private final boolean isRaw;
  private final boolean isRouted; // to another subnet
  private final int pathsPerPair;
  private final boolean onlyFirst;
  private final LevelChoice levels;
  private final KeyChoice keys;
  private final SlChoice sls;
  private final KnownRates rates;

  // Of the pair of ports at hand.
  private long sourceGuid; // that the answer names
  private long destinationGuid;
  private PathLevel levelThere = PathLevel.ANY;
  private PathLevel levelBack = PathLevel.ANY;
  private boolean hasKeyBack;

  PathSearch(SaQuery query, RecordTable answer) {
    this.query = query;
    this.answer = answer;
    index = query.index();
    fabric = query.fabric();
    lids = query.view().lids();
    tables = query.view().routing().tables();
    limits = PathLimits.of(query);
    packetLifeCode = query.view().subnetTimeoutCode();
    mustReverse = query.has(PathRecord.REVERSIBLE) && query.value(PathRecord.REVERSIBLE) != 0;
    isRaw = query.has(PathRecord.RAW_TRAFFIC) && query.value(PathRecord.RAW_TRAFFIC) != 0;
    isRouted = PathEnds.isForeign(query, PathRecord.DGID);
    onlyFirst = query.method() == Mad.GET;
    pathsPerPair = pathsPerPair();
    levels = LevelChoice.of(query);
    keys = new KeyChoice(query, isRaw);
    sls = new SlChoice(query);
    rates = index.rates();
  }

  private int pathsPerPair() {
    if (onlyFirst) {
      return 1;
    }
    return query.has(PathRecord.NUMB_PATH) ? query.value(PathRecord.NUMB_PATH) : Integer.MAX_VALUE;
  }

  void run(PathEnds sources, PathEnds destinations) {
    for (int source : sources.ports()) {
      if (query.maySee(source)) {
        sourceGuid = sources.guid(fabric, source);
        for (int destination : destinations.ports()) {
          if (isDone()) {
            return;
          }
          if (query.maySee(destination)) {
            destinationGuid = destinations.guid(fabric, destination);
            addPair(source, sources.lid(), destination, destinations.lid(), pathsPerPair);
          }
        }
      }
    }
  }

  /**
   * Adds paths between two end ports, if the requester may know of both.
   *
   * @param sourceLid the LID they leave from, 0 for each that the port has
   * @param destinationLid likewise where they end
   * @return how many, {@code atMost} or fewer
   */
  int add(NamedPort source, int sourceLid, NamedPort destination, int destinationLid, int atMost) {
    sourceGuid = source.guid();
    destinationGuid = destination.guid();
    return query.maySee(source.port()) && query.maySee(destination.port())
        ? addPair(source.port(), sourceLid, destination.port(), destinationLid, atMost)
        : 0;
  }

  private boolean isDone() {
    return answer.isExceeded() || (onlyFirst && answer.count() > 0);
  }

  /**
   * Adds the paths between two ports: those between LIDs of equal offset first, which have least in
   * common with each other (preference 0), then the others (preference 2). Says how many.
   */
  private int addPair(int source, int sourceLid, int destination, int destinationLid, int atMost) {
    levelThere = levels.of(source, destination);
    int key = keys.key(source, destination, levelThere);
    if (key == KeyChoice.NONE) {
      return 0;
    }
    levelThere = levelThere.inPartition(sls.ofPartition(key));
    levelBack = levels.of(destination, source);
    int keyBack = levelBack.pKeys().isEmpty() ? key : keys.key(destination, source, levelBack);
    hasKeyBack = keyBack != KeyChoice.NONE;
    levelBack = levelBack.inPartition(sls.ofPartition(keyBack));
    int firstSource = sourceLid == 0 ? lids.baseLid(source) : sourceLid;
    int firstDestination = destinationLid == 0 ? lids.baseLid(destination) : destinationLid;
    int sourceCount = sourceLid == 0 ? lids.lidCount(source) : 1;
    int destinationCount = destinationLid == 0 ? lids.lidCount(destination) : 1;
    int left = atMost;
    for (int i = 0; i < Math.min(sourceCount, destinationCount) && left > 0; i++) {
      left -= add(source, firstSource + i, destination, firstDestination + i, key, 0);
    }
    for (int i = 0; i < sourceCount && left > 0; i++) {
      for (int j = 0; j < destinationCount && left > 0; j++) {
        if (i != j) {
          left -= add(source, firstSource + i, destination, firstDestination + j, key, 2);
        }
      }
    }
    return atMost - left;
  }

  /** Adds the path between two LIDs if there is one; says how many it added, 0 or 1. */
  private int add(
      int source, int sourceLid, int destination, int destinationLid, int key, int preference) {
    int walk = walk(source, destination, destinationLid);
    int known = rates.of(source);
    int path = path(walk, source, sourceLid, destination, destinationLid, levelThere, known);
    if (path == NO_PATH) {
      return 0;
    }
    boolean isReversible =
        hasKeyBack
            && path(
                    walk(destination, source, sourceLid),
                    destination,
                    destinationLid,
                    source,
                    sourceLid,
                    levelBack,
                    rates.of(destination))
                != NO_PATH;
    if (isReversible && known != rates.of(destination)) {
      // Both ends send at this rate then, and have to know its code.
      known &= rates.of(destination);
      int both = path(walk, source, sourceLid, destination, destinationLid, levelThere, known);
      isReversible = both != NO_PATH;
      path = isReversible ? both : path;
    }
    if (mustReverse && !isReversible) {
      return 0;
    }
    int offset = answer.next();
    byte[] bytes = answer.bytes();
    long prefix = query.view().subnetPrefix();
    PathRecord.DGID.setHalf(bytes, offset, 0, prefix);
    PathRecord.DGID.setHalf(bytes, offset, 8, destinationGuid);
    PathRecord.SGID.setHalf(bytes, offset, 0, prefix);
    PathRecord.SGID.setHalf(bytes, offset, 8, sourceGuid);
    PathRecord record =
        PathRecord.in(bytes, offset)
            .dlid(destinationLid)
            .slid(sourceLid)
            .reversible(isReversible)
            .pKey(isRaw ? 0 : key)
            .sl(sl(path))
            .mtuSelector(Selector.EXACTLY)
            .mtu(mtu(path))
            .rateSelector(Selector.EXACTLY)
            .rate(rate(path))
            .packetLifeTimeSelector(Selector.EXACTLY)
            .packetLifeTime(life(path))
            .preference(preference);
    echo(record);
    if (isRouted) {
      record.dgid(query.gid(PathRecord.DGID)).hopLimit(ROUTED_HOP_LIMIT);
    }
    answer.keep();
    return 1;
  }

  /** Repeats what was asked for and does not depend on the path. */
  private void echo(PathRecord record) {
    if (query.has(PathRecord.SERVICE_ID56_LSB)) {
      record
          .serviceId8Msb(query.value(PathRecord.SERVICE_ID8_MSB))
          .serviceId56Lsb(query.value64(PathRecord.SERVICE_ID56_LSB));
    }
    record.rawTraffic(isRaw);
    if (query.has(PathRecord.FLOW_LABEL)) {
      record.flowLabel(query.value(PathRecord.FLOW_LABEL));
    }
    if (query.has(PathRecord.HOP_LIMIT)) {
      record.hopLimit(query.value(PathRecord.HOP_LIMIT));
    }
    if (query.has(PathRecord.T_CLASS)) {
      record.tClass(query.value(PathRecord.T_CLASS));
    }
    if (query.has(PathRecord.QOS_CLASS)) {
      record.qosClass(query.value(PathRecord.QOS_CLASS));
    }
  }

  private int walk(int source, int destination, int destinationLid) {
    return PathCapacity.walk(fabric, index.channels(), tables, source, destination, destinationLid);
  }

  /*
   * A path that suits the query, packed as SL << 24 | packet life << 16 | rate code << 8 | MTU
   * code; NO_PATH if there is none. Of rates only those that are known, as KnownRates has them.
   */
  private int path(
      int walk,
      int source,
      int sourceLid,
      int destination,
      int destinationLid,
      PathLevel level,
      int known) {
    if (walk == PathCapacity.NO_PATH) {
      return NO_PATH;
    }
    int mtu = limits.mtuOf(Math.min(PathCapacity.mtu(walk), level.mtuMax()));
    int rank = Math.min(PathCapacity.rateRank(walk), level.rateRankMax());
    int rate = limits.rateOf(rank, known);
    int life = limits.lifeOf(source == destination ? 0 : level.lifeOr(packetLifeCode));
    if (mtu == PathLimits.NONE || rate == PathLimits.NONE || life == PathLimits.NONE) {
      return NO_PATH;
    }
    int sl = sls.sl(source, sourceLid, destination, destinationLid, level);
    return sl == SlChoice.NONE ? NO_PATH : sl << 24 | life << 16 | rate << 8 | mtu;
  }

  private static int mtu(int path) {
    return path & 0xFF;
  }

  private static int rate(int path) {
    return path >>> 8 & 0xFF;
  }

  private static int life(int path) {
    return path >>> 16 & 0xFF;
  }

  private static int sl(int path) {
    return path >>> 24;
  }
}
