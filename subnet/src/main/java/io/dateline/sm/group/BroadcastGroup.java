package io.dateline.sm.group;

import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mtu;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Terms;
import java.util.List;
import java.util.Optional;

/**
 * The group that every host of IPv4 over InfiniBand joins before it does anything else (RFC 4391,
 * 4), in the default partition. OpenSM makes it before any host asks, and so does this subnet:
 * hosts join it without saying what it is to be like.
 */
public final class BroadcastGroup {
  static final Gid MGID = new Gid(0xFF12_401B_FFFF_0000L, 0xFFFF_FFFFL);

  private static final int Q_KEY = 0x0B1B;
  private static final int DEFAULT_P_KEY = 0xFFFF;
  private static final int LINK_LOCAL = 2;
  private static final int RATE_10_GBPS = 3;

  private BroadcastGroup() {}

  /**
   * Makes it where there is none, with what OpenSM gives it without {@code partitions.conf}.
   *
   * @param packetLife code of what a packet may need
   * @param serviceLevels what the routing has a tree for, or nothing where it does not care; it is
   *     0 if that is among them
   */
  public static void add(
      GroupChanges changes, int packetLife, Optional<List<Integer>> serviceLevels) {
    if (changes.draft().contains(MGID) || changes.draft().freeMlid() > Lid.MULTICAST_MAX) {
      return;
    }
    int sl = serviceLevels.filter(levels -> !levels.contains(0)).map(List::getFirst).orElse(0);
    Terms terms =
        new Terms(
            Q_KEY, DEFAULT_P_KEY, Mtu.MTU_2048, RATE_10_GBPS, packetLife, sl, 0, 0, 0, LINK_LOCAL);
    changes.make(
        new MulticastGroup(
            MGID.prefix(), MGID.interfaceId(), changes.draft().freeMlid(), terms, true, List.of()));
  }
}
