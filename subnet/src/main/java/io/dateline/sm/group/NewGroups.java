package io.dateline.sm.group;

import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.Mgid;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.sm.group.GroupRequest.Port;
import java.util.List;
import java.util.function.Supplier;

/** Groups that are made for the port that joins first (IBA Vol 1, o15-0.2.3). */
final class NewGroups {
  private static final int IMPOSSIBLE = -1;
  private static final int HOPS_MAX = 0xFF;
  private static final int PACKET_LIFE_MAX = 63;

  private final Supplier<GroupSettings> settings;

  /**
   * A new group, or the status that says why there is none.
   *
   * @param group null where there is a status
   */
  record Outcome(int status, MulticastGroup group) {}

  NewGroups(Supplier<GroupSettings> settings) {
    this.settings = settings;
  }

  Outcome decide(GroupDraft draft, GroupRequest request, Port port) {
    McMemberRecord asked = request.asked();
    if ((asked.joinState() & MulticastGroup.KEEPING) == 0) {
      return refused(SaStatus.REQ_INVALID);
    }
    if (!request.hasAll(
        McMemberRecord.Q_KEY,
        McMemberRecord.P_KEY,
        McMemberRecord.SL,
        McMemberRecord.FLOW_LABEL,
        McMemberRecord.T_CLASS)) {
      return refused(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    }
    Gid mgid = asked.mgid();
    if (mgid.equals(Gid.ZERO)) {
      mgid = made(draft, request);
    } else if (!Mgid.isValid(mgid) || !fitsIpoib(draft, request)) {
      return refused(SaStatus.REQ_INVALID);
    }
    Terms terms = terms(request, port, mgid);
    boolean isRouted =
        request.subnet().serviceLevels().map(levels -> levels.contains(terms.sl())).orElse(true);
    if (!isPossible(terms, port) || !isRouted) {
      return refused(SaStatus.REQ_INVALID);
    }
    int mlid = mlid(draft, request, mgid);
    return mlid > request.subnet().mlidMax()
        ? refused(SaStatus.NO_RESOURCES)
        : new Outcome(
            0,
            new MulticastGroup(mgid.prefix(), mgid.interfaceId(), mlid, terms, false, List.of()));
  }

  private static Outcome refused(int status) {
    return new Outcome(status, null);
  }

  /** One that no group has: this subnet's, of the scope that was asked for or local to links. */
  private static Gid made(GroupDraft draft, GroupRequest request) {
    long scope = request.has(McMemberRecord.SCOPE) ? request.asked().scope() : Mgid.LINK_LOCAL;
    long prefix = request.subnet().prefix();
    long high = 0xFF10_A01B_0000_0000L | scope << 48 | prefix >>> 32;
    long count = draft.groupCount();
    while (draft.contains(new Gid(high, prefix << 32 | count))) {
      count++;
    }
    return new Gid(high, prefix << 32 | count);
  }

  private boolean fitsIpoib(GroupDraft draft, GroupRequest request) {
    Gid mgid = request.asked().mgid();
    if (!settings.get().validatesIpoib() || !Mgid.isIpoib(mgid)) {
      return true;
    }
    Gid broadcast = Mgid.broadcast(mgid);
    if (mgid.equals(broadcast)) {
      return true;
    }
    DraftGroup group = draft.group(broadcast);
    return group != null && Agreement.onIdentity(group.terms(), request);
  }

  private static Terms terms(GroupRequest request, Port port, Gid mgid) {
    McMemberRecord asked = request.asked();
    int scope = request.has(McMemberRecord.SCOPE) ? asked.scope() : Mgid.scope(mgid);
    return new Terms(
        asked.qKey(),
        asked.pKey(),
        mtu(request, port.mtu()),
        rate(request, port.rate()),
        packetLife(request),
        asked.sl(),
        asked.tClass(),
        asked.flowLabel(),
        request.has(McMemberRecord.HOP_LIMIT) ? asked.hopLimit() : hopLimit(scope),
        scope);
  }

  /** That of packets which nothing else is said of: they leave the subnet, or they do not. */
  static int hopLimit(int scope) {
    return scope == Mgid.LINK_LOCAL ? 0 : HOPS_MAX;
  }

  private static boolean isPossible(Terms terms, Port port) {
    return Mtu.isValid(terms.mtu())
        && terms.mtu() <= port.mtu()
        && LinkRate.isValid(terms.rate())
        && !Agreement.isFaster(terms.rate(), port.rate())
        && terms.packetLife() >= 0
        && terms.packetLife() <= PACKET_LIFE_MAX
        && port.holdsKey().test(terms.pKey());
  }

  /** As much as the port can, where less or just this is not asked for. */
  private static int mtu(GroupRequest request, int best) {
    if (!request.hasAll(McMemberRecord.MTU_SELECTOR, McMemberRecord.MTU)) {
      return best;
    }
    int asked = request.asked().mtu();
    return switch (request.asked().mtuSelector()) {
      case Selector.GREATER_THAN -> asked < best ? best : IMPOSSIBLE;
      case Selector.LESS_THAN -> Math.min(best, asked - 1);
      case Selector.EXACTLY -> asked;
      default -> best;
    };
  }

  private static int rate(GroupRequest request, int best) {
    if (!request.hasAll(McMemberRecord.RATE_SELECTOR, McMemberRecord.RATE)) {
      return best;
    }
    int asked = request.asked().rate();
    return switch (request.asked().rateSelector()) {
      case Selector.GREATER_THAN -> Agreement.isFaster(best, asked) ? best : IMPOSSIBLE;
      case Selector.LESS_THAN -> Agreement.isFaster(asked, best) ? best : LinkRate.previous(asked);
      case Selector.EXACTLY -> asked;
      default -> best;
    };
  }

  private static int packetLife(GroupRequest request) {
    int usual = request.subnet().packetLife();
    if (!request.hasAll(
        McMemberRecord.PACKET_LIFE_TIME_SELECTOR, McMemberRecord.PACKET_LIFE_TIME)) {
      return usual;
    }
    int asked = request.asked().packetLifeTime();
    return switch (request.asked().packetLifeTimeSelector()) {
      case Selector.GREATER_THAN -> Math.max(usual, asked + 1);
      case Selector.LESS_THAN -> Math.min(usual, asked - 1);
      case Selector.EXACTLY -> asked;
      default -> usual;
    };
  }

  /** The one asked for if no group has it, as OpenSM grants it, else what the draft has for it. */
  private int mlid(GroupDraft draft, GroupRequest request, Gid mgid) {
    int asked = request.has(McMemberRecord.MLID) ? request.asked().mlid() : Lid.NONE;
    return Lid.isMulticast(asked) && asked <= request.subnet().mlidMax() && draft.isFree(asked)
        ? asked
        : draft.mlidFor(mgid, settings.get().consolidatesSnm());
  }
}
