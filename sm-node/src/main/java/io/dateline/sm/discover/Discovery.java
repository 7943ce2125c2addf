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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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
  private List<Long> mKeys; // the one that was answered to last comes first
  private final CompletableFuture<Discovered> result = new CompletableFuture<>();
  private final Map<Long, FoundNode> nodes = new LinkedHashMap<>(); // by GUID, in order of finding
  private final List<String> warnings = new ArrayList<>();
  private FoundNode local;
  private int localNumber;
  private int outstanding;

  private Discovery(MadExchange exchange, List<Long> mKeys) {
    this.exchange = exchange;
    this.mKeys = mKeys;
  }

  /**
   * Sweeps the subnet.
   *
   * @param mKeys keys for the Gets, at least one, the likeliest first: ports show what they hold to
   *     who knows it, and from M_KeyProtectBits 2 on answer nobody else; behind a link where nobody
   *     answers, one is tried after the other
   * @return what was found; fails with {@link DiscoveryFailed} if the local port does not answer
   */
  public static CompletionStage<Discovered> run(MadExchange exchange, long... mKeys) {
    Discovery discovery = new Discovery(exchange, LongStream.of(mKeys).boxed().toList());
    discovery.whoIs(DirectedRoute.LOCAL, 0, discovery::onLocalNode);
    return discovery.result;
  }

  /** Asks for the NodeInfo of whoever is there. */
  private void whoIs(DirectedRoute route, long target, BiConsumer<byte[], Entrance> onNode) {
    whoIs(route, target, mKeys, onNode);
  }

  private void whoIs(
      DirectedRoute route, long target, List<Long> untried, BiConsumer<byte[], Entrance> onNode) {
    Entrance entrance = new Entrance(route, untried.getFirst());
    List<Long> others = untried.subList(1, untried.size());
    outstanding++;
    exchange.request(
        get(entrance, AttributeId.NODE_INFO, 0, target),
        outcome -> {
          if (outcome instanceof MadOutcome.TimedOut && !others.isEmpty()) {
            whoIs(route, target, others, onNode);
          }
          finishOne(
              outcome,
              reply -> {
                prefer(entrance.mKey());
                onNode.accept(Smp.data(reply), entrance);
              });
        });
  }

  /** Whoever comes next most likely holds the same key, and a wrong one costs its time-outs. */
  private void prefer(long mKey) {
    if (mKeys.getFirst() != mKey) {
      mKeys =
          Stream.concat(Stream.of(mKey), mKeys.stream().filter(other -> other != mKey)).toList();
    }
  }

  private static MadRequest get(Entrance by, int attributeId, int modifier, long target) {
    return MadRequest.of(
        MadPacket.directed(Smp.get(by.route(), attributeId, modifier, by.mKey())), target);
  }

  /** Asks, and hands an answer with status 0 to {@code onReply}; silence and refusals end there. */
  private void ask(
      FoundNode node, Entrance by, int attributeId, int modifier, Consumer<Mad> onReply) {
    outstanding++;
    exchange.request(
        get(by, attributeId, modifier, node.guid), outcome -> finishOne(outcome, onReply));
  }

  /** As above, of what belongs to the whole node. */
  private void ask(FoundNode node, int attributeId, int modifier, Consumer<Mad> onReply) {
    ask(node, node.entrance, attributeId, modifier, onReply);
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

  private void onLocalNode(byte[] info, Entrance entrance) {
    local = addNode(info, entrance);
    if (local != null) {
      localNumber = NodeInfo.of(info).localPortNum();
      if (!local.isSwitch()) {
        readArrivalPort(local, entrance, localNumber, NodeInfo.of(info).portGuid());
      }
    }
  }

  /** Follows the cable at one port of a node, if its other end is not known yet. */
  private void follow(FoundNode from, int number) {
    DirectedRoute route = from.entrance.route();
    if (from.peers[number] != null || route.hopCount() == DirectedRoute.HOPS_MAX) {
      return;
    }
    whoIs(
        route.then(number),
        from.guid,
        (bytes, entrance) -> onNeighbour(from, number, entrance, bytes));
  }

  private void onNeighbour(FoundNode from, int number, Entrance entrance, byte[] bytes) {
    NodeInfo info = NodeInfo.of(bytes);
    FoundNode node = nodes.get(info.nodeGuid());
    boolean isNew = node == null;
    if (isNew) {
      node = addNode(bytes, entrance);
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
      readArrivalPort(node, entrance, arrival, info.portGuid());
    }
  }

  /** Whether nobody knows how to treat a node that says this. */
  static boolean isLeftOut(NodeInfo info) {
    return NodeType.ofCode(info.nodeType()) == null || info.nodeGuid() == 0;
  }

  private FoundNode addNode(byte[] bytes, Entrance entrance) {
    NodeInfo info = NodeInfo.of(bytes);
    if (isLeftOut(info)) {
      warn(
          "a node at %s has type %d and GUID %s; it is left out"
              .formatted(entrance.route(), info.nodeType(), Guid.format(info.nodeGuid())));
      return null;
    }
    FoundNode node = new FoundNode(NodeType.ofCode(info.nodeType()), bytes, entrance);
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
    readEndPort(node, node.entrance, 0);
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
  private void readArrivalPort(FoundNode node, Entrance by, int number, long portGuid) {
    if (node.portGuids[number] != 0) {
      return;
    }
    node.portGuids[number] = portGuid;
    ask(
        node,
        by,
        AttributeId.PORT_INFO,
        number,
        reply -> {
          byte[] bytes = Smp.data(reply);
          boolean again = node.portInfo[number] == null && extendedSpeeds(bytes) != 0;
          node.portInfo[number] = bytes;
          if (again) {
            ask(
                node,
                by,
                AttributeId.PORT_INFO,
                number | EXTENDED_SPEEDS,
                second -> node.portInfo[number] = Smp.data(second));
          }
          readEndPort(node, by, number);
          if (node == local && isUp(bytes)) {
            follow(node, number);
          }
        });
  }

  /** What only end ports have: GUIDs and P_Keys. */
  private void readEndPort(FoundNode node, Entrance by, int number) {
    PortInfo info = PortInfo.of(node.portInfo[number]);
    if (info.guidCap() > 0) {
      ask(node, by, AttributeId.GUID_INFO, 0, reply -> node.guidInfo[number] = Smp.data(reply));
    }
    int blocks = Math.ceilDiv(Math.max(1, node.partitionCap()), PKeyTable.ENTRIES);
    // Keys are dense in practice: the next block is asked for only while the last one was full.
    readPKeys(node, by, number, 0, blocks);
  }

  private void readPKeys(FoundNode node, Entrance by, int number, int block, int blocks) {
    // For a switch, the upper half of the modifier names the port; 0 is its management port.
    ask(
        node,
        by,
        AttributeId.P_KEY_TABLE,
        block,
        reply -> {
          boolean full = appendPKeys(node, number, block, PKeyTable.of(Smp.data(reply)));
          if (full && block + 1 < blocks) {
            readPKeys(node, by, number, block + 1, blocks);
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
