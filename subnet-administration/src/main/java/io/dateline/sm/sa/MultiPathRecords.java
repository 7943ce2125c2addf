package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sm.registration.Register;
import java.util.HashMap;
import java.util.Map;

/**
 * MultiPathRecord (IBA Vol 1, 15.2.5.20): paths between several ports, told as PathRecords.
 * NumbPath bounds all of them together. Where two paths between two sources and two destinations
 * are asked for, or independent ones, ends are paired so that paths share no port while that is
 * possible.
 *
 * <p>As with OpenSM the request has to come by RMPP, one segment holds all its GIDs, and a GID of
 * no port of this subnet makes the request invalid.
 */
final class MultiPathRecords implements RecordSource {
  /** GIDs that fit into one segment. */
  static final int GIDS_MAX = (Mad.SA_DATA_BYTES - MultiPathRecord.BYTES) / Gid.BYTES;

  /** The largest number that NumbPath can say. */
  private static final int PATHS_MAX = (1 << MultiPathRecord.NUMB_PATH.bits()) - 1;

  private static final int INDEPENDENT = 1;

  /** Components of a path that can be asked for in both records, by those of this one. */
  private static final Map<Field, Field> COMMON = common();

  private static Map<Field, Field> common() {
    Map<Field, Field> common = new HashMap<>();
    for (Field asked : MultiPathRecord.LAYOUT.fields()) {
      for (Field told : PathRecord.LAYOUT.fields()) {
        boolean isSame = !asked.isReserved() && asked.name().equals(told.name());
        if (isSame && !asked.equals(MultiPathRecord.NUMB_PATH)) {
          common.put(asked, told);
        }
      }
    }
    return Map.copyOf(common);
  }

  @Override
  public int attributeId() {
    return AttributeId.MULTI_PATH_RECORD;
  }

  @Override
  public int recordBytes() {
    return PathRecord.BYTES;
  }

  @Override
  public int methodStatus(int method) {
    return method == Mad.GET_MULTI ? 0 : Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE;
  }

  /** It is between {@link #GIDS_MAX} ports at most; {@link #looks} counts their LIDs. */
  @Override
  public boolean namesItsEnds(long componentMask) {
    return true;
  }

  /** All pairs of LIDs that its ports have, where none of them suits what else is asked. */
  @Override
  public long looks(SaRequest request, SubnetIndex index, Register register) {
    long sources = request.value(MultiPathRecord.SGID_COUNT);
    long destinations = request.value(MultiPathRecord.DGID_COUNT);
    boolean isRefused = sources + destinations > GIDS_MAX;
    return isRefused ? 0 : sources * destinations * index.lidsMax() * index.lidsMax();
  }

  @Override
  public int check(SaQuery query) {
    if (!query.isRmpp()) {
      return SaStatus.REQ_INVALID;
    }
    boolean hasUpper = query.has(MultiPathRecord.SERVICE_ID8_MSB);
    boolean hasLower = query.has(MultiPathRecord.SERVICE_ID56_LSB);
    boolean hasCounts =
        query.has(MultiPathRecord.SGID_COUNT) && query.has(MultiPathRecord.DGID_COUNT);
    if (!hasCounts || hasUpper != hasLower) {
      return SaStatus.REQ_INSUFFICIENT_COMPONENTS;
    }
    int sources = query.value(MultiPathRecord.SGID_COUNT);
    int destinations = query.value(MultiPathRecord.DGID_COUNT);
    if (sources == 0 || destinations == 0 || sources + destinations > GIDS_MAX) {
      return SaStatus.REQ_INVALID;
    }
    for (int i = 0; i < sources + destinations; i++) {
      if (port(query, i).port() == Fabric.NONE) {
        return SaStatus.REQ_INVALID_GID;
      }
    }
    return PathLimits.of(ofPaths(query)).check();
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {
    NamedPort[] sources = ports(query, 0, query.value(MultiPathRecord.SGID_COUNT));
    NamedPort[] destinations =
        ports(query, sources.length, query.value(MultiPathRecord.DGID_COUNT));
    int wanted =
        query.has(MultiPathRecord.NUMB_PATH) ? query.value(MultiPathRecord.NUMB_PATH) : PATHS_MAX;
    PathSearch search = new PathSearch(ofPaths(query), answer);
    if (wantsIndependent(query, sources, destinations)) {
      new IndependentPaths(query, search, sources, destinations).add(wanted);
    } else {
      addInOrder(search, sources, destinations, wanted);
    }
  }

  private static void addInOrder(
      PathSearch search, NamedPort[] sources, NamedPort[] destinations, int wanted) {
    int left = wanted;
    for (NamedPort source : sources) {
      for (NamedPort destination : destinations) {
        left -= search.add(source, 0, destination, 0, left);
      }
    }
  }

  private static boolean wantsIndependent(
      SaQuery query, NamedPort[] sources, NamedPort[] destinations) {
    boolean isSaid =
        query.has(MultiPathRecord.INDEPENDENCE_SELECTOR)
            && query.value(MultiPathRecord.INDEPENDENCE_SELECTOR) == INDEPENDENT;
    boolean isPairOfPairs =
        sources.length == 2
            && destinations.length == 2
            && query.has(MultiPathRecord.NUMB_PATH)
            && query.value(MultiPathRecord.NUMB_PATH) == 2;
    return isSaid || isPairOfPairs;
  }

  /** The same question, of a PathRecord whose ends are left open. */
  private static SaQuery ofPaths(SaQuery query) {
    byte[] record = new byte[PathRecord.BYTES];
    long mask = 0;
    for (Map.Entry<Field, Field> same : COMMON.entrySet()) {
      if (query.has(same.getKey())) {
        same.getValue().set(record, 0, query.value64(same.getKey()));
        mask |= same.getValue().mask();
      }
    }
    return query.with(Sa.request(query.method(), AttributeId.PATH_RECORD, 0, mask, 0, record));
  }

  private static NamedPort[] ports(SaQuery query, int first, int count) {
    NamedPort[] ports = new NamedPort[count];
    for (int i = 0; i < count; i++) {
      ports[i] = port(query, first + i);
    }
    return ports;
  }

  /** The port that the i-th GID names; {@link Fabric#NONE} where there is none. */
  private static NamedPort port(SaQuery query, int i) {
    Gid gid = MultiPathRecord.of(query.data()).gid(i);
    boolean isHere =
        gid.prefix() == query.view().subnetPrefix() || gid.prefix() == Gid.DEFAULT_PREFIX;
    return new NamedPort(
        isHere ? query.endPort(gid.interfaceId()) : Fabric.NONE, gid.interfaceId());
  }
}
