package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Selector;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.sm.group.GroupBook;
import java.util.List;

/**
 * The path to a multicast group: what the group was made with. As with OpenSM a source that is
 * named must be a member, and MTU, rate and packet life are told, whatever was asked for.
 */
final class MulticastPaths {
  private static final int HOPS_MAX = 0xFF;
  private static final int LINK_LOCAL = 2;

  private MulticastPaths() {}

  /** Whether the destination asked for is a group: by its GID, or by its LID alone. */
  static boolean isAskedFor(SaRequest request) {
    return request.has(PathRecord.DGID)
        ? request.gid(PathRecord.DGID).isMulticast()
        : request.has(PathRecord.DLID) && Lid.isMulticast(request.value(PathRecord.DLID));
  }

  static void collect(SaQuery query, RecordTable answer) {
    for (MulticastGroup group : asked(query)) {
      if (query.keysOf(query.requester()).holds(group.terms().pKey()) && suits(query, group)) {
        add(query, group, answer);
        if (query.method() == Mad.GET) {
          return; // several may share a LID
        }
      }
    }
  }

  private static List<MulticastGroup> asked(SaQuery query) {
    if (!query.has(PathRecord.DGID)) {
      return query.groups().ofMlid(query.value(PathRecord.DLID));
    }
    MulticastGroup group = query.groups().group(query.gid(PathRecord.DGID));
    return group == null ? List.of() : List.of(group);
  }

  private static void add(SaQuery query, MulticastGroup group, RecordTable answer) {
    Terms terms = group.terms();
    int offset = answer.next();
    PathRecord record = PathRecord.in(answer.bytes(), offset);
    int source = source(query);
    if (source != Fabric.NONE) {
      long guid = PathEnds.sources(query).guid(query.fabric(), source);
      record
          .sgid(new Gid(query.view().subnetPrefix(), guid))
          .slid(
              query.has(PathRecord.SLID)
                  ? query.value(PathRecord.SLID)
                  : query.view().lids().baseLid(source));
    }
    record
        .dgid(GroupBook.mgid(group))
        .dlid(group.mlid())
        .numbPath(1)
        .pKey(terms.pKey())
        .sl(terms.sl())
        .mtuSelector(Selector.EXACTLY)
        .mtu(terms.mtu())
        .rateSelector(Selector.EXACTLY)
        .rate(terms.rate())
        .packetLifeTimeSelector(Selector.EXACTLY)
        .packetLifeTime(terms.packetLife())
        .tClass(terms.trafficClass())
        .flowLabel(terms.flowLabel())
        .hopLimit(hopLimit(terms));
    answer.keep();
  }

  private static int hopLimit(Terms terms) {
    return terms.scope() == LINK_LOCAL ? terms.hopLimit() : HOPS_MAX;
  }

  private static boolean suits(SaQuery query, MulticastGroup group) {
    Terms terms = group.terms();
    boolean wantsNone =
        query.method() != Mad.GET
            && query.has(PathRecord.NUMB_PATH)
            && query.value(PathRecord.NUMB_PATH) == 0;
    return !wantsNone
        && isSame(query, PathRecord.DLID, group.mlid())
        && isSame(query, PathRecord.P_KEY, terms.pKey())
        && isSame(query, PathRecord.SL, terms.sl())
        && isSame(query, PathRecord.T_CLASS, terms.trafficClass())
        && isSame(query, PathRecord.FLOW_LABEL, terms.flowLabel())
        && isSame(query, PathRecord.HOP_LIMIT, hopLimit(terms))
        && isFromMember(query, group);
  }

  private static boolean isSame(SaQuery query, Field component, int value) {
    return !query.has(component) || query.value(component) == value;
  }

  private static boolean isFromMember(SaQuery query, MulticastGroup group) {
    if (!query.has(PathRecord.SGID) && !query.has(PathRecord.SLID)) {
      return true;
    }
    int source = source(query);
    if (source == Fabric.NONE) {
      return false;
    }
    if (query.has(PathRecord.SGID)) {
      return GroupBook.member(group, query.half(PathRecord.SGID, 8)) != null;
    }
    long own = query.fabric().portGuid(source);
    return GroupBook.member(group, own) != null
        || query.registrations().aliases().aliases(own).stream()
            .map(AliasGuid::guid)
            .filter(guid -> query.endPort(guid) == source)
            .anyMatch(guid -> GroupBook.member(group, guid) != null);
  }

  /** The one port that is named as source; none where two are, none, or one that is not seen. */
  private static int source(SaQuery query) {
    if (!query.has(PathRecord.SGID) && !query.has(PathRecord.SLID)) {
      return Fabric.NONE;
    }
    int[] ports = PathEnds.sources(query).ports();
    return ports.length == 1 && query.maySee(ports[0]) ? ports[0] : Fabric.NONE;
  }
}
