package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.LinkSpeeds;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sm.subnet.SubnetView.Attributes;
import io.dateline.sm.text.Counted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Turns what discovery collected into a {@link Fabric} and its attributes. */
final class FabricAssembly {
  private static final int DATA_VLS_MAX = 15;

  private FabricAssembly() {}

  static Discovered assemble(
      Collection<FoundNode> found, FoundNode local, int localNumber, List<String> warnings) {
    List<String> all = new ArrayList<>(warnings);
    for (FoundNode node : found) {
      if (!node.isComplete()) {
        all.add(
            "%s %s at %s did not answer all it was asked; it is left out of this sweep"
                .formatted(node.type.keyword(), Guid.format(node.guid), node.entrance.route()));
      }
    }
    Set<FoundNode> kept = connected(local);
    List<String> twins = TwinPorts.leaveOut(kept, local);
    if (!twins.isEmpty()) {
      all.addAll(twins);
      kept = connected(local);
    }
    boolean isClear = all.isEmpty();
    silentPorts(kept).ifPresent(all::add);
    Fabric.Builder builder = new Fabric.Builder();
    for (FoundNode node : kept) {
      addNode(builder, node);
    }
    for (FoundNode node : kept) {
      addLinks(builder, node, kept);
    }
    Fabric fabric = builder.build();
    Attributes attributes = attributes(fabric, kept);
    int localNode = fabric.nodeByGuid(local.guid);
    int localPort = fabric.port(localNode, local.isSwitch() ? 0 : localNumber);
    int[] managers =
        IntStream.of(fabric.endPorts())
            .filter(
                port ->
                    attributes.portInfo()[port] != null
                        && (PortInfo.of(attributes.portInfo()[port]).capabilityMask()
                                & CapabilityMask.IS_SM)
                            != 0)
            .toArray();
    return new Discovered(
        fabric,
        attributes,
        localPort,
        managers,
        List.copyOf(all),
        isClear,
        Discovered.Looked.WHOLE);
  }

  /** What is behind a port that does not tell its state is not looked at. */
  private static Optional<String> silentPorts(Set<FoundNode> switches) {
    List<String> silent = new ArrayList<>();
    for (FoundNode node : switches) {
      for (int number = 1; node.isSwitch() && number <= node.portCount; number++) {
        if (node.portInfo[number] == null) {
          silent.add(node.portName(number));
        }
      }
    }
    return silent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s did not tell their state, the first is %s; light sweeps ask again"
                .formatted(Counted.of(silent.size(), "switch port"), silent.getFirst()));
  }

  /**
   * The complete nodes that can be reached from the local one through complete nodes, by GUID: of
   * two ends of a cable that disagree the same one is believed wherever the local port is.
   */
  private static Set<FoundNode> connected(FoundNode local) {
    Set<FoundNode> kept = new HashSet<>();
    ArrayDeque<FoundNode> queue = new ArrayDeque<>();
    if (local.isComplete()) {
      kept.add(local);
      queue.add(local);
    }
    while (!queue.isEmpty()) {
      FoundNode node = queue.poll();
      if (!node.isSwitch() && node != local) {
        continue; // nothing is forwarded through an end node
      }
      for (FoundNode peer : node.peers) {
        if (peer != null && peer.isComplete() && kept.add(peer)) {
          queue.add(peer);
        }
      }
    }
    List<FoundNode> ordered = new ArrayList<>(kept);
    ordered.sort((a, b) -> Long.compareUnsigned(a.guid, b.guid));
    return new LinkedHashSet<>(ordered);
  }

  private static void addNode(Fabric.Builder builder, FoundNode node) {
    NodeInfo info = NodeInfo.of(node.nodeInfo);
    Fabric.NodeDraft draft =
        builder
            .node(node.type, node.guid, node.portCount)
            .systemImageGuid(info.systemImageGuid())
            .description(node.description)
            .vendorId(info.vendorId())
            .deviceId(info.deviceId());
    if (node.isSwitch()) {
      draft.portGuid(0, info.portGuid());
      draft.enhancedPort0(SwitchInfo.of(node.switchInfo).enhancedPort0());
    }
    for (int number = 0; number <= node.portCount; number++) {
      if (!node.isSwitch() && number > 0) {
        draft.portGuid(number, node.portGuids[number]);
      }
      byte[] bytes = node.portInfo[number];
      if (bytes == null) {
        continue;
      }
      PortInfo port = PortInfo.of(bytes);
      draft.dataVls(number, dataVls(port.vlCap()));
      if (node.isSwitch() && number > 0) {
        continue;
      }
      draft.lid(number, port.lid(), port.lmc());
    }
  }

  /** Code 1 is VL 0 alone, then twice as many each, of 16 the last is not for data. */
  private static int dataVls(int code) {
    return Math.clamp((1L << code) / 2, 1, DATA_VLS_MAX);
  }

  private static void addLinks(Fabric.Builder builder, FoundNode node, Set<FoundNode> kept) {
    Fabric.NodeDraft draft = builder.find(node.guid);
    for (int number = 1; number <= node.portCount; number++) {
      FoundNode peer = node.peers[number];
      if (peer == null || !kept.contains(peer) || draft.isLinked(number)) {
        continue;
      }
      byte[] bytes = node.isSwitch() ? node.portInfo[number] : null;
      if (bytes == null) {
        bytes = peer.portInfo[node.peerNumbers[number]];
      }
      if (bytes == null) {
        bytes = node.portInfo[number];
      }
      PortInfo info = bytes == null ? null : PortInfo.of(bytes);
      builder.link(
          draft,
          number,
          builder.find(peer.guid),
          node.peerNumbers[number],
          info == null ? null : LinkSpeeds.width(info),
          info == null ? null : LinkSpeeds.speed(info));
    }
  }

  private static Attributes attributes(Fabric fabric, Set<FoundNode> kept) {
    Attributes attributes = Attributes.unread(fabric);
    for (FoundNode node : kept) {
      int index = fabric.nodeByGuid(node.guid);
      attributes.nodeInfo()[index] = node.nodeInfo;
      if (node.isSwitch()) {
        attributes.switchInfo()[index] = node.switchInfo;
      }
      for (int number = 0; number <= node.portCount; number++) {
        int port = fabric.port(index, number);
        attributes.portInfo()[port] = node.portInfo[number];
        attributes.guidInfo()[port] = node.guidInfo[number];
        attributes.pKeys()[port] = node.pKeys[number];
        attributes.slToVl()[port] = node.slToVl[number];
        attributes.vlArbitration()[port] = node.vlArbitration[number];
      }
    }
    return attributes;
  }
}
