package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.sm.sa.SaAnswer.DropReason;
import java.util.Optional;

/**
 * Which requests are let in of ports that are known, beyond what IBA asks of them (Vol 1,
 * 15.4.1.2): NVIDIA's enhanced trust model, and its look at the GID that a packet came with.
 */
final class TrustRules {
  private TrustRules() {}

  /** Why a request gets no answer, if it gets none. */
  static Optional<DropReason> objection(TrustSettings settings, SaQuery query) {
    if (settings.checksSource() && isForged(query)) {
      return Optional.of(DropReason.FORGED_SOURCE);
    }
    return settings.isEnhanced() && !isLetIn(settings, query)
        ? Optional.of(DropReason.UNTRUSTED)
        : Optional.empty();
  }

  /**
   * A router's packets bring the GIDs of other subnets. Without a GRH there is nothing to check.
   */
  private static boolean isForged(SaQuery query) {
    int node = query.fabric().nodeOf(query.requester());
    return query.fabric().type(node) != NodeType.ROUTER
        && query.sourceGid().filter(gid -> !isOf(query, gid)).isPresent();
  }

  /**
   * Whether a GID is one that the port that asks has: of its own GUID, or of an alias; also of one
   * that no journal has and the port shows, for an earlier subnet manager gave it.
   */
  private static boolean isOf(SaQuery query, Gid gid) {
    boolean isHere =
        gid.prefix() == query.view().subnetPrefix() || gid.prefix() == Gid.DEFAULT_PREFIX;
    int port = query.endPort(gid.interfaceId());
    return isHere
        && (port == query.requester()
            || (port == Fabric.NONE && GuidInfoRecords.isHeld(query, gid.interfaceId())));
  }

  private static boolean isLetIn(TrustSettings settings, SaQuery query) {
    boolean isOfGuids = query.attributeId() == AttributeId.GUID_INFO_RECORD && isChange(query);
    if (isOfGuids && !settings.takesGuidsByVirtualPorts() && isOfVirtualPort(query)) {
      return false;
    }
    return query.isTrusted()
        || (isLittle(settings, query) && (settings.takesUntrustedProxies() || !isProxy(query)));
  }

  /** A virtual port has the LID of one of hardware, and is told by its GID alone. */
  private static boolean isOfVirtualPort(SaQuery query) {
    return query.sourceGid().filter(gid -> gid.interfaceId() != query.requesterGuid()).isPresent();
  }

  /** What any port may ask for: what it needs to talk to others, and to be found by them. */
  private static boolean isLittle(TrustSettings settings, SaQuery query) {
    boolean isGet = query.method() == Mad.GET;
    return switch (query.attributeId()) {
      case AttributeId.CLASS_PORT_INFO -> isGet;
      case AttributeId.PATH_RECORD ->
          isGet || (query.method() == Mad.GET_TABLE && hasBothEnds(query));
      case AttributeId.MC_MEMBER_RECORD, AttributeId.SERVICE_RECORD -> isGet || isChange(query);
      case AttributeId.INFORM_INFO -> query.method() == Mad.SET && !isOfKeys(query);
      case AttributeId.GUID_INFO_RECORD -> isChange(query) && settings.takesUntrustedGuids();
      default -> false;
    };
  }

  private static boolean isChange(SaQuery query) {
    return query.method() == Mad.SET || query.method() == Mad.DELETE;
  }

  private static boolean hasBothEnds(SaQuery query) {
    return (query.has(PathRecord.SGID) || query.has(PathRecord.SLID))
        && (query.has(PathRecord.DGID) || query.has(PathRecord.DLID));
  }

  /** Whether it is about traps 256 to 259, of wrong keys. */
  static boolean isOfKeys(SaQuery query) {
    InformInfo asked = InformInfo.of(query.data());
    return asked.isGeneric() == 1
        && asked.trapNumber() >= TrapNumber.BAD_M_KEY
        && asked.trapNumber() <= TrapNumber.SWITCH_BAD_P_KEY;
  }

  /**
   * Whether something is to change for another port, or for one that is not named: what removes a
   * service by its name alone may mean any port's.
   */
  private static boolean isProxy(SaQuery query) {
    return isChange(query)
        && switch (query.attributeId()) {
          case AttributeId.MC_MEMBER_RECORD -> !isOwn(query, McMemberRecord.PORT_GID);
          case AttributeId.SERVICE_RECORD -> !isOwn(query, ServiceRecord.SERVICE_GID);
          case AttributeId.GUID_INFO_RECORD ->
              query.view().lids().port(query.value(GuidInfoRecord.LID)) != query.requester();
          default -> false;
        };
  }

  private static boolean isOwn(SaQuery query, Field gid) {
    return query.has(gid) && isOf(query, query.gid(gid));
  }
}
