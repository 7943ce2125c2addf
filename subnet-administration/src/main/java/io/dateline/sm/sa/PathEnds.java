package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.fabric.format.PrefixRoutes.Route;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.PathRecord;
import java.util.Optional;

/**
 * One side of a path query: the end ports it may begin (or end) at, and their LIDs.
 *
 * @param ports the end ports; without LIDs or of other partitions they may be
 * @param lid the one LID asked for, 0 for all of each port
 * @param alias the alias GUID by which the one port was asked for, 0 where it was not
 */
record PathEnds(int[] ports, int lid, long alias) {
  private static final PathEnds NOBODY = new PathEnds(new int[0], 0, 0);

  static PathEnds sources(SaQuery query) {
    return of(query, PathRecord.SGID, PathRecord.SLID);
  }

  /**
   * Of a GID of another subnet the port of the router that leads there.
   *
   * @param routes which one that is
   */
  static PathEnds destinations(SaQuery query, PrefixRoutes routes) {
    return isForeign(query, PathRecord.DGID)
        ? router(query, routes)
        : of(query, PathRecord.DGID, PathRecord.DLID);
  }

  /** The first one by its index that the route allows, so that one destination has one. */
  private static PathEnds router(SaQuery query, PrefixRoutes routes) {
    Fabric fabric = query.fabric();
    boolean hasLid = query.has(PathRecord.DLID);
    int lid = hasLid ? query.value(PathRecord.DLID) : 0;
    for (int port : candidates(fabric, routes.to(query.half(PathRecord.DGID, 0)))) {
      boolean isRouter = fabric.type(fabric.nodeOf(port)) == NodeType.ROUTER;
      boolean isAsked = !hasLid || query.view().lids().port(lid) == port;
      if (isRouter && isAsked && query.maySee(port)) {
        return new PathEnds(new int[] {port}, lid, 0);
      }
    }
    return NOBODY;
  }

  private static int[] candidates(Fabric fabric, Optional<Route> route) {
    if (route.isEmpty()) {
      return NOBODY.ports;
    }
    if (route.get().routerGuid().isEmpty()) {
      return fabric.endPorts();
    }
    int port = fabric.endPortByGuid(route.get().routerGuid().getAsLong());
    return port == Fabric.NONE ? NOBODY.ports : new int[] {port};
  }

  /** Whether a GID is given that belongs to no port of this subnet, though not to a group. */
  static boolean isForeign(SaQuery query, Field gid) {
    long prefix = query.half(gid, 0);
    return query.has(gid)
        && prefix != query.view().subnetPrefix()
        && prefix != Gid.DEFAULT_PREFIX
        && !isGroup(prefix);
  }

  private static boolean isGroup(long prefix) {
    return prefix >>> 56 == 0xFF;
  }

  private static PathEnds of(SaQuery query, Field gid, Field lid) {
    boolean hasGid = query.has(gid);
    boolean hasLid = query.has(lid);
    Fabric fabric = query.fabric();
    if (!hasGid && !hasLid) {
      return new PathEnds(fabric.endPorts(), 0, 0);
    }
    int byLid = hasLid ? query.view().lids().port(query.value(lid)) : Fabric.NONE;
    long guid = query.half(gid, 8);
    int byGid = hasGid && !isGroup(query.half(gid, 0)) ? query.endPort(guid) : Fabric.NONE;
    int port = hasLid ? byLid : byGid;
    boolean isConflict = hasLid && hasGid && byLid != byGid;
    if (port == Fabric.NONE || isConflict) {
      return NOBODY;
    }
    boolean isAlias = hasGid && guid != fabric.portGuid(port);
    return new PathEnds(new int[] {port}, hasLid ? query.value(lid) : 0, isAlias ? guid : 0);
  }

  /** The GUID that paths name a port by: the one that was asked for, or the port's own. */
  long guid(Fabric fabric, int port) {
    return alias == 0 ? fabric.portGuid(port) : alias;
  }

  /** How many LIDs the ports have together, as far as they were asked for. */
  long lidCount(SaQuery query) {
    if (lid != 0) {
      return ports.length;
    }
    long count = 0;
    for (int port : ports) {
      count += query.view().lids().lidCount(port);
    }
    return count;
  }
}
