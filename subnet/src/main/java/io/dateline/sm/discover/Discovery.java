package io.dateline.sm.discover;

import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeDescription;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.ExtendedSpeeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One sweep of directed-route Gets from the local port over the whole subnet, pipelined: every
 * answer asks at once for all it makes possible (IBA Vol 1, 14.4.4 and the order of OpenSM's heavy
 * sweep). A link is followed from the end that is reached first; the other end is then known.
 *
 * <p>All state belongs to the exchange's thread, on which every answer is delivered. A node that
 * does not answer costs its own time-outs and no other's.
 */
public final class Discovery {
  private static final int WARNINGS_MAX = 100;

  /** Keys of ports that may have been plugged in elsewhere; each costs its time-outs. */
  private static final int GUESSES_MAX = 256;

  private static final int GUESSES_AT_ONCE = 16;

  private final MadExchange exchange;
  private final DiscoveryKeys keys;
  private List<TermKeys> terms; // the one whose key was answered to last comes first
  private final CompletableFuture<Discovered> result = new CompletableFuture<>();
  private final Map<Long, FoundNode> nodes = new LinkedHashMap<>(); // by GUID, in order of finding
  private final List<String> warnings = new ArrayList<>();
  private final List<Cable> silent = new ArrayList<>(); // nothing answers behind them
  private int guesses;
  private FoundNode local;
  private int localNumber;
  private int outstanding;

  /**
   * A way into the unknown.
   *
   * @param from the node it begins at, null for the local port
   * @param number of that node's port
   */
  private record Cable(FoundNode from, int number, DirectedRoute route, long target) {}

  private Discovery(MadExchange exchange, DiscoveryKeys keys) {
    this.exchange = exchange;
    this.keys = keys;
    terms = keys.terms();
  }

  /**
   * Sweeps the subnet.
   *
   * @param keys for the Gets: ports show the key that they hold to a sender that knows it, and from
   *     M_KeyProtectBits 2 on answer no other
   * @return what was found; fails with {@link DiscoveryFailed} if the local port does not answer
   */
  public static CompletionStage<Discovered> run(MadExchange exchange, DiscoveryKeys keys) {
    Discovery discovery = new Discovery(exchange, keys);
    Cable local = new Cable(null, 0, DirectedRoute.LOCAL, 0);
    discovery.whoIs(local, exchange.port().portGuid());
    return discovery.result;
  }

  /**
   * Asks for the NodeInfo of the node there.
   *
   * @param expected GUID of the end port that is likely to answer, 0 where that is not known
   */
  private void whoIs(Cable cable, long expected) {
    whoIs(cable, expected, terms);
  }

  private void whoIs(Cable cable, long expected, List<TermKeys> untried) {
    TermKeys term = untried.getFirst();
    List<TermKeys> others = expected == 0 ? List.of() : untried.subList(1, untried.size());
    whoIs(
        cable,
        expected,
        term,
        () -> {
          if (others.isEmpty()) {
            silent.add(cable);
          } else {
            whoIs(cable, expected, others);
          }
        });
  }

  private void whoIs(Cable cable, long expected, TermKeys term, Runnable onSilence) {
    long key = expected == 0 ? 0 : term.of(expected);
    outstanding++;
    exchange.request(
        get(new Entrance(cable.route(), key), AttributeId.NODE_INFO, 0, cable.target()),
        outcome -> {
          if (outcome instanceof MadOutcome.TimedOut) {
            onSilence.run();
          }
          finishOne(outcome, reply -> onNode(cable, expected, term, Smp.data(reply)));
        });
  }

  private void onNode(Cable cable, long expected, TermKeys term, byte[] info) {
    long guid = NodeInfo.of(info).portGuid();
    if (guid == expected) {
      prefer(term);
    }
    // Another port than was expected has answered to a key that is not its own: it shows itself.
    long key = (guid == expected ? term : terms.getFirst()).of(guid);
    Entrance entrance = new Entrance(cable.route(), key);
    if (cable.from() == null) {
      onLocalNode(info, entrance);
    } else {
      onNeighbour(cable.from(), cable.number(), entrance, info);
    }
  }

  /** The next port most likely holds a key of the same term, and a wrong one costs time-outs. */
  private void prefer(TermKeys term) {
    if (!terms.getFirst().equals(term)) {
      terms =
          Stream.concat(Stream.of(term), terms.stream().filter(other -> !other.equals(term)))
              .toList();
    }
  }

  /**
   * Where nothing answers there may be a port that was not there before, and answers only to its
   * key: first the others are tried behind whose cables nothing answers either, then all that were
   * not found.
   *
   * @return whether there are any to be tried
   */
  private boolean guess() {
    List<Cable> cables =
        silent.stream()
            .filter(cable -> cable.from() != null && cable.from().peers[cable.number()] == null)
            .toList();
    silent.clear();
    Set<Long> guids = new LinkedHashSet<>();
    cables.forEach(cable -> guids.add(NodeInfo.of(cable.from().nodeInfo).portGuid()));
    Set<Long> found = foundPorts();
    keys.everywhere().filter(guid -> !found.contains(guid)).forEach(guids::add);
    int before = guesses;
    for (TermKeys term : terms) {
      for (long guid : guids) {
        for (Cable cable : cables) {
          if (guesses < GUESSES_MAX) {
            guesses++;
            // A target that is silent is asked one thing at a time, and others wait for none of it.
            long lane = cable.target() + guesses % GUESSES_AT_ONCE;
            Cable there = new Cable(cable.from(), cable.number(), cable.route(), lane);
            whoIs(there, guid, term, () -> {});
          }
        }
      }
    }
    return guesses > before;
  }

  private Set<Long> foundPorts() {
    Set<Long> found = new HashSet<>();
    for (FoundNode node : nodes.values()) {
      LongStream.of(node.portGuids).forEach(found::add);
      found.add(NodeInfo.of(node.nodeInfo).portGuid());
    }
    return found;
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
    if (outstanding == 0 && (!keys.areHidden() || !guess())) {
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
    warnOfWhatIsOutOfReach();
    try {
      result.complete(FabricAssembly.assemble(nodes.values(), local, localNumber, warnings));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  /** A directed route has 63 hops at most (IBA Vol 1, 14.2.2): what is behind is not managed. */
  private void warnOfWhatIsOutOfReach() {
    List<String> ports = new ArrayList<>();
    for (FoundNode node : nodes.values()) {
      if (!node.isSwitch() || node.entrance.route().hopCount() < DirectedRoute.HOPS_MAX) {
        continue;
      }
      for (int number = 1; number <= node.portCount; number++) {
        byte[] info = node.portInfo[number];
        if (info != null && isUp(info) && node.peers[number] == null) {
          ports.add(node.portName(number));
        }
      }
    }
    if (!ports.isEmpty()) {
      warn(
          "what is behind %s is not managed: it is more than %d hops away%s"
              .formatted(
                  ports.getFirst(),
                  DirectedRoute.HOPS_MAX,
                  ports.size() == 1
                      ? ""
                      : ", and so is what is behind %d more ports".formatted(ports.size() - 1)));
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
        new Cable(from, number, route.then(number), from.guid),
        keys.places().behind(from.guid, number));
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

  /** Whether a node that says this cannot be treated as any kind of node. */
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
    int extended = ExtendedSpeeds.bit(bytes);
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
          int extended = ExtendedSpeeds.bit(bytes);
          boolean again = node.portInfo[number] == null && extended != 0;
          node.portInfo[number] = bytes;
          if (again) {
            ask(
                node,
                by,
                AttributeId.PORT_INFO,
                number | extended,
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
    long guid = node.isSwitch() ? NodeInfo.of(node.nodeInfo).portGuid() : node.portGuids[number];
    boolean isSilent = info.portState() == PortState.ACTIVE && keys.guidless().contains(guid);
    if (info.guidCap() > 0 && !isSilent) {
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

  private static boolean isUp(byte[] portInfo) {
    return PortInfo.of(portInfo).portState() >= PortState.INIT;
  }

  private void warn(String sentence) {
    if (warnings.size() < WARNINGS_MAX) {
      warnings.add(sentence);
    }
  }
}
