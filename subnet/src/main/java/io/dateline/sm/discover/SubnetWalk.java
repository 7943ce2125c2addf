package io.dateline.sm.discover;

import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeDescription;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.ExtendedSpeeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Directed-route Gets that lead from node to node, pipelined: every answer asks at once for all it
 * makes possible (IBA Vol 1, 14.4.4 and the order of OpenSM's heavy sweep). A link is followed from
 * the end that is reached first; the other end is then known.
 *
 * <p>All state belongs to the exchange's thread, on which every answer is delivered. A node that
 * does not answer costs its own time-outs and no other's.
 */
abstract class SubnetWalk {
  /** Keys of ports that may have been plugged in elsewhere; each costs its time-outs. */
  private static final int GUESSES_MAX = 256;

  private static final int GUESSES_AT_ONCE = 16;

  final MadExchange exchange;
  final DiscoveryKeys keys;
  final Map<Long, FoundNode> nodes = new LinkedHashMap<>(); // by GUID, in order of finding
  FoundNode local; // null until it has answered
  int localNumber;
  private List<TermKeys> terms; // the one whose key was answered to last comes first
  private final EndPortReading endPorts;
  private final List<Cable> silent = new ArrayList<>(); // nothing answers behind them
  private int guesses;
  private int outstanding;

  /**
   * A way into the unknown.
   *
   * @param from the node it begins at, null for the local port
   * @param number of that node's port
   */
  record Cable(FoundNode from, int number, DirectedRoute route, long target) {}

  SubnetWalk(MadExchange exchange, DiscoveryKeys keys) {
    this.exchange = exchange;
    this.keys = keys;
    terms = keys.terms();
    endPorts = new EndPortReading(this, keys.guidless());
  }

  /** Every question has been answered, or was not. */
  abstract void complete();

  /** Takes note of something that is not as it should be. */
  abstract void warn(String sentence);

  /**
   * Asks for the NodeInfo of the node there.
   *
   * @param expected GUID of the end port that is likely to answer, 0 where that is not known
   */
  void whoIs(Cable cable, long expected) {
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

  static MadRequest get(Entrance by, int attributeId, int modifier, long target) {
    return MadRequest.of(
        MadPacket.directed(Smp.get(by.route(), attributeId, modifier, by.mKey())), target);
  }

  /** A question is put; {@link #finishOne} is called when it is answered, or is not. */
  final void open() {
    outstanding++;
  }

  /** Asks, and hands an answer with status 0 to {@code onReply}; silence and refusals end there. */
  void ask(FoundNode node, Entrance by, int attributeId, int modifier, Consumer<Mad> onReply) {
    outstanding++;
    exchange.request(
        get(by, attributeId, modifier, node.guid), outcome -> finishOne(outcome, onReply));
  }

  /** As above, of what belongs to the whole node. */
  void ask(FoundNode node, int attributeId, int modifier, Consumer<Mad> onReply) {
    ask(node, node.entrance, attributeId, modifier, onReply);
  }

  final void finishOne(MadOutcome outcome, Consumer<Mad> onReply) {
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
  final void follow(FoundNode from, int number) {
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
    onCable(node, isNew);
    if (!node.isSwitch()) {
      readArrivalPort(node, entrance, arrival, info.portGuid());
    }
  }

  /** A cable was found that leads to a node, which may have been known before. */
  void onCable(FoundNode node, boolean isNew) {}

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
    endPorts.read(node, node.entrance, 0);
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

  void onExternalPort(FoundNode node, int number, byte[] bytes) {
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
          endPorts.read(node, by, number);
          if (node == local && isUp(bytes)) {
            follow(node, number);
          }
        });
  }

  static boolean isUp(byte[] portInfo) {
    return PortInfo.portState(portInfo) >= PortState.INIT;
  }
}
