package io.dateline.sm.link;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sm.lane.LanePlanner;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decides the PortInfo a port should have from the one it was read with. Pure; one instance serves
 * one sweep.
 */
public final class PortPlanner {
  /** LocalPhyErrors and OverrunErrors, OpenSM's default for both. */
  private static final int ERROR_THRESHOLD = 8;

  private static final int LINK_DOWN_DEFAULT_POLLING = 2;
  private static final int MTU_256 = 1;

  private final Fabric fabric;
  private final LidMap lids;
  private final Attributes attributes;
  private final PortSettings settings;
  private final int masterLid;

  /**
   * A planner of one sweep.
   *
   * @param ownPort the subnet manager's end port, whose base LID becomes MasterSMLID
   */
  public PortPlanner(
      Fabric fabric, LidMap lids, Attributes attributes, PortSettings settings, int ownPort) {
    this.fabric = fabric;
    this.lids = lids;
    this.attributes = attributes;
    this.settings = settings;
    masterLid = lids.baseLid(ownPort);
  }

  /** What is the same for all ports. */
  public PortSettings settings() {
    return settings;
  }

  /**
   * The Set that gives an end port its addresses and keys, and, on a channel adapter or router, its
   * MTU and lanes.
   *
   * @param isUnregistered the port is to be asked to register, if it can be: what it wants is not
   *     known here. One whose LID changes is asked in any case. A change of the master alone is
   *     none: a kernel that is asked leaves its groups, and takes seconds to come back
   * @return 64 bytes of PortInfo, or null where nothing differs or the port got no LID
   */
  public byte[] endPort(int port, boolean isUnregistered) {
    int base = lids.baseLid(port);
    byte[] now = attributes.portInfo()[port];
    if (now == null || base == Lid.NONE) {
      return null;
    }
    PortInfo read = PortInfo.of(now);
    PortInfo wanted = keepingState(now);
    wanted
        .lid(base)
        .lmc(lids.lmc(port))
        .masterSmLid(masterLid)
        .masterSmSl(0)
        .gidPrefix(settings.subnetPrefix())
        .mKey(settings.keys().of(fabric.portGuid(port)))
        .mKeyLeasePeriod(settings.mKeyLeaseSeconds())
        .mKeyProtectBits(settings.mKeyProtectBits())
        .subnetTimeout(settings.subnetTimeoutCode());
    boolean onSwitch = fabric.isSwitch(fabric.nodeOf(port));
    if (!onSwitch || fabric.hasEnhancedPort0(fabric.nodeOf(port))) {
      // A base port 0 has no link, and so would not keep them: it would be told in every sweep.
      wanted
          .localPhyErrors(ERROR_THRESHOLD)
          .overrunErrors(ERROR_THRESHOLD)
          .linkDownDefaultState(LINK_DOWN_DEFAULT_POLLING);
    }
    if (settings.qos().enabled()) {
      wanted.vlHighLimit(LanePlanner.highLimit(settings.qos(), fabric, port, read));
    }
    if (onSwitch) {
      wanted.neighborMtu(Math.max(read.mtuCap(), MTU_256));
    } else {
      link(wanted, port);
    }
    if ((read.lid() != base || isUnregistered)
        && !onSwitch
        && (read.capabilityMask() & CapabilityMask.IS_CLIENT_REREGISTRATION_SUPPORTED) != 0) {
      return wanted.clientReregister(true).bytes();
    }
    return ifDifferent(now, wanted);
  }

  /**
   * The Set that gives a linked external switch port its MTU, lanes and timers, and arms it where
   * it waits in Init.
   *
   * @param enforcement of partitions; empty where it stays as it is
   * @return 64 bytes of PortInfo, or null where nothing differs
   */
  public byte[] switchPort(int port, Optional<Enforcement> enforcement) {
    byte[] now = attributes.portInfo()[port];
    if (now == null || fabric.peer(port) == Fabric.NONE) {
      return null;
    }
    PortInfo wanted = keepingState(now);
    link(wanted, port);
    boolean toSwitch = fabric.isSwitch(fabric.nodeOf(fabric.peer(port)));
    wanted
        .vlStallCount(settings.vlStallCount())
        .hoqLife(toSwitch ? settings.hoqLifeCode() : settings.leafHoqLifeCode())
        .localPhyErrors(ERROR_THRESHOLD)
        .overrunErrors(ERROR_THRESHOLD)
        .linkDownDefaultState(LINK_DOWN_DEFAULT_POLLING);
    if (settings.qos().enabled()) {
      wanted.vlHighLimit(LanePlanner.highLimit(settings.qos(), fabric, port, wanted));
    }
    byte[] switchInfo = attributes.switchInfo()[fabric.nodeOf(port)];
    if (enforcement.isPresent() && switchInfo != null) {
      enforcement.get().applyTo(wanted, SwitchInfo.of(switchInfo));
    }
    if (PortInfo.portState(now) == PortState.INIT) {
      return wanted.portState(PortState.ARMED).bytes();
    }
    return ifDifferent(now, wanted);
  }

  /**
   * The Set that takes a linked port from one state to the next.
   *
   * @param from {@link PortInfo#STATE_INIT} or {@link PortInfo#STATE_ARMED}
   * @return 64 bytes of PortInfo, or null where the port is not in that state
   */
  public byte[] advance(int port, int from) {
    byte[] now = attributes.portInfo()[port];
    if (now == null || fabric.peer(port) == Fabric.NONE || PortInfo.portState(now) != from) {
      return null;
    }
    return keepingState(now).portState(from + 1).bytes();
  }

  /**
   * The Set that takes the M_Key off an end port.
   *
   * @param now as it was read, or null
   * @return 64 bytes of PortInfo, or null where there is none to take off
   */
  public static byte[] released(byte[] now) {
    return now == null
        ? null
        : ifDifferent(now, keepingState(now).mKey(0).mKeyProtectBits(0).mKeyLeasePeriod(0));
  }

  /** Both ends of a cable come to the same MTU and lanes: the lesser of what each can do. */
  private void link(PortInfo wanted, int port) {
    int peer = fabric.peer(port);
    byte[] peerBytes = peer == Fabric.NONE ? null : attributes.portInfo()[peer];
    PortInfo other = peerBytes == null ? wanted : PortInfo.of(peerBytes);
    int mtu = Math.max(MTU_256, Math.min(wanted.mtuCap(), other.mtuCap()));
    int vls = operationalVls(wanted, other);
    PortInfo now = PortInfo.of(attributes.portInfo()[port]);
    boolean differs = now.neighborMtu() != mtu || now.operationalVls() != vls;
    wanted.neighborMtu(mtu).operationalVls(vls);
    if (differs && now.portState() > PortState.INIT) {
      // A link in use cannot change these: it has to train anew, and comes up in the next sweep.
      wanted.portState(PortState.DOWN);
    }
  }

  /** The code of the lanes that a port that was read is to have: the lesser of both ends. */
  public int operationalVls(int port) {
    PortInfo own = PortInfo.of(attributes.portInfo()[port]);
    if (fabric.portNumber(port) == 0) {
      return own.operationalVls();
    }
    int peer = fabric.peer(port);
    byte[] peerBytes = peer == Fabric.NONE ? null : attributes.portInfo()[peer];
    return operationalVls(own, peerBytes == null ? own : PortInfo.of(peerBytes));
  }

  private int operationalVls(PortInfo own, PortInfo other) {
    return Math.max(1, Math.min(settings.maxOpVlsCode(), Math.min(own.vlCap(), other.vlCap())));
  }

  /** A copy whose state fields say "no change" (IBA 14.2.5.6: 0), and whose counters stay. */
  private static PortInfo keepingState(byte[] now) {
    return PortInfo.of(now.clone()).portState(0).portPhysicalState(0).clientReregister(false);
  }

  private static byte[] ifDifferent(byte[] now, PortInfo wanted) {
    if (wanted.portState() == 0 && Arrays.equals(keepingState(now).bytes(), wanted.bytes())) {
      return null;
    }
    return wanted.bytes();
  }
}
