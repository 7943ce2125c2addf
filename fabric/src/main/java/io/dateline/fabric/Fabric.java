package io.dateline.fabric;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * One generation of a subnet's topology: an immutable graph with dense {@code int} indices.
 *
 * <p>Nodes are {@code 0 .. nodeCount()-1}. The switches come first, {@code 0 .. switchCount()-1};
 * then channel adapters and routers. Within both groups the order is that of the node GUIDs as
 * unsigned integers, so that the same cables give the same indices whatever order they were found
 * in, and deterministic engines give the same bytes on every SM node.
 *
 * <p>Ports are {@code 0 .. portCount()-1}. A node with {@code n} external ports owns {@code n+1}
 * consecutive port indices, for port numbers {@code 0..n}. Port 0 is a switch's management port; a
 * channel adapter's slot 0 is unused. A <em>channel</em> is a directed link and has the index of
 * the port it leaves from; a <em>link</em> is a cable and has two channels.
 *
 * <p>An <em>end port</em> has LIDs of its own: port 0 of a switch, any linked external port of a
 * channel adapter or router.
 *
 * <p>Any thread may read a fabric. Arrays it returns are its own: do not write to them.
 *
 * <p>Long because it is the one model that all modules read.
 */
public final class Fabric {
  /** "No such node, port or peer", wherever an index is returned. */
  public static final int NONE = -1;

  /** Data VLs of a port whose number of them is not told, as in files of cables. */
  public static final int USUAL_DATA_VLS = 8;

  private static final int DATA_VLS_MAX = 15;

  private final int switchCount;
  private final NodeType[] types; // by node
  private final long[] nodeGuids; // by node, unsigned ascending within switches and within the rest
  private final long[] systemImageGuids; // by node
  private final String[] descriptions; // by node
  private final int[] vendorIds; // by node
  private final int[] deviceIds; // by node
  private final boolean[] enhancedPort0; // by node
  private final int[] firstPort; // by node, length nodeCount+1
  private final int[] nodeOfPort; // by port
  private final int[] peers; // by port, NONE where down or unlinked
  private final long[] portGuids; // by port; every port of a switch carries the GUID of its port 0
  private final int[] lids; // by port, base LID found in the fabric or file, 0 = none
  private final byte[] lmcs; // by port
  private final LinkWidth[] widths; // by port, null where there is no link
  private final LinkSpeed[] speeds; // by port, null where there is no link
  private final byte[] dataVls; // by port
  private final int[] endPorts; // port indices, ascending
  private final Long2IntOpenHashMap nodeByGuid;
  private final Long2IntOpenHashMap endPortByGuid;

  private Fabric(Builder builder) {
    List<NodeDraft> drafts = new ArrayList<>(builder.drafts);
    drafts.sort(
        Comparator.comparingInt((NodeDraft draft) -> draft.type == NodeType.SWITCH ? 0 : 1)
            .thenComparing((a, b) -> Long.compareUnsigned(a.guid, b.guid)));
    int nodeCount = drafts.size();
    types = new NodeType[nodeCount];
    nodeGuids = new long[nodeCount];
    systemImageGuids = new long[nodeCount];
    descriptions = new String[nodeCount];
    vendorIds = new int[nodeCount];
    deviceIds = new int[nodeCount];
    enhancedPort0 = new boolean[nodeCount];
    firstPort = new int[nodeCount + 1];
    nodeByGuid = new Long2IntOpenHashMap(nodeCount);
    nodeByGuid.defaultReturnValue(NONE);
    int switches = 0;
    for (int node = 0; node < nodeCount; node++) {
      NodeDraft draft = drafts.get(node);
      draft.index = node;
      types[node] = draft.type;
      nodeGuids[node] = draft.guid;
      systemImageGuids[node] = draft.systemImageGuid;
      descriptions[node] = draft.description;
      vendorIds[node] = draft.vendorId;
      deviceIds[node] = draft.deviceId;
      enhancedPort0[node] = draft.enhancedPort0;
      firstPort[node + 1] = firstPort[node] + draft.portCount + 1;
      nodeByGuid.put(draft.guid, node);
      if (draft.type == NodeType.SWITCH) {
        switches++;
      }
    }
    switchCount = switches;
    int portCount = firstPort[nodeCount];
    nodeOfPort = new int[portCount];
    peers = new int[portCount];
    portGuids = new long[portCount];
    lids = new int[portCount];
    lmcs = new byte[portCount];
    widths = new LinkWidth[portCount];
    speeds = new LinkSpeed[portCount];
    dataVls = new byte[portCount];
    for (NodeDraft draft : drafts) {
      copyPorts(draft);
    }
    endPorts = findEndPorts();
    endPortByGuid = new Long2IntOpenHashMap(endPorts.length);
    endPortByGuid.defaultReturnValue(NONE);
    for (int port : endPorts) {
      endPortByGuid.put(portGuids[port], port);
    }
  }

  private void copyPorts(NodeDraft draft) {
    int base = firstPort[draft.index];
    for (int number = 0; number <= draft.portCount; number++) {
      int port = base + number;
      nodeOfPort[port] = draft.index;
      PortDraft from = draft.ports[number];
      NodeDraft peer = from.peer;
      peers[port] = peer == null ? NONE : firstPort[peer.index] + from.peerNumber;
      portGuids[port] = draft.type == NodeType.SWITCH ? draft.ports[0].guid : from.guid;
      lids[port] = from.lid;
      lmcs[port] = (byte) from.lmc;
      widths[port] = from.width;
      speeds[port] = from.speed;
      dataVls[port] = (byte) from.dataVls;
    }
  }

  private int[] findEndPorts() {
    int[] found = new int[peers.length];
    int count = 0;
    for (int node = 0; node < nodeCount(); node++) {
      if (isSwitch(node)) {
        found[count++] = firstPort[node];
        continue;
      }
      for (int port = firstPort[node] + 1; port < firstPort[node + 1]; port++) {
        if (peers[port] != NONE) {
          found[count++] = port;
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  public int nodeCount() {
    return types.length;
  }

  public int switchCount() {
    return switchCount;
  }

  /** Whether another fabric has the same switches, of as many ports, by the same indices. */
  public boolean hasSameSwitches(Fabric other) {
    return switchCount == other.switchCount && hasSameNodes(other, switchCount);
  }

  /** As {@link #hasSameSwitches}, of all nodes: then ports have the same indices, too. */
  public boolean hasSameNodes(Fabric other) {
    return switchCount == other.switchCount
        && nodeCount() == other.nodeCount()
        && hasSameNodes(other, nodeCount());
  }

  private boolean hasSameNodes(Fabric other, int count) {
    for (int node = 0; node < count; node++) {
      if (nodeGuid(node) != other.nodeGuid(node)
          || externalPortCount(node) != other.externalPortCount(node)) {
        return false;
      }
    }
    return true;
  }

  /** The number of port indices, unused slots of channel adapters included. */
  public int portCount() {
    return nodeOfPort.length;
  }

  public boolean isSwitch(int node) {
    return node < switchCount;
  }

  public NodeType type(int node) {
    return types[node];
  }

  public long nodeGuid(int node) {
    return nodeGuids[node];
  }

  public long systemImageGuid(int node) {
    return systemImageGuids[node];
  }

  public String description(int node) {
    return descriptions[node];
  }

  public int vendorId(int node) {
    return vendorIds[node];
  }

  public int deviceId(int node) {
    return deviceIds[node];
  }

  /** Whether a switch's port 0 is an enhanced one (IBA Vol 1, 18.2.4.4.1). */
  public boolean hasEnhancedPort0(int node) {
    return enhancedPort0[node];
  }

  /** The number of external ports of a node, at most 254. */
  public int externalPortCount(int node) {
    return firstPort[node + 1] - firstPort[node] - 1;
  }

  /** The index of port {@code number} (0 to {@link #externalPortCount}) of a node. */
  public int port(int node, int number) {
    assert number >= 0 && number <= externalPortCount(node) : number;
    return firstPort[node] + number;
  }

  public int nodeOf(int port) {
    return nodeOfPort[port];
  }

  public int portNumber(int port) {
    return port - firstPort[nodeOfPort[port]];
  }

  /** The port at the other end of the cable, or {@link #NONE} where the port is down. */
  public int peer(int port) {
    return peers[port];
  }

  /** The switch that an end port is, or hangs on; {@link #NONE} where its cable leads to none. */
  public int switchAt(int endPort) {
    int entry = isSwitch(nodeOf(endPort)) ? endPort : peer(endPort);
    return entry != NONE && isSwitch(nodeOf(entry)) ? nodeOf(entry) : NONE;
  }

  /** The end port that a port of a switch leads to, itself if that is port 0; or {@link #NONE}. */
  public int endPortAt(int switchPort) {
    if (portNumber(switchPort) == 0) {
      return switchPort;
    }
    int peer = peer(switchPort);
    return peer == NONE || isSwitch(nodeOf(peer)) ? NONE : peer;
  }

  /** The GUID of the port; all ports of a switch have that of its port 0. */
  public long portGuid(int port) {
    return portGuids[port];
  }

  /** The base LID the port was found with, or 0. What an SM assigned is in a {@link LidMap}. */
  public int foundLid(int port) {
    return lids[port];
  }

  /** The LMC the port was found with. */
  public int foundLmc(int port) {
    return lmcs[port];
  }

  /** Active width, or null where there is no link. */
  public LinkWidth width(int port) {
    return widths[port];
  }

  /** Active speed, or null where there is no link. */
  public LinkSpeed speed(int port) {
    return speeds[port];
  }

  /** How many data VLs, from VL 0 on, a port can have (IBA Vol 1, 14.2.5.6, VLCap): 1 to 15. */
  public int dataVls(int port) {
    return dataVls[port];
  }

  /** The end ports, ascending by index: switches' port 0 first. Not a copy. */
  public int[] endPorts() {
    return endPorts;
  }

  /** The node of a GUID, or {@link #NONE}. */
  public int nodeByGuid(long nodeGuid) {
    return nodeByGuid.get(nodeGuid);
  }

  /** The end port of a port GUID, or {@link #NONE}. */
  public int endPortByGuid(long portGuid) {
    return endPortByGuid.get(portGuid);
  }

  /** A node of a builder, to hang ports and links on. */
  public static final class NodeDraft {
    private final NodeType type;
    private final long guid;
    private final int portCount;
    private final PortDraft[] ports; // by port number
    private long systemImageGuid;
    private String description = "";
    private int vendorId;
    private int deviceId;
    private boolean enhancedPort0;
    private int index;

    private NodeDraft(NodeType type, long guid, int portCount) {
      this.type = type;
      this.guid = guid;
      this.portCount = portCount;
      systemImageGuid = guid;
      ports = new PortDraft[portCount + 1];
      for (int number = 0; number <= portCount; number++) {
        ports[number] = new PortDraft();
        ports[number].guid = type == NodeType.SWITCH ? guid : guid + number;
      }
    }

    public long guid() {
      return guid;
    }

    public NodeType type() {
      return type;
    }

    /** The number of external ports. */
    public int portCount() {
      return portCount;
    }

    public NodeDraft systemImageGuid(long value) {
      systemImageGuid = value;
      return this;
    }

    public NodeDraft description(String value) {
      description = value;
      return this;
    }

    public NodeDraft vendorId(int value) {
      vendorId = value;
      return this;
    }

    public NodeDraft deviceId(int value) {
      deviceId = value;
      return this;
    }

    public NodeDraft enhancedPort0(boolean value) {
      enhancedPort0 = value;
      return this;
    }

    /** Sets a port's GUID; for a switch only port 0 counts. */
    public NodeDraft portGuid(int number, long value) {
      ports[number].guid = value;
      return this;
    }

    /** The GUID of a port as it is so far. */
    public long portGuid(int number) {
      return ports[number].guid;
    }

    /** Sets the base LID and LMC a port was found with. */
    public NodeDraft lid(int number, int lid, int lmc) {
      ports[number].lid = lid;
      ports[number].lmc = lmc;
      return this;
    }

    /**
     * Sets how many data VLs a port can have; {@link #USUAL_DATA_VLS} unless it is called.
     *
     * @throws IllegalArgumentException if it is not 1 to 15
     */
    public NodeDraft dataVls(int number, int count) {
      if (count < 1 || count > DATA_VLS_MAX) {
        throw new IllegalArgumentException("a port has 1 to 15 data VLs, not " + count);
      }
      ports[number].dataVls = count;
      return this;
    }

    /** Whether the port already has a cable. */
    public boolean isLinked(int number) {
      return ports[number].peer != null;
    }
  }

  private static final class PortDraft {
    private long guid;
    private NodeDraft peer;
    private int peerNumber;
    private int lid;
    private int lmc;
    private LinkWidth width;
    private LinkSpeed speed;
    private int dataVls = USUAL_DATA_VLS;
  }

  /** Collects nodes and links in any order, then freezes them. Not thread-safe. */
  public static final class Builder {
    private final List<NodeDraft> drafts = new ArrayList<>();
    private final Long2IntOpenHashMap draftByGuid = new Long2IntOpenHashMap();

    public Builder() {
      draftByGuid.defaultReturnValue(NONE);
    }

    /**
     * Adds a node with {@code portCount} external ports (0 to 254). Port GUIDs default to node GUID
     * + port number for a channel adapter, and to the node GUID for a switch.
     *
     * @throws IllegalArgumentException if the node GUID is already there or the count out of range
     */
    public NodeDraft node(NodeType type, long guid, int portCount) {
      if (portCount < 0 || portCount > 254) {
        throw new IllegalArgumentException("a node has 0 to 254 ports, not " + portCount);
      }
      if (draftByGuid.containsKey(guid)) {
        throw new IllegalArgumentException("node GUID " + Guid.format(guid) + " occurs twice");
      }
      NodeDraft draft = new NodeDraft(type, guid, portCount);
      draftByGuid.put(guid, drafts.size());
      drafts.add(draft);
      return draft;
    }

    /** The node added with this GUID, or null. */
    public NodeDraft find(long guid) {
      int index = draftByGuid.get(guid);
      return index == NONE ? null : drafts.get(index);
    }

    /**
     * Connects two external ports with a cable.
     *
     * @throws IllegalArgumentException if a port does not exist or already has a cable
     */
    public Builder link(
        NodeDraft a, int numberA, NodeDraft b, int numberB, LinkWidth width, LinkSpeed speed) {
      attach(a, numberA, b, numberB, width, speed);
      if (a != b || numberA != numberB) {
        attach(b, numberB, a, numberA, width, speed);
      }
      return this;
    }

    private static void attach(
        NodeDraft node,
        int number,
        NodeDraft peer,
        int peerNumber,
        LinkWidth width,
        LinkSpeed speed) {
      if (number < 1 || number > node.portCount) {
        throw new IllegalArgumentException(
            "node " + Guid.format(node.guid) + " has no external port " + number);
      }
      PortDraft port = node.ports[number];
      if (port.peer != null) {
        throw new IllegalArgumentException(
            "port " + number + " of node " + Guid.format(node.guid) + " has two cables");
      }
      port.peer = peer;
      port.peerNumber = peerNumber;
      port.width = width;
      port.speed = speed;
    }

    /**
     * Freezes what was collected.
     *
     * @throws IllegalArgumentException if two end ports have the same GUID
     */
    public Fabric build() {
      Fabric fabric = new Fabric(this);
      if (fabric.endPortByGuid.size() != fabric.endPorts.length) {
        throw new IllegalArgumentException("two end ports have the same port GUID");
      }
      return fabric;
    }
  }
}
