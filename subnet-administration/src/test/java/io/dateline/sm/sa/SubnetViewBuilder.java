package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.CapabilityMask2;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.LinkSpeeds;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sm.qos.QosPolicy;
import io.dateline.sm.subnet.SubnetView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes a view of a subnet that is up, by hand: LIDs in the order of the end ports from 1 on,
 * aligned to the LMC of CAs; breadth-first tables; ports active with MTU 4096 and four data VLs.
 * Tests then change what they are about.
 */
public final class SubnetViewBuilder {
  /** As torus-2QoS has them, where two datelines are crossed: of a wanted SL only bit 3 counts. */
  static final PathSl TORUS_LEVELS =
      new PathSl() {
        @Override
        public int sl(int source, int destination) {
          return 3;
        }

        @Override
        public int sl(int source, int destination, int wanted) {
          return 3 | (wanted & 8);
        }
      };

  static final int SUBNET_TIMEOUT_CODE = 18;
  static final long PREFIX = Gid.DEFAULT_PREFIX;

  final Fabric fabric;
  final SubnetView.Attributes attributes;
  private final List<SubnetView.ManagerInfo> managers = new ArrayList<>();
  private final Map<Long, MulticastRow> multicast = new HashMap<>(); // by switch GUID
  private int lmc;
  private long prefix = PREFIX;
  private PathSl pathSl = PathSl.ZERO;
  private SlToVl slToVl = SlToVl.IDENTITY;
  private final Map<Integer, Integer> partitionSls = new HashMap<>();
  private QosPolicy policy; // null where there is none
  private Consumer<ForwardingTables> tableChange = tables -> {};
  private final List<Integer> portsWithoutLid = new ArrayList<>();

  private SubnetViewBuilder(Fabric fabric) {
    this.fabric = fabric;
    int ports = fabric.portCount();
    attributes =
        new SubnetView.Attributes(
            new byte[fabric.nodeCount()][],
            new byte[fabric.switchCount()][],
            new byte[ports][],
            new byte[ports][],
            new short[ports][],
            new byte[ports][],
            new byte[ports][]);
    for (int node = 0; node < fabric.nodeCount(); node++) {
      describe(node);
    }
  }

  public static SubnetViewBuilder of(Fabric fabric) {
    return new SubnetViewBuilder(fabric);
  }

  /**
   * A row of switches, GUIDs 0x10 on, cabled from port 2 to the next one's port 1 with 4x EDR; CAs
   * of one port, GUIDs 0x1000 on, at ports 3 and up of each.
   *
   * <pre>
   *     0x10 -2----1- 0x11 -2----1- 0x12
   *     |3  |4        |3  |4        |3  |4
   *  0x1000 0x1010 0x1020 ...
   * </pre>
   */
  public static SubnetViewBuilder row(int switches, int hostsEach) {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft previous = null;
    int hosts = 0;
    for (int i = 0; i < switches; i++) {
      Fabric.NodeDraft node =
          builder.node(NodeType.SWITCH, 0x10 + i, 2 + hostsEach).description("switch " + i);
      if (previous != null) {
        builder.link(previous, 2, node, 1, LinkWidth.X4, LinkSpeed.EDR);
      }
      for (int h = 0; h < hostsEach; h++) {
        Fabric.NodeDraft host =
            builder
                .node(NodeType.CA, 0x1000 + 0x10L * hosts, 1)
                .description("host " + hosts)
                .vendorId(0x2c9)
                .deviceId(4123);
        builder.link(node, 3 + h, host, 1, LinkWidth.X4, LinkSpeed.EDR);
        hosts++;
      }
      previous = node;
    }
    return of(builder.build());
  }

  /** The end port of host {@code index} of a {@link #row}. */
  int host(int index) {
    return fabric.port(fabric.switchCount() + index, 1);
  }

  int switchPort(int switchIndex, int number) {
    return fabric.port(switchIndex, number);
  }

  SubnetViewBuilder lmc(int value) {
    lmc = value;
    return this;
  }

  SubnetViewBuilder prefix(long value) {
    prefix = value;
    return this;
  }

  SubnetViewBuilder pathSl(PathSl value) {
    pathSl = value;
    return this;
  }

  SubnetViewBuilder slToVl(SlToVl value) {
    slToVl = value;
    return this;
  }

  SubnetViewBuilder policy(QosPolicy value) {
    policy = value;
    return this;
  }

  /** The SL of paths in a partition. */
  SubnetViewBuilder partitionSl(int key, int sl) {
    partitionSls.put(key & 0x7FFF, sl);
    return this;
  }

  SubnetViewBuilder withoutLid(int port) {
    portsWithoutLid.add(port);
    return this;
  }

  /** Changes the tables after they were computed. */
  SubnetViewBuilder tables(Consumer<ForwardingTables> change) {
    tableChange = tableChange.andThen(change);
    return this;
  }

  PortInfo portInfo(int port) {
    return PortInfo.of(attributes.portInfo()[port]);
  }

  SubnetViewBuilder pKeys(int port, int... keys) {
    short[] table = new short[32];
    for (int i = 0; i < keys.length; i++) {
      table[i] = (short) keys[i];
    }
    attributes.pKeys()[port] = table;
    return this;
  }

  /** Entries of a switch. */
  SubnetViewBuilder multicast(long switchGuid, MulticastRow row) {
    multicast.put(switchGuid, row);
    return this;
  }

  public SubnetViewBuilder manager(int port, byte[] smInfo) {
    managers.add(new SubnetView.ManagerInfo(port, Arrays.copyOf(smInfo, 64)));
    return this;
  }

  public SubnetView build() {
    LidMap.Builder lids = new LidMap.Builder(fabric);
    int next = 1;
    for (int port : fabric.endPorts()) {
      if (portsWithoutLid.contains(port)) {
        continue;
      }
      int mask = fabric.isSwitch(fabric.nodeOf(port)) ? 0 : (1 << lmc) - 1;
      next = (next + mask) & ~mask;
      lids.assign(port, next, mask == 0 ? 0 : lmc);
      portInfo(port).lid(next);
      next += mask + 1;
    }
    LidMap map = lids.build();
    ForwardingTables tables = breadthFirst(fabric, map);
    tableChange.accept(tables);
    return new SubnetView(
        1,
        fabric,
        map,
        new Routing("test", tables, slToVl, pathSl, 1),
        attributes,
        prefix,
        SUBNET_TIMEOUT_CODE,
        Optional.ofNullable(policy),
        Map.copyOf(partitionSls),
        List.copyOf(managers),
        guid -> multicast.getOrDefault(guid, MulticastRow.EMPTY));
  }

  private void describe(int node) {
    int count = fabric.externalPortCount(node);
    boolean isSwitch = fabric.isSwitch(node);
    attributes.nodeInfo()[node] =
        new NodeInfo()
            .baseVersion(1)
            .classVersion(1)
            .nodeType(fabric.type(node).code())
            .numPorts(count)
            .systemImageGuid(fabric.systemImageGuid(node))
            .nodeGuid(fabric.nodeGuid(node))
            .portGuid(fabric.portGuid(fabric.port(node, isSwitch ? 0 : 1)))
            .partitionCap(32)
            .deviceId(fabric.deviceId(node))
            .localPortNum(1)
            .vendorId(fabric.vendorId(node))
            .bytes();
    if (isSwitch) {
      attributes.switchInfo()[node] =
          Arrays.copyOf(
              new SwitchInfo().linearFdbCap(Lid.UNICAST_MAX).lifeTimeValue(18).bytes(), 64);
    }
    for (int number = isSwitch ? 0 : 1; number <= count; number++) {
      describePort(fabric.port(node, number), number);
    }
  }

  private void describePort(int port, int number) {
    boolean isUp = number == 0 || fabric.peer(port) != Fabric.NONE;
    PortInfo info =
        new PortInfo()
            .gidPrefix(prefix)
            .localPortNum(number)
            .portState(isUp ? PortState.ACTIVE : PortState.DOWN)
            .mtuCap(Mtu.MTU_4096)
            .neighborMtu(isUp ? Mtu.MTU_4096 : 0)
            .vlCap(3)
            .operationalVls(3)
            .vlArbitrationLowCap(64)
            .vlArbitrationHighCap(32)
            .guidCap(8)
            .capabilityMask(
                CapabilityMask.IS_EXTENDED_SPEEDS_SUPPORTED
                    | CapabilityMask.IS_CAPABILITY_MASK2_SUPPORTED)
            .capabilityMask2(
                CapabilityMask2.IS_LINK_WIDTH_2X_SUPPORTED
                    | CapabilityMask2.IS_LINK_SPEED_HDR_SUPPORTED
                    | CapabilityMask2.IS_LINK_SPEED_NDR_SUPPORTED)
            .subnetTimeout(SUBNET_TIMEOUT_CODE);
    if (fabric.width(port) != null) {
      LinkSpeeds.width(info, fabric.width(port));
      LinkSpeeds.speed(info, fabric.speed(port));
    }
    attributes.portInfo()[port] = info.bytes();
  }

  /** For every destination, each switch's lowest port on a shortest way to it. */
  static ForwardingTables breadthFirst(Fabric fabric, LidMap lids) {
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    int[] queue = new int[fabric.switchCount()];
    int[] output = new int[fabric.switchCount()];
    for (int port : fabric.endPorts()) {
      Arrays.fill(output, ForwardingTables.NO_PORT);
      int root = fabric.nodeOf(port);
      int head = 0;
      int tail = 0;
      if (fabric.isSwitch(root)) {
        output[root] = 0;
      } else {
        int attached = fabric.peer(port);
        root = fabric.nodeOf(attached);
        if (fabric.isSwitch(root)) {
          output[root] = fabric.portNumber(attached);
        }
      }
      if (fabric.isSwitch(root)) {
        queue[tail++] = root;
      }
      while (head < tail) {
        int node = queue[head++];
        for (int number = 1; number <= fabric.externalPortCount(node); number++) {
          int peer = fabric.peer(fabric.port(node, number));
          int next = peer == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(peer);
          if (next != Fabric.NONE
              && fabric.isSwitch(next)
              && output[next] == ForwardingTables.NO_PORT) {
            output[next] = fabric.portNumber(peer);
            queue[tail++] = next;
          }
        }
      }
      for (int lid = lids.baseLid(port); lid < lids.baseLid(port) + lids.lidCount(port); lid++) {
        for (int node = 0; node < output.length; node++) {
          tables.set(node, lid, output[node]);
        }
      }
    }
    return tables;
  }
}
