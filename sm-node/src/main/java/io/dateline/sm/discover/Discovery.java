package io.dateline.sm.discover;

import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.NodeDescription;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One sweep of directed-route Gets from the local port over the whole subnet, pipelined: every
 * answer asks at once for all it makes possible (IBA Vol 1, 14.4.4 and the order of OpenSM's heavy
 * sweep). A link is followed from the end that is reached first; the other end is then known.
 *
 * <p>All state belongs to the exchange's thread, on which every answer is delivered. A node that
 * does not answer costs its own time-outs and nobody else's.
 */
public final class Discovery {
  /** AttributeModifier of PortInfo: the SM understands extended link speeds (IBA 14.2.5.6). */
  private static final int EXTENDED_SPEEDS = 1 << 31;

  private static final int WARNINGS_MAX = 100;

  private final MadExchange exchange;
  private final long mKey;
  private final CompletableFuture<Discovered> result = new CompletableFuture<>();
  private final Map<Long, FoundNode> nodes = new LinkedHashMap<>(); // by GUID, in order of finding
  private final List<String> warnings = new ArrayList<>();
  private FoundNode local;
  private int localNumber;
  private int outstanding;

  private Discovery(MadExchange exchange, long mKey) {
    this.exchange = exchange;
    this.mKey = mKey;
  }

  /**
   * Sweeps the subnet.
   *
   * @param mKey key for the Gets, so that protected ports show what they hold
   * @return what was found; fails with {@link DiscoveryFailed} if the local port does not answer
   */
  public static CompletionStage<Discovered> run(MadExchange exchange, long mKey) {
    Discovery discovery = new Discovery(exchange, mKey);
    discovery.outstanding = 1;
    exchange.request(
        discovery.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0),
        outcome -> discovery.finishOne(outcome, discovery::onLocalNode));
    return discovery.result;
  }

  private MadRequest get(DirectedRoute route, int attributeId, int modifier, long target) {
    return MadRequest.of(MadPacket.directed(Smp.get(route, attributeId, modifier, mKey)), target);
  }

  /** Asks, and hands an answer with status 0 to {@code onReply}; silence and refusals end there. */
  private void ask(FoundNode node, int attributeId, int modifier, Consumer<Mad> onReply) {
    ask(get(node.route, attributeId, modifier, node.guid), onReply);
  }

  private void ask(MadRequest request, Consumer<Mad> onReply) {
    outstanding++;
    exchange.request(request, outcome -> finishOne(outcome, onReply));
  }

  private void finishOne(MadOutcome outcome, Consumer<Mad> onReply) {
    try {
      if (outcome instanceof MadOutcome.Answered answered) {
        onReply.accept(answered.reply());
      }
    } catch (RuntimeException e) {
      // A node that answers nonsense is left out; it must not end the sweep of the others.
      warn("an answer made no sense and was dropped: " + e.getMessage());
    }
    outstanding--;
    if (outstanding == 0) {
      complete();
    }
  }

  private void complete() {
    if (local == null) {
      result.completeExceptionally(
          new DiscoveryFailed("the local port " + exchange.port().name() + " does not answer"));
      return;
    }
    if (!local.isComplete()) {
      result.completeExceptionally(
          new DiscoveryFailed(
              "the local port " + exchange.port().name() + " does not answer all it is asked"));
      return;
    }
    try {
      result.complete(FabricAssembly.assemble(nodes.values(), local, localNumber, warnings));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private void onLocalNode(Mad reply) {
    byte[] info = Smp.data(reply);
    local = addNode(info, DirectedRoute.LOCAL);
    if (local != null) {
      localNumber = NodeInfo.of(info).localPortNum();
      if (!local.isSwitch()) {
        readArrivalPort(local, localNumber, NodeInfo.of(info).portGuid());
      }
    }
  }

  /** Follows the cable at one port of a node, if its other end is not known yet. */
  private void follow(FoundNode from, int number) {
    if (from.peers[number] != null || from.route.hopCount() == DirectedRoute.HOPS_MAX) {
      return;
    }
    DirectedRoute route = from.route.then(number);
    ask(
        get(route, AttributeId.NODE_INFO, 0, from.guid),
        reply -> onNeighbour(from, number, route, Smp.data(reply)));
  }

  private void onNeighbour(FoundNode from, int number, DirectedRoute route, byte[] bytes) {
    NodeInfo info = NodeInfo.of(bytes);
    FoundNode node = nodes.get(info.nodeGuid());
    boolean isNew = node == null;
    if (isNew) {
      node = addNode(bytes, route);
    }
    int arrival = info.localPortNum();
    if (node == null || arrival < 1 || arrival > node.portCount) {
      return;
    }
    if (from.peers[number] == node && from.peerNumbers[number] == arrival) {
      return; // both ends asked at the same time
    }
    if (from.peers[number] != null || node.peers[arrival] != null) {
      warn(
          "node GUID %s occurs twice: behind port %d of %s there is another one"
              .formatted(Guid.format(node.guid), number, Guid.format(from.guid)));
      return;
    }
    from.link(number, node, arrival);
    if (!node.isSwitch()) {
      readArrivalPort(node, arrival, info.portGuid());
    }
  }

  private FoundNode addNode(byte[] bytes, DirectedRoute route) {
    NodeInfo info = NodeInfo.of(bytes);
    NodeType type = NodeType.ofCode(info.nodeType());
    if (type == null || info.nodeGuid() == 0) {
      warn(
          "a node at %s has type %d and GUID %s; it is left out"
              .formatted(route, info.nodeType(), Guid.format(info.nodeGuid())));
      return null;
    }
    FoundNode node = new FoundNode(type, bytes, route);
    nodes.put(node.guid, node);
    ask(
        node,
        AttributeId.NODE_DESCRIPTION,
        0,
        reply -> node.description = NodeDescription.of(Smp.data(reply)).nodeString());
    if (node.isSwitch()) {
      ask(node, AttributeId.SWITCH_INFO, 0, reply -> node.switchInfo = Smp.data(reply));
      // Port 0 first: its CapabilityMask tells how to ask for the others.
      ask(node, AttributeId.PORT_INFO, 0, reply -> onSwitchPort0(node, Smp.data(reply)));
    }
    return node;
  }

  private void onSwitchPort0(FoundNode node, byte[] bytes) {
    node.portInfo[0] = bytes;
    readEndPort(node, 0);
    int extended = extendedSpeeds(bytes);
    for (int number = 1; number <= node.portCount; number++) {
      int port = number;
      ask(
          node,
          AttributeId.PORT_INFO,
          port | extended,
          reply -> onExternalPort(node, port, Smp.data(reply)));
    }
  }

  private void onExternalPort(FoundNode node, int number, byte[] bytes) {
    node.portInfo[number] = bytes;
    if (isUp(bytes)) {
      follow(node, number);
    }
  }

  /**
   * The port of a CA or router by which it was reached; its other ports are reached on their own.
   */
  private void readArrivalPort(FoundNode node, int number, long portGuid) {
    if (node.portGuids[number] != 0) {
      return;
    }
    node.portGuids[number] = portGuid;
    ask(
        node,
        AttributeId.PORT_INFO,
        number,
        reply -> {
          byte[] bytes = Smp.data(reply);
          boolean again = node.portInfo[number] == null && extendedSpeeds(bytes) != 0;
          node.portInfo[number] = bytes;
          if (again) {
            ask(
                node,
                AttributeId.PORT_INFO,
                number | EXTENDED_SPEEDS,
                second -> node.portInfo[number] = Smp.data(second));
          }
          readEndPort(node, number);
          if (node == local && isUp(bytes)) {
            follow(node, number);
          }
        });
  }

  /** What only end ports have: GUIDs and P_Keys. */
  private void readEndPort(FoundNode node, int number) {
    PortInfo info = PortInfo.of(node.portInfo[number]);
    if (info.guidCap() > 0) {
      ask(node, AttributeId.GUID_INFO, 0, reply -> node.guidInfo[number] = Smp.data(reply));
    }
    int blocks = Math.ceilDiv(Math.max(1, node.partitionCap()), PKeyTable.ENTRIES);
    // Keys are dense in practice: the next block is asked for only while the last one was full.
    readPKeys(node, number, 0, blocks);
  }

  private void readPKeys(FoundNode node, int number, int block, int blocks) {
    // For a switch, the upper half of the modifier names the port; 0 is its management port.
    ask(
        node,
        AttributeId.P_KEY_TABLE,
        block,
        reply -> {
          boolean full = appendPKeys(node, number, block, PKeyTable.of(Smp.data(reply)));
          if (full && block + 1 < blocks) {
            readPKeys(node, number, block + 1, blocks);
          }
        });
  }

  private static boolean appendPKeys(FoundNode node, int number, int block, PKeyTable table) {
    short[] known = node.pKeys[number] == null ? new short[0] : node.pKeys[number];
    short[] longer = Arrays.copyOf(known, (block + 1) * PKeyTable.ENTRIES);
    for (int index = 0; index < PKeyTable.ENTRIES; index++) {
      longer[block * PKeyTable.ENTRIES + index] = (short) table.pKeyBlock(index);
    }
    node.pKeys[number] = longer;
    return longer[longer.length - 1] != 0;
  }

  private static int extendedSpeeds(byte[] portInfo) {
    return (PortInfo.of(portInfo).capabilityMask() & CapabilityMask.IS_EXTENDED_SPEEDS_SUPPORTED)
            != 0
        ? EXTENDED_SPEEDS
        : 0;
  }

  private static boolean isUp(byte[] portInfo) {
    return PortInfo.of(portInfo).portState() >= PortState.INIT;
  }

  private void warn(String sentence) {
    if (warnings.size() < WARNINGS_MAX) {
      warnings.add(sentence);
    }
  }
}
