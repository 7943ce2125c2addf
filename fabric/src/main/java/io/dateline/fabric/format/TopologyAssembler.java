package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Joins node blocks into a fabric and reports where they contradict each other. */
final class TopologyAssembler {
  // What ibsim takes a link for that a file says nothing about.
  private static final LinkWidth WIDTH_DEFAULT = LinkWidth.X4;
  private static final LinkSpeed SPEED_DEFAULT = LinkSpeed.SDR;

  private final LineScanner scanner;
  private final Map<String, NodeBlock> blockById = new HashMap<>();
  private final Fabric.Builder builder = new Fabric.Builder();

  private final boolean nodesMissed;

  private TopologyAssembler(LineScanner scanner, boolean nodesMissed) {
    this.scanner = scanner;
    this.nodesMissed = nodesMissed;
  }

  /** The fabric of what was parsed, if neither that nor the joining found a problem. */
  static Fabric assemble(TopologyParser parsed, LineScanner scanner) throws FormatException {
    TopologyAssembler assembler = new TopologyAssembler(scanner, parsed.nodesMissed());
    List<NodeBlock> blocks = parsed.blocks();
    for (NodeBlock block : blocks) {
      assembler.addNode(block);
    }
    blocks = blocks.stream().filter(block -> block.draft != null).toList();
    for (NodeBlock block : blocks) {
      for (PortLine port : block.ports) {
        assembler.addCable(block, port);
      }
    }
    assembler.checkPortGuids(blocks);
    if (blocks.isEmpty() && !parsed.nodesMissed()) {
      scanner.report(0, "there is no node in this file");
    }
    scanner.fail();
    return assembler.builder.build();
  }

  private void addNode(NodeBlock block) throws FormatException {
    NodeBlock sameId = blockById.putIfAbsent(block.id, block);
    if (sameId != null || builder.find(block.guid) != null) {
      String where = sameId == null ? "" : ", first in line " + sameId.line;
      scanner.report(block.line, "node GUID " + Guid.format(block.guid) + " occurs twice" + where);
      return;
    }
    block.draft =
        builder
            .node(block.type, block.guid, block.portCount)
            .description(block.description)
            .systemImageGuid(block.systemImageGuid)
            .vendorId(block.vendorId)
            .deviceId(block.deviceId)
            .enhancedPort0(block.enhancedPort0)
            .lid(0, block.lid, block.lmc);
    if (block.portZeroGuid != 0 && block.type == NodeType.SWITCH) {
      block.draft.portGuid(0, block.portZeroGuid);
    }
  }

  private void addCable(NodeBlock block, PortLine port) throws FormatException {
    NodeBlock peer = blockById.get(port.peerId);
    if (peer == null) {
      if (!nodesMissed) {
        scanner.report(
            port.line,
            "port %d leads to node \"%s\", which is not in this file"
                .formatted(port.number, LineCursor.excerpt(port.peerId)));
      }
      return;
    }
    if (peer.draft == null) {
      return; // reported as a second node of its GUID
    }
    if (port.peerNumber > peer.portCount) {
      scanner.report(
          port.line,
          "node \"%s\" has %d ports, there is no port %d"
              .formatted(peer.id, peer.portCount, port.peerNumber));
      return;
    }
    PortLine back = peer.port(port.peerNumber);
    String contradiction = back == null ? null : contradiction(block, port, back);
    if (contradiction != null) {
      scanner.report(port.line, contradiction);
      return;
    }
    describePort(block, port, back == null ? 0 : back.peerGuid);
    if (back == null) {
      describeUnlistedPort(peer, port);
    }
    if (back != null && block.draft.isLinked(port.number)) {
      return; // the other end was here first
    }
    if (peer.draft.isLinked(port.peerNumber)) {
      scanner.report(
          port.line, "port %d of node \"%s\" has two cables".formatted(port.peerNumber, peer.id));
      return;
    }
    PortLine slower = slower(port, back);
    LinkWidth width = Objects.requireNonNullElse(slower.width, WIDTH_DEFAULT);
    LinkSpeed speed = Objects.requireNonNullElse(slower.speed, SPEED_DEFAULT);
    builder.link(block.draft, port.number, peer.draft, port.peerNumber, width, speed);
  }

  /**
   * The end whose rate the link has: the lesser one, where they differ. That can be in a dump where
   * a link came up anew between two questions, or where one end alone shows FDR10.
   */
  private PortLine slower(PortLine port, PortLine back) {
    if (back == null || back.width == null) {
      return port;
    }
    if (port.width == null) {
      return back;
    }
    if (port.width == back.width && port.speed == back.speed) {
      return port;
    }
    PortLine slower = gbps(port) <= gbps(back) ? port : back;
    PortLine later = port.line > back.line ? port : back;
    PortLine earlier = later == port ? back : port;
    scanner.warn(
        later.line,
        "one end of the link has %s and the other %s in line %d; it is taken for %s"
            .formatted(rate(later), rate(earlier), earlier.line, rate(slower)));
    return slower;
  }

  private static String rate(PortLine port) {
    return port.width.label() + port.speed.label();
  }

  private static double gbps(PortLine port) {
    return port.width.lanes() * port.speed.laneGbps();
  }

  /** What the two lines of one cable do not agree on, or null. */
  private static String contradiction(NodeBlock block, PortLine port, PortLine back) {
    if (!back.peerId.equals(block.id) || back.peerNumber != port.number) {
      return "port %d leads to port %d of \"%s\", but line %d says that one leads to port %d of \"%s\""
          .formatted(
              port.number,
              port.peerNumber,
              LineCursor.excerpt(port.peerId),
              back.line,
              back.peerNumber,
              LineCursor.excerpt(back.peerId));
    }
    if (port.guid != 0 && back.peerGuid != 0 && port.guid != back.peerGuid) {
      return "port %d has GUID %s here and %s in line %d"
          .formatted(port.number, Guid.format(port.guid), Guid.format(back.peerGuid), back.line);
    }
    return null;
  }

  private static void describePort(NodeBlock block, PortLine port, long guidSeenFromPeer) {
    if (block.type == NodeType.SWITCH) {
      return; // its only GUID and LID are those of port 0
    }
    block.draft.lid(port.number, port.lid, port.lmc);
    long guid = port.guid != 0 ? port.guid : guidSeenFromPeer;
    if (guid != 0) {
      block.draft.portGuid(port.number, guid);
    }
  }

  /** A port that only the other end lists. */
  private static void describeUnlistedPort(NodeBlock peer, PortLine port) {
    if (peer.type == NodeType.SWITCH) {
      return;
    }
    peer.draft.lid(port.peerNumber, port.peerLid, 0);
    if (port.peerGuid != 0) {
      peer.draft.portGuid(port.peerNumber, port.peerGuid);
    }
  }

  private void checkPortGuids(List<NodeBlock> blocks) throws FormatException {
    Long2ObjectOpenHashMap<NodeBlock> owners = new Long2ObjectOpenHashMap<>();
    for (NodeBlock block : blocks) {
      int first = block.type == NodeType.SWITCH ? 0 : 1;
      int last = block.type == NodeType.SWITCH ? 0 : block.portCount;
      for (int number = first; number <= last; number++) {
        if (number > 0 && !block.draft.isLinked(number)) {
          continue;
        }
        long guid = block.draft.portGuid(number);
        NodeBlock owner = owners.putIfAbsent(guid, block);
        if (owner != null) {
          PortLine listed = block.port(number);
          scanner.report(
              listed == null ? block.line : listed.line,
              "port GUID %s is also that of a port of the node in line %d"
                  .formatted(Guid.format(guid), owner.line));
        }
      }
    }
  }
}
