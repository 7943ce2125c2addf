package io.dateline.sm.discover;

import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.mad.attribute.NodeInfo;
import java.util.Arrays;

/**
 * What discovery has learned of one node so far, or what an image of it says. Owned by the
 * exchange's thread, or by the code that reads the image.
 */
final class FoundNode {
  final NodeType type;
  final long guid;
  final byte[] nodeInfo;
  Entrance entrance; // by which it was found, or was met last
  final int portCount;
  final long[] portGuids; // by port number, 0 where the port was not arrived at
  final byte[][] portInfo; // by port number, null where unread
  final byte[][] guidInfo; // by port number, blocks from 0 on, null where unread
  final short[][] pKeys; // by port number, null where unread
  final byte[][] slToVl; // by port number, null where unknown; discovery does not read it
  final byte[][] vlArbitration; // as slToVl
  final FoundNode[] peers; // by port number, null where nothing was found
  final int[] peerNumbers; // by port number
  String description = "";
  byte[] switchInfo; // null for other nodes, and until it was read

  FoundNode(NodeType type, byte[] nodeInfoBytes, Entrance entrance) {
    NodeInfo info = NodeInfo.of(nodeInfoBytes);
    this.type = type;
    this.nodeInfo = nodeInfoBytes;
    this.entrance = entrance;
    guid = info.nodeGuid();
    portCount = Math.min(info.numPorts(), 254);
    portGuids = new long[portCount + 1];
    portInfo = new byte[portCount + 1][];
    guidInfo = new byte[portCount + 1][];
    pKeys = new short[portCount + 1][];
    slToVl = new byte[portCount + 1][];
    vlArbitration = new byte[portCount + 1][];
    peers = new FoundNode[portCount + 1];
    peerNumbers = new int[portCount + 1];
  }

  /** P_Keys a port can hold (NodeInfo PartitionCap for end ports). */
  int partitionCap() {
    return NodeInfo.of(nodeInfo).partitionCap();
  }

  /** A port of a switch, in words. */
  String portName(int number) {
    return "port %d of switch %s \"%s\"".formatted(number, Guid.format(guid), description);
  }

  boolean isSwitch() {
    return type == NodeType.SWITCH;
  }

  /** Whether enough answers came to use the node. */
  boolean isComplete() {
    return isSwitch() ? switchInfo != null && portInfo[0] != null : hasAnyPortInfo();
  }

  private boolean hasAnyPortInfo() {
    for (byte[] info : portInfo) {
      if (info != null) {
        return true;
      }
    }
    return false;
  }

  /** The number of the end port with this GUID, or -1. */
  int endPortNumber(long portGuid) {
    if (isSwitch()) {
      return NodeInfo.of(nodeInfo).portGuid() == portGuid ? 0 : -1;
    }
    for (int number = 1; number <= portCount; number++) {
      if (portInfo[number] != null && portGuids[number] == portGuid) {
        return number;
      }
    }
    return -1;
  }

  void link(int number, FoundNode peer, int peerNumber) {
    peers[number] = peer;
    peerNumbers[number] = peerNumber;
    peer.peers[peerNumber] = this;
    peer.peerNumbers[peerNumber] = number;
  }

  /** Whether any cable leads to it. */
  boolean isLinked() {
    return Arrays.stream(peers).anyMatch(peer -> peer != null);
  }

  /** Takes the cable at an end port away, and all that was read of the port. */
  void forget(int number) {
    unlink(number);
    portGuids[number] = 0;
    portInfo[number] = null;
    guidInfo[number] = null;
    pKeys[number] = null;
  }

  /** Takes the cable at a port away, if there is one. */
  void unlink(int number) {
    FoundNode peer = peers[number];
    if (peer != null) {
      peer.peers[peerNumbers[number]] = null;
      peers[number] = null;
    }
  }
}
